//! A document as JSON: one range per statement, everything else as values.

use puml_syntax::TextRange;
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use serde_json::Value;

use crate::ast::{Document, StmtKind};

/// The block of a document as a part of a larger text; `word` follows its `@start`.
pub(crate) fn part(document: &Document, word: &str, before: Numbers) -> Part {
    shared::part(document, word, before, |it| statement(document, it))
}

fn statement(document: &Document, kind: &StmtKind) -> Value {
    let writer = shared::Writer { document };
    let text = |range: &TextRange| Value::from(writer.text(*range));
    match kind {
        StmtKind::Data(range) => Fields::new("data").with("text", writer.text(*range)).done(),
        StmtKind::Highlight(it) => Fields::new("highlight")
            .list("path", it.path.iter().map(text))
            .list("stereotypes", it.stereotypes.iter().map(text))
            .done(),
        StmtKind::Remark => Fields::new("remark").done(),
        StmtKind::Shared(it) => writer.stmt(it),
    }
}
