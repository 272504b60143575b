//! What tools do with a source as written, whatever families its blocks are of: format it, print its tree.

use std::sync::Arc;

use diag::{Diagnostic, SourceId, TextEdit};
use puml_syntax::Context;
use puml_syntax::format::Form;
use puml_syntax::json::{self, Numbers};
use serde_json::Value;

use crate::detect::read;
use crate::undrawn;

/// The edits that bring a source into its canonical layout; none where it has it already. What a form leaves open stays
/// as most lines have it.
pub fn format(text: &str, source: SourceId, form: Form) -> Vec<TextEdit> {
    let blocks = read(&Arc::from(text), source);
    blocks.into_iter().flatten().flat_map(|it| it.tree.format(form)).collect()
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
    diag::apply_to(text, &edits).expect("each edit covers its own part of a line")
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
