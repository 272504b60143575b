//! The canonical layout of state diagrams: indentation by composite states; the lines of notes move together.

use puml_syntax::ast::{Lines, Text};
use puml_syntax::format::Layout;
use puml_syntax::{Nesting, TextRange};

use crate::ast::{Document, StmtKind};
use crate::parse::nesting;

/// The layout of state diagrams.
pub(crate) struct Canonical;

impl Layout<StmtKind> for Canonical {
    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn body<'k>(&self, kind: &'k StmtKind) -> Option<&'k Lines> {
        match kind {
            StmtKind::Note(it) => match &it.text {
                Text::Lines(lines) => Some(lines),
                Text::Line(_) => None,
            },
            _ => None,
        }
    }

    fn canonical(&self, _: &Document, _: &StmtKind, _: TextRange) -> Option<String> {
        None
    }

    fn reads_as(&self, _: &str, _: &Document, _: &StmtKind) -> bool {
        false
    }
}
