//! The canonical layout of the older syntax: indentation by partitions and decisions, keywords in lower case, one blank
//! around arrows and between words; the lines of notes move together.

use std::sync::Arc;

use diag::SourceId;
use puml_syntax::ast::{Lines, Text};
use puml_syntax::format::{Layout, single_blanks};
use puml_syntax::{Extent, Nesting, Stage, TextRange, is_blank, parse_block, split};

use super::ast::{Document, StmtKind};
use super::parse::{LegacyGrammar, nesting};
use super::tree_json;

/// The layout of the older syntax.
pub(super) struct Canonical;

impl Layout<StmtKind> for Canonical {
    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn body<'k>(&self, kind: &'k StmtKind) -> Option<&'k Lines> {
        match kind {
            StmtKind::Note(it) => it.text.lines(),
            _ => None,
        }
    }

    fn canonical(&self, document: &Document, kind: &StmtKind, head: TextRange) -> Option<String> {
        let source: &str = &document.source;
        let line = head.slice(source);
        // A joined or en-dashed line is not what it seems byte by byte.
        if line.contains(['\n', '\u{2013}']) {
            return None;
        }
        let arrow = match kind {
            StmtKind::Link(it) => Some(it.arrow.range),
            StmtKind::If(it) => it.arrow.as_ref().map(|it| it.range),
            _ => None,
        };
        match kind {
            StmtKind::Link(_) | StmtKind::If(_) => {
                let Some(arrow) = arrow else { return Some(collapsed(line.trim())) };
                let before = source.get(head.start as usize..arrow.start as usize)?;
                let after = source.get(arrow.end as usize..head.end as usize)?;
                let parts = [before, arrow.slice(source), after];
                let parts: Vec<String> = parts.iter().map(|it| collapsed(it.trim())).collect();
                let parts: Vec<&str> =
                    parts.iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
                let is_glued = after.starts_with('[');
                let joined = parts.join(" ");
                // A label may touch its arrow.
                let arrow = arrow.slice(source);
                Some(match joined.split_once(&format!("{arrow} [")).filter(|_| is_glued) {
                    Some((before, after)) => format!("{before}{arrow}[{after}"),
                    None => joined,
                })
            }
            StmtKind::Else => Some("else".to_owned()),
            StmtKind::EndIf => Some("endif".to_owned()),
            StmtKind::Close if line.trim() == "}" => Some("}".to_owned()),
            StmtKind::Partition(_) | StmtKind::Direction(_) => {
                let mut out = collapsed(line.trim());
                let end = out.find(is_blank).unwrap_or(out.len());
                out[..end].make_ascii_lowercase();
                match out.strip_suffix('{') {
                    Some(before) => Some(format!("{} {{", before.trim_end())),
                    None => Some(out),
                }
            }
            StmtKind::Note(it) => match &it.text {
                Text::Line(text) => {
                    let before = source.get(head.start as usize..text.start as usize)?;
                    let before = collapsed(before.trim_end().strip_suffix(':')?.trim());
                    Some(format!("{} : {}", before.to_ascii_lowercase(), text.slice(source).trim()))
                }
                Text::Lines(_) => Some(collapsed(line.trim()).to_ascii_lowercase()),
            },
            StmtKind::Close | StmtKind::Shared(_) => None,
        }
    }

    fn reads_as(&self, line: &str, document: &Document, kind: &StmtKind) -> bool {
        let Some((other, read)) = read_line(line) else { return false };
        tree_json::statement(&other, &read) == tree_json::statement(document, kind)
    }
}

/// A line as the statement that it is behind whatever it needs; nothing where it is none.
fn read_line(line: &str) -> Option<(Document, StmtKind)> {
    let openers = ["", "(*) --> \"a\"\n", "if \"a\" then\n", "partition a {\n"];
    openers.into_iter().find_map(|opener| {
        let text: Arc<str> = format!("{opener}{line}").into();
        let lines = split(&text);
        let grammar = LegacyGrammar::default();
        let stage = Stage::Expanded;
        let parsed = parse_block(&text, &lines, 0, stage, Extent::Whole, SourceId(0), grammar);
        let expected = if opener.is_empty() { 1 } else { 2 };
        let stmts = &parsed.document.stmts;
        let is_whole = stmts.len() == expected && !diag::has_errors(&parsed.diagnostics);
        let last = stmts.last().map(|it| it.kind.clone()).filter(|_| is_whole)?;
        Some((parsed.document, last))
    })
}

/// Each run of blanks as one, but for those in quotes, brackets and stereotypes.
fn collapsed(line: &str) -> String {
    const PAIRS: [(&str, &str); 4] = [("\"", "\""), ("[[", "]]"), ("[", "]"), ("<<", ">>")];
    single_blanks(line, &PAIRS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(source: &str) -> String {
        let text: Arc<str> = source.into();
        let lines = split(&text);
        let grammar = LegacyGrammar::default();
        let stage = Stage::Source;
        let parsed = parse_block(&text, &lines, 0, stage, Extent::Whole, SourceId(0), grammar);
        let edits = puml_syntax::format::format(
            &parsed.document,
            SourceId(0),
            &Canonical,
            puml_syntax::format::Form::default(),
        );
        diag::apply_to(source, &edits).expect("edits of a formatter do not overlap")
    }

    #[test]
    fn blanks_around_arrows_and_words_are_single() {
        for (before, after) in [
            ("(*)-->\"First  step\"", "(*) --> \"First  step\""),
            ("(*)   -->   \"a\"  as  A", "(*) --> \"a\" as A"),
            ("(*)-right->[go  on]   B", "(*) -right->[go  on] B"),
            ("(*) -right->  [go  on] B", "(*) -right-> [go  on] B"),
            ("PARTITION   P{\n(*)-->a\n}", "partition P {\n  (*) --> a\n}"),
            ("(*)-->a\nNote  right:hi  you", "(*) --> a\nNote right : hi  you"),
            (
                "(*)-->a\nif   \"ok\"   then\n-->[yes]  b\nELSE\n-->c\nEndIf",
                "(*) --> a\nif \"ok\" then\n  -->[yes] b\nelse\n  --> c\nendif",
            ),
        ] {
            let out = formatted(before);
            assert_eq!(out, after);
            assert_eq!(formatted(&out), after);
        }
    }
}
