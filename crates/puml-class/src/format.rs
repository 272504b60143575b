//! The canonical layout of class diagrams: indentation by packages, one blank around arrows, colons and between words.
//! The lines of a body stand below each other; those of a note or of data move together.

use diag::SourceId;
use puml_syntax::ast::{Lines, Text};
use puml_syntax::format::Layout;
use puml_syntax::{Extent, Nesting, Stage, TextRange, parse_block};

use crate::ast::{Document, EntityKind, StmtKind};
use crate::parse::{ClassGrammar, nesting};
use crate::tree_json;

/// The layout of class diagrams.
pub(crate) struct Canonical;

impl Layout<StmtKind> for Canonical {
    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn body<'k>(&self, kind: &'k StmtKind) -> Option<&'k Lines> {
        body(kind)
    }

    fn aligns_body(&self, document: &Document, kind: &StmtKind) -> bool {
        // Data and long texts have an indentation of their own, and so have embedded diagrams.
        let StmtKind::Declaration(it) = kind else { return false };
        let is_plain = !matches!(it.kind, EntityKind::Json | EntityKind::Described(_));
        let lines = it.body.iter().flat_map(|it| &it.lines);
        is_plain && lines.map(|it| it.slice(&document.source)).all(|it| !it.contains("{{"))
    }

    fn arrow(&self, kind: &StmtKind) -> Option<TextRange> {
        match kind {
            StmtKind::Link(it) => Some(it.arrow.range),
            _ => None,
        }
    }

    fn canonical(&self, document: &Document, kind: &StmtKind, head: TextRange) -> Option<String> {
        let line = canonical(document, kind, head)?;
        // A statement of several lines is read back here as a whole, one of a single line in `reads_as`.
        let Some(lines) = body(kind) else { return Some(line) };
        let end = lines.close?.end;
        let rest = TextRange::new(head.end, end).slice(&document.source);
        self.reads_as(&format!("{line}{rest}"), document, kind).then_some(line)
    }

    fn reads_as(&self, line: &str, document: &Document, kind: &StmtKind) -> bool {
        let text = std::sync::Arc::from(line);
        let split = puml_syntax::split(&text);
        let (grammar, whole) = (ClassGrammar::mixed(), Extent::Whole);
        let other = parse_block(&text, &split, 0, Stage::Source, whole, SourceId(0), grammar);
        let [stmt] = other.document.stmts.as_slice() else { return false };
        tree_json::statement(&other.document, &stmt.kind) == tree_json::statement(document, kind)
    }
}

fn body(kind: &StmtKind) -> Option<&Lines> {
    match kind {
        StmtKind::Declaration(it) => it.body.as_ref(),
        StmtKind::Note(it) => it.text.lines(),
        _ => None,
    }
}

/// The first line of a statement; nothing where it is best left alone.
fn canonical(document: &Document, kind: &StmtKind, head: TextRange) -> Option<String> {
    let source: &str = &document.source;
    let raw = head.slice(source);
    // A joined or en-dashed line is not what it seems byte by byte.
    if raw.contains(['\n', '\u{2013}']) {
        return None;
    }
    let from = |at: u32| TextRange::new(head.start, at).slice(source);
    match kind {
        StmtKind::Link(it) => {
            // The reference reads a part of the name into such an arrow: a blank would change its mind.
            if it.arrow.swallowed.is_some() {
                return None;
            }
            let left = squeezed(from(it.arrow.range.start));
            let arrow = it.arrow.range.slice(source);
            let until = it.label.map_or(head.end, |it| it.start);
            let right = TextRange::new(it.arrow.range.end, until).slice(source);
            Some(match it.label {
                Some(label) => {
                    let right = squeezed(right.trim_end().strip_suffix(':')?);
                    format!("{left} {arrow} {right} : {}", label.slice(source).trim())
                }
                None => format!("{left} {arrow} {}", squeezed(right)),
            })
        }
        StmtKind::Member(it) => labelled(from(it.text.start), it.text.slice(source)),
        StmtKind::Constraint(it) => labelled(from(it.text.start), it.text.slice(source)),
        StmtKind::Lollipop(it) => match it.label {
            Some(label) => labelled(from(label.start), label.slice(source)),
            None => Some(squeezed(raw)),
        },
        StmtKind::Note(it) => match &it.text {
            Text::Line(text) => {
                labelled(from(text.start), text.slice(source)).or_else(|| Some(squeezed(raw)))
            }
            Text::Lines(_) => Some(squeezed(raw)),
        },
        StmtKind::Declaration(it) => match it.value {
            Some(value) => Some(format!("{} {}", squeezed(from(value.start)), value.slice(source))),
            None => Some(opened(raw)),
        },
        StmtKind::Group(_) => Some(opened(raw)),
        StmtKind::EmptyGroup(_)
        | StmtKind::Stereotyped(_)
        | StmtKind::Url(_)
        | StmtKind::Visibility(_)
        | StmtKind::Filter(_)
        | StmtKind::AllowMixing
        | StmtKind::NewPage
        | StmtKind::Direction(_)
        | StmtKind::Separator(_) => Some(squeezed(raw)),
        StmtKind::Close | StmtKind::Shared(_) => None,
    }
}

