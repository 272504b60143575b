//! The canonical layout of timing diagrams: no indentation; the lines of notes move together.

use puml_syntax::ast::Lines;
use puml_syntax::format::Layout;
use puml_syntax::{Nesting, TextRange};

use crate::ast::{Document, StmtKind};

/// The layout of timing diagrams.
pub(crate) struct Canonical;

impl Layout<StmtKind> for Canonical {
    fn nesting(&self, _: &StmtKind) -> Nesting {
        Nesting::None
    }

    fn body<'k>(&self, kind: &'k StmtKind) -> Option<&'k Lines> {
        match kind {
            StmtKind::Note(it) => it.text.lines(),
            _ => None,
        }
    }

    /// One blank between parts; texts behind a colon and in quotes stay.
    fn canonical(&self, document: &Document, kind: &StmtKind, head: TextRange) -> Option<String> {
        if matches!(kind, StmtKind::Shared(_)) {
            return None;
        }
        let line = document.text(head);
        let mut out = String::with_capacity(line.len());
        let (mut quoted, mut blank) = (false, false);
        let mut rest = line.trim().chars();
        while let Some(it) = rest.next() {
            if it == '"' {
                quoted = !quoted;
            }
            if !quoted && it.is_whitespace() {
                blank = true;
                continue;
            }
            if std::mem::take(&mut blank) {
                out.push(' ');
            }
            out.push(it);
            if !quoted && it == ':' && out.ends_with(" :") {
                let text = rest.as_str().trim_start();
                if !text.is_empty() {
                    out.push(' ');
                    out.push_str(text);
                }
                return Some(out);
            }
        }
        Some(out)
    }

    fn reads_as(&self, line: &str, document: &Document, kind: &StmtKind) -> bool {
        crate::tree_json::reads_alike(line, document, kind)
    }
}
