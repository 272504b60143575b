//! The tree of the older syntax as JSON.

use puml_graph::Direction;
use puml_syntax::TextRange;
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use serde_json::Value;

use super::ast::{Arrow, Document, Step, StepName, StmtKind};

/// The blocks of a document as parts of a larger text.
pub(super) fn part(document: &Document, before: Numbers) -> Part {
    let writer = Writer { shared: shared::Writer { document } };
    shared::part(document, "uml", before, |it| writer.stmt(it))
}

/// One statement, without its place.
pub(super) fn statement(document: &Document, kind: &StmtKind) -> Value {
    Writer { shared: shared::Writer { document } }.stmt(kind)
}

struct Writer<'a> {
    shared: shared::Writer<'a, StmtKind>,
}

impl Writer<'_> {
    fn stmt(&self, kind: &StmtKind) -> Value {
        let text = |range: TextRange| self.shared.text(range);
        match kind {
            StmtKind::Link(it) => Fields::new("link")
                .maybe("from", it.from.as_ref().map(|it| self.step(it)))
                .with("arrow", self.arrow(&it.arrow))
                .maybe("label", it.label.map(text))
                .with("to", self.step(&it.to))
                .done(),
            StmtKind::If(it) => Fields::new("if")
                .maybe("from", it.from.as_ref().map(|it| self.step(it)))
                .maybe("arrow", it.arrow.as_ref().map(|it| self.arrow(it)))
                .maybe("label", it.label.map(text))
                .with("test", text(it.test))
                .maybe("code", it.code.map(text))
                .done(),
            StmtKind::Else => Fields::new("else").done(),
            StmtKind::EndIf => Fields::new("endif").done(),
            StmtKind::Partition(it) => Fields::new("partition")
                .with("title", text(it.title))
                .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
                .done(),
            StmtKind::Close => Fields::new("close").done(),
            StmtKind::Note(it) => Fields::new("note")
                .maybe("side", it.side.map(|it| format!("{it:?}").to_lowercase()))
                .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
                .with("text", self.shared.value(&it.text))
                .done(),
            StmtKind::Direction(it) => {
                Fields::new("direction").with("leftToRight", *it == Direction::Right).done()
            }
            StmtKind::Shared(it) => self.shared.stmt(it),
        }
    }

    fn arrow(&self, it: &Arrow) -> Value {
        Fields::empty()
            .with("length", it.length)
            .maybe("direction", it.direction.map(|it| format!("{it:?}").to_lowercase()))
            .maybe("dotted", it.dotted.then_some(true))
            .maybe("color", it.style.color.map(|it| self.shared.color(it)))
            .maybe("hidden", it.style.hidden.then_some(true))
            .done()
    }

    fn step(&self, it: &Step) -> Value {
        let fields = match &it.name {
            StepName::Circle(name) => Fields::new("circle").with("name", self.shared.text(*name)),
            StepName::Bar(name) => Fields::new("bar").with("name", self.shared.text(*name)),
            StepName::Action { text, code } => Fields::new("action")
                .with("text", self.shared.value(text))
                .maybe("code", code.map(|it| self.shared.text(it))),
            StepName::Open => Fields::new("open"),
        };
        fields
            .list("stereotypes", it.stereotypes.iter().map(|it| Value::from(self.shared.text(*it))))
            .maybe("partition", it.partition.map(|it| self.shared.text(it)))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .done()
    }
}
