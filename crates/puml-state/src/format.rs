//! The canonical layout of state diagrams: indentation by composite states, keywords in lower case, one blank around
//! arrows and colons; the lines of notes move together.

use std::sync::Arc;

use diag::SourceId;
use puml_syntax::ast::{Lines, Text};
use puml_syntax::format::{Layout, single_blanks};
use puml_syntax::{Extent, Nesting, Stage, TextRange, is_blank, parse_block, split};

use crate::ast::{Document, NotePlace, StmtKind, Transition};
use crate::parse::{StateGrammar, nesting};
use crate::tree_json;

/// The layout of state diagrams.
pub(crate) struct Canonical;

impl Layout<StmtKind> for Canonical {
    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn body<'k>(&self, kind: &'k StmtKind) -> Option<&'k Lines> {
        match kind {
            StmtKind::Note(it) => lines(&it.text),
            StmtKind::Table(it) => lines(&it.text),
            _ => None,
        }
    }

    fn arrow(&self, kind: &StmtKind) -> Option<TextRange> {
        match kind {
            StmtKind::Transition(it) => Some(it.arrow.range),
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
        let text = text_of(kind);
        // Apart, the second of two colons would look like the text it begins.
        if text.is_some_and(|it| it.slice(source).starts_with(':')) {
            return None;
        }
        let before = match text {
            Some(text) => {
                let before = source.get(head.start as usize..text.start as usize)?;
                before.trim_end().strip_suffix(':')?
            }
            None => line,
        };
        let mut out = match kind {
            StmtKind::Transition(it) => transition(it, source),
            StmtKind::Region(_) | StmtKind::Table(_) | StmtKind::Shared(_) => return None,
            _ => closed(collapsed(before.trim()), kind),
        };
        lower_first(&mut out, kind);
        if let Some(text) = text {
            out.push_str(" :");
            let words = text.slice(source).trim();
            if !words.is_empty() {
                out.push(' ');
                out.push_str(words);
            }
        }
        Some(out)
    }

    fn reads_as(&self, line: &str, document: &Document, kind: &StmtKind) -> bool {
        let read = ["", "state a {\n"].into_iter().find_map(|opener| read_line(opener, line));
        let Some((other, read)) = read else { return false };
        tree_json::statement(&other, &read) == tree_json::statement(document, kind)
    }
}

/// A line as the statement that it is behind another line; nothing where it is none.
fn read_line(opener: &str, line: &str) -> Option<(Document, StmtKind)> {
    let text: Arc<str> = format!("{opener}{line}").into();
    let lines = split(&text);
    let stage = Stage::Expanded;
    let parsed = parse_block(&text, &lines, 0, stage, Extent::Whole, SourceId(0), StateGrammar);
    let expected = if opener.is_empty() { 1 } else { 2 };
    let stmts = &parsed.document.stmts;
    let is_whole = stmts.len() == expected && !diag::has_errors(&parsed.diagnostics);
    let last = stmts.last().map(|it| it.kind.clone()).filter(|_| is_whole)?;
    Some((parsed.document, last))
}

fn lines(text: &Text) -> Option<&Lines> {
    text.lines()
}

/// What stands behind the colon of a statement.
fn text_of(kind: &StmtKind) -> Option<TextRange> {
    match kind {
        StmtKind::State(it) => it.text,
        StmtKind::Description(it) => Some(it.text),
        StmtKind::Transition(it) => it.label,
        StmtKind::Note(it) => match (&it.text, it.place) {
            (_, NotePlace::Free(_)) | (Text::Lines(_), _) => None,
            (Text::Line(range), _) => Some(*range),
        },
        _ => None,
    }
}

fn transition(it: &Transition, source: &str) -> String {
    let mut parts = vec![it.left.range, it.arrow.range, it.right.range];
    parts.extend(it.stereotypes.iter().map(|it| it.range));
    let parts: Vec<&str> = parts.into_iter().map(|it| it.slice(source).trim()).collect();
    parts.join(" ")
}

/// The brace that opens a state stands one blank behind what precedes it.
fn closed(line: String, kind: &StmtKind) -> String {
    let is_open = matches!(kind, StmtKind::Open(..) | StmtKind::Note(_));
    match line.strip_suffix('{') {
        Some(before) if is_open => format!("{} {{", before.trim_end()),
        _ => line,
    }
}

/// Each run of blanks as one, but for those in quotes, links and stereotypes.
fn collapsed(line: &str) -> String {
    const PAIRS: [(&str, &str); 3] = [("\"", "\""), ("[[", "]]"), ("<<", ">>")];
    single_blanks(line, &PAIRS)
}

/// Statements that begin with a keyword have it in lower case.
fn lower_first(line: &mut str, kind: &StmtKind) {
    if matches!(kind, StmtKind::Transition(_) | StmtKind::Description(_)) {
        return;
    }
    let end = line.find(is_blank).unwrap_or(line.len());
    line[..end].make_ascii_lowercase();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(source: &str) -> String {
        let text: Arc<str> = source.into();
        let lines = split(&text);
        let stage = Stage::Source;
        let parsed = parse_block(&text, &lines, 0, stage, Extent::Whole, SourceId(0), StateGrammar);
        let mut out = source.to_owned();
        let mut edits = puml_syntax::format::format(
            &parsed.document,
            SourceId(0),
            &Canonical,
            puml_syntax::format::Form::default(),
        );
        edits.sort_by_key(|it| std::cmp::Reverse((it.span.start, it.span.end)));
        for edit in edits {
            out.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        }
        out
    }

    #[test]
    fn blanks_around_arrows_colons_and_names_are_single() {
        for (before, after) in [
            ("A-->B :done", "A --> B : done"),
            ("[*]   -->   A", "[*] --> A"),
            ("A -[#red,dashed]->  B<<s>>  :  a  b", "A -[#red,dashed]-> B <<s>> : a  b"),
            ("A-->o B", "A -->o B"),
            ("STATE   \"Long  name\"  as  A  #red", "state \"Long  name\" as A #red"),
            ("A:text", "A : text"),
            ("state A{", "state A {"),
            ("note   left  of  A:hi", "note left of A : hi"),
            ("Hide   empty  description", "Hide empty description"),
            ("state c<<choice>>", "state c<<choice>>"),
        ] {
            let out = formatted(before);
            assert_eq!(out, after);
            assert_eq!(formatted(&out), after);
        }
    }

    #[test]
    fn colons_in_names_stay_with_them() {
        assert_eq!(formatted("a::b-->c"), "a::b --> c");
        assert_eq!(formatted("A-->b:c :d e"), "A --> b:c : d e");
    }

    #[test]
    fn what_stands_inside_is_indented_and_notes_move_with_their_lines() {
        let source = "state A{\nnote  right\n   x\n     y\nEnd note\n--\nB-->C\n}";
        let wanted = "state A {\n   note right\n      x\n        y\n   end note\n--\n   B --> C\n}";
        assert_eq!(formatted(source), wanted);
        assert_eq!(formatted(wanted), wanted);
        let inside = wanted.replace("\n--", "\n   --");
        assert_eq!(formatted(&inside), inside, "a rule may stand with the lines around it");
        let colons = "A::Entry: on()";
        assert_eq!(formatted(colons), colons);
    }
}
