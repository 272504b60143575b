//! The canonical layout of Gantt charts: indentation by groups; the lines of notes move together.

use puml_syntax::ast::Lines;
use puml_syntax::format::Layout;
use puml_syntax::{Nesting, TextRange};

use crate::ast::{Document, StmtKind};
use crate::parse::nesting;

/// The layout of Gantt charts.
pub(crate) struct Canonical;

impl Layout<StmtKind> for Canonical {
    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn body<'k>(&self, kind: &'k StmtKind) -> Option<&'k Lines> {
        match kind {
            StmtKind::Note(it) => Some(&it.lines),
            _ => None,
        }
    }

    /// A sentence is prose: only runs of blanks between its words become one.
    fn canonical(&self, document: &Document, kind: &StmtKind, head: TextRange) -> Option<String> {
        if matches!(kind, StmtKind::Shared(_) | StmtKind::Separator(_) | StmtKind::Note(_)) {
            return None;
        }
        Some(single_blanks(&document.text(head)))
    }

    fn reads_as(&self, line: &str, document: &Document, kind: &StmtKind) -> bool {
        crate::tree_json::reads_alike(line, document, kind)
    }
}

/// Makes one blank of several, except inside brackets and braces, which hold names.
fn single_blanks(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let (mut depth, mut blank) = (0_u32, false);
    for it in line.trim().chars() {
        match it {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && it.is_whitespace() {
            blank = true;
            continue;
        }
        if std::mem::take(&mut blank) {
            out.push(' ');
        }
        out.push(it);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_blanks() {
        assert_eq!(single_blanks("[a  b]   lasts\t5  days "), "[a  b] lasts 5 days");
    }
}
