//! What tools do with a source as written, whatever families its blocks are of: format it, print its tree.

use std::sync::Arc;

use diag::{Diagnostic, SourceId, TextEdit};
use puml_syntax::Context;
use puml_syntax::format::Form;
use puml_syntax::json::{self, Numbers};
use serde_json::Value;

use crate::detect::{SourceBlock, read};
use crate::undrawn;

/// The edits that bring a source into its canonical layout; none where it has it already. What a form leaves open stays
/// as most lines have it.
pub fn format(text: &str, source: SourceId, form: Form) -> Vec<TextEdit> {
    let blocks = read(&Arc::from(text), source);
    let blocks: Vec<_> = blocks.iter().map(Option::as_ref).collect();
    format_blocks(text, &blocks, form)
}

/// The same for a source whose blocks were read. A broken block that would be read differently in its canonical layout,
/// perhaps as one of another family, stays as it is.
pub fn format_blocks(text: &str, blocks: &[Option<&SourceBlock>], form: Form) -> Vec<TextEdit> {
    let edits_of = |it: Option<&SourceBlock>| it.map_or(Vec::new(), |it| it.tree.format(form));
    let mut edits: Vec<_> = blocks.iter().copied().map(edits_of).collect();
    let doubtful = |it: Option<&SourceBlock>| it.is_some_and(|it| !it.is_understood());
    if blocks.iter().copied().any(doubtful) {
        let after = read(&Arc::from(applied(text, &edits.concat())), SourceId(0));
        for (idx, block) in blocks.iter().copied().enumerate().filter(|it| doubtful(it.1)) {
            let is_stable = after.get(idx).and_then(Option::as_ref).is_some_and(|again| {
                block.is_some_and(|it| it.family.name() == again.family.name())
                    && again.tree.format(form).is_empty()
            });
            if !is_stable {
                edits[idx].clear();
            }
        }
    }
    edits.concat()
}

/// The source in its canonical layout, in the form that its author is used to.
///
/// ```
/// assert_eq!(puml_compiler::formatted("A->B:hello\n"), "A -> B : hello\n");
/// ```
pub fn formatted(text: &str) -> String {
    formatted_as(text, Form::default())
}

/// The source in its canonical layout, in a given form.
pub fn formatted_as(text: &str, form: Form) -> String {
    let edits = format(text, SourceId(0), form);
    applied(text, &edits)
}

fn applied(text: &str, edits: &[TextEdit]) -> String {
    diag::apply_to(text, edits).expect("each edit covers its own part of a line")
}

/// The trees of all blocks as one JSON value with a stable key order.
pub fn tree_json(text: &str) -> Value {
    let text: Arc<str> = Arc::from(text);
    let lines = puml_syntax::split(&text);
    let mut before = Numbers::default();
    let parts = read(&text, SourceId(0)).into_iter().zip(&lines.blocks).map(|(block, span)| {
        let part = match block {
            Some(block) => block.tree.json(before),
            None => json::unread(span.name.map(|it| it.slice(&text)), before),
        };
        before.stmts += part.count.stmts;
        before.frames += part.count.frames;
        part
    });
    let parts: Vec<_> = parts.collect();
    json::document(parts)
}

/// What the parsers of a source's families have to say about it as written, in reading order.
pub fn syntax_findings(text: &str, source: SourceId) -> Vec<Diagnostic> {
    let text: Arc<str> = Arc::from(text);
    let lines = puml_syntax::split(&text);
    let ctx = Context { source, diagnostics: Vec::new() };
    let mut found = Vec::new();
    for (block, span) in read(&text, source).into_iter().zip(&lines.blocks) {
        if let Some(block) = block {
            found.extend(block.diagnostics);
        } else {
            let word = span.kind.slice(&text);
            found.push(undrawn::unread(word, span.start.unwrap_or_default(), &ctx).1);
        }
    }
    diag::sort(&mut found);
    found
}