/// `before : text`; nothing where no colon stands between them.
fn labelled(before: &str, text: &str) -> Option<String> {
    let before = squeezed(before.trim_end().strip_suffix(':')?);
    Some(format!("{before} : {}", text.trim()))
}

/// A line with one blank before the brace that opens its body.
fn opened(line: &str) -> String {
    match line.trim_end().strip_suffix('{') {
        Some(before) => format!("{} {{", squeezed(before)),
        None => squeezed(line),
    }
}

/// A text with one blank where several stood, except in quotes, stereotypes and addresses.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let close = match first {
            '"' => Some("\""),
            _ if rest.starts_with("<<") => Some(">>"),
            _ if rest.starts_with("[[") => Some("]]"),
            _ => None,
        };
        let kept = close.and_then(|it| rest[1..].find(it).map(|at| 1 + at + it.len()));
        let length = kept.unwrap_or(first.len_utf8());
        if matches!(first, ' ' | '\t') {
            out.push(' ');
            rest = rest.trim_start_matches([' ', '\t']);
        } else {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        let source = std::sync::Arc::from(text);
        let split = puml_syntax::split(&source);
        let (grammar, whole) = (ClassGrammar::default(), Extent::Whole);
        let parsed = parse_block(&source, &split, 0, Stage::Source, whole, SourceId(0), grammar);
        let edits = puml_syntax::format::format(
            &parsed.document,
            SourceId(0),
            &Canonical,
            puml_syntax::format::Form::default(),
        );
        diag::apply_to(text, &edits).expect("edits do not overlap")
    }

    #[test]
    fn links_get_one_blank_around_their_parts() {
        let source = "A-->B\nA   \"1\"*--\"0..*\"   B:has  many\n(A,B)..C\n";
        let expected = "A --> B\nA \"1\" *-- \"0..*\" B : has  many\n(A,B) .. C\n";
        assert_eq!(formatted(source), expected);
        assert_eq!(formatted(expected), expected);
    }

    #[test]
    fn packages_indent_and_bodies_stand_in_line() {
        let source = "package p{\nclass   A{\n+x : int\n      -y()\n}\n}\n";
        let expected = "package p {\n  class A {\n    +x : int\n    -y()\n  }\n}\n";
        assert_eq!(formatted(source), expected);
        assert_eq!(formatted(expected), expected);
    }

    #[test]
    fn what_a_call_opens_stays_where_it_is() {
        let source = "!include lib.puml\nBoundary(b) {\n      class A\n      class B {\n        x\n      }\n   }\nclass  C\n";
        let wanted = source.replace("   }\nclass  C", "}\nclass C");
        assert_eq!(formatted(source), wanted);
        assert_eq!(formatted(&wanted), wanted);
    }

    #[test]
    fn braces_touch_names_where_the_author_lets_them() {
        let source = "class A{\n  x\n}\nclass B{\n  y\n}\nclass C{\n  z\n}\n";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn what_a_blank_would_change_stays() {
        let source = "A--user\nclass \"two  words\" as T\nnote   left of  A:why\n";
        let expected = "A--user\nclass \"two  words\" as T\nnote left of A : why\n";
        assert_eq!(formatted(source), expected);
    }

    #[test]
    fn data_keeps_its_own_indentation() {
        let source = "json J {\n  \"a\": {\n    \"b\": 1\n  }\n}\n";
        assert_eq!(formatted(source), source);
    }
}
