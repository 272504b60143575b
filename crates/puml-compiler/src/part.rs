//! Texts that are only there to be included: definitions and settings, without a diagram of their own.

use std::sync::Arc;

use diag::SourceId;
use puml_syntax::ast::Shared;
use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{first_match, shared_rules};
use puml_syntax::{
    Context, Cursor, Extent, Grammar, Miss, Read, Reader, Stage, TextRange, parse_block,
};

use crate::preprocess::definitions;

/// Whether a text has no marker and nothing to draw: directives, definitions, settings and comments alone, and more than
/// comments. Nothing is carried out, so files that it would include do not matter.
///
/// ```
/// assert!(puml_compiler::draws_nothing("!procedure $say($what)\nA -> B : $what\n!endprocedure\n"));
/// assert!(!puml_compiler::draws_nothing("!$who = \"Bob\"\nA -> $who\n"));
/// ```
pub fn draws_nothing(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let bodies: Vec<TextRange> = definitions(text).into_iter().map(|it| it.range).collect();
    let text: Arc<str> = Arc::from(without(text, &bodies));
    let lines = puml_syntax::split(&text);
    if lines.blocks.iter().any(|it| it.start.is_some()) {
        return false;
    }
    if lines.blocks.is_empty() {
        return !bodies.is_empty();
    }
    let read = parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, SourceId(0), Settings);
    let stmts = &read.document.stmts;
    let is_drawn = |it: &Shared| matches!(it, Shared::Error | Shared::Template | Shared::Call(_));
    !stmts.iter().any(|it| is_drawn(&it.kind))
        && (!bodies.is_empty() || stmts.iter().any(|it| it.kind != Shared::Comment))
}

/// A text without the lines of some ranges.
fn without(text: &str, ranges: &[TextRange]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        let (start, end) = (range.start as usize, range.end as usize);
        out.push_str(text.get(at..start).unwrap_or_default());
        at = at.max(end);
    }
    out.push_str(&text[at..]);
    out
}

/// What all families share, and what hides or shows parts of a diagram.
struct Settings;

impl Grammar for Settings {
    type Kind = Shared;

    fn statement(
        &mut self,
        mut cursor: Cursor<'_>,
        stage: Stage,
        ctx: &mut Context,
        reader: &mut Reader<'_>,
    ) -> Read<Shared> {
        let start = cursor.pos;
        if cursor.keyword("hide") || cursor.keyword("show") {
            return Ok(Shared::Inert { keyword: cursor.since(start) });
        }
        first_match(&shared_rules(), cursor, stage, ctx, reader).map_err(|_| {
            let message = "this line draws something";
            Miss::Broken(Box::new(ctx.at(UNKNOWN_STATEMENT, cursor.rest_range(), message)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_and_settings_draw_nothing() {
        for text in [
            "!$who = \"Bob\"\n' a remark\n",
            "\u{feff}!procedure $say($what)\nA -> B : $what\n!endprocedure\n",
            "!unquoted function $f($x) !return $x + 1\n!define X y\n",
            "!definelong TWO(a)\nnote over a\n!enddefinelong\nhide empty members\n",
            "!ifndef SEEN\n!define SEEN\n!include other.puml\nscale 2\n!endif\n",
            "skinparam sequence {\nArrowColor red\n}\n<style>\nnote { FontColor red }\n</style>\n",
            "/' several\nlines '/\nhide footbox\n",
        ] {
            assert!(draws_nothing(text), "{text}");
        }
    }

    #[test]
    fn a_text_with_a_marker_or_a_line_of_its_own_is_a_diagram() {
        for text in [
            "",
            "A -> B\n",
            "!$x = 1\nA -> B : $x\n",
            "!procedure $p()\n!endprocedure\n$p()\n",
            "' only a remark\n",
            "prose\n",
            "@startuml\nhide footbox\n@enduml\n",
        ] {
            assert!(!draws_nothing(text), "{text}");
        }
    }
}
