//! A document as JSON: one range per statement, everything else as values.

use puml_syntax::TextRange;
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use serde_json::Value;

use crate::ast::{Direction, Document, Link, Node, NodeText, Side, StmtKind};

/// The block of a document as a part of a larger text; `word` follows its `@start`.
pub(crate) fn part(document: &Document, word: &str, before: Numbers) -> Part {
    shared::part(document, word, before, |it| statement(document, it))
}

/// One statement without its range; two statements that say the same are equal.
pub(crate) fn statement(document: &Document, kind: &StmtKind) -> Value {
    let writer = shared::Writer { document };
    match kind {
        StmtKind::Node(it) => node(&writer, it),
        StmtKind::Side(it) => Fields::new("side").with("side", side(*it)).done(),
        StmtKind::Direction(it) => Fields::new("direction")
            .with(
                "direction",
                match it {
                    Direction::LeftToRight => "left to right",
                    Direction::TopToBottom => "top to bottom",
                },
            )
            .done(),
        StmtKind::Link(it) => link(&writer, it),
        StmtKind::Shared(it) => writer.stmt(it),
    }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}

fn node(writer: &shared::Writer<'_, StmtKind>, it: &Node) -> Value {
    let text = |range: &TextRange| Value::from(writer.text(*range));
    let fields = Fields::new("node")
        .with("marks", writer.text(it.marks))
        .maybe("blanks", (it.blanks > 0).then_some(it.blanks))
        .maybe("color", it.color.map(|it| writer.color(it)))
        .maybe("boxless", it.boxless.then_some(true))
        .maybe("side", it.side.map(side))
        .maybe("code", it.code.map(|it| writer.text(it)));
    let fields = match &it.text {
        NodeText::Line(range) => fields.with("text", writer.text(*range)),
        NodeText::Lines(lines) => {
            let lines = lines.iter().map(|it| writer.text(*it).trim().to_owned());
            fields.with("lines", lines.collect::<Vec<String>>())
        }
    };
    fields.list("stereotypes", it.stereotypes.iter().map(text)).done()
}

fn link(writer: &shared::Writer<'_, StmtKind>, it: &Link) -> Value {
    let text = |range: &TextRange| Value::from(writer.text(*range));
    Fields::new("link")
        .with("from", writer.text(it.from))
        .with("to", writer.text(it.to))
        .maybe("dotted", it.dotted.then_some(true))
        .maybe("color", it.color.map(|it| writer.color(it)))
        .list("stereotypes", it.stereotypes.iter().map(text))
        .maybe("text", it.text.map(|it| writer.text(it)))
        .done()
}
