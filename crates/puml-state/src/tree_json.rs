//! A state diagram's tree as JSON: one range per statement, everything else as values.

use puml_graph::Direction;
use puml_syntax::TextRange;
use puml_syntax::ast::{NoteSide, Switch, Table, TableKind};
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use serde_json::Value;

use crate::ast::{
    Arrow, Container, Declaration, Document, End, EndKind, Note, NotePlace, Separator, StmtKind,
    Transition,
};

/// The blocks of a document as parts of a larger text.
pub(crate) fn part(document: &Document, before: Numbers) -> Part {
    let writer = Writer { shared: shared::Writer { document } };
    shared::part(document, "uml", before, |it| writer.stmt(it))
}

/// One statement, without its place.
pub(crate) fn statement(document: &Document, kind: &StmtKind) -> Value {
    Writer { shared: shared::Writer { document } }.stmt(kind)
}

struct Writer<'a> {
    shared: shared::Writer<'a, StmtKind>,
}

impl Writer<'_> {
    fn stmt(&self, kind: &StmtKind) -> Value {
        let text = |range: TextRange| self.shared.text(range);
        match kind {
            StmtKind::State(it) => self.declaration("state", it),
            StmtKind::Open(Container::State, it) => self.declaration("composite", it),
            StmtKind::Open(Container::Frame, it) => self.declaration("frame", it),
            StmtKind::Close => Fields::new("close").done(),
            StmtKind::Region(it) => Fields::new("region")
                .with("separator", if *it == Separator::Horizontal { "--" } else { "||" })
                .done(),
            StmtKind::Description(it) => Fields::new("description")
                .with("of", self.shared.name(it.state))
                .with("text", text(it.text))
                .done(),
            StmtKind::Transition(it) => self.transition(it),
            StmtKind::Note(it) => self.note(it),
            StmtKind::Table(it) => self.table(it),
            StmtKind::Visibility(it) => Fields::new("visibility")
                .with("action", format!("{:?}", it.action).to_lowercase())
                .with("what", text(it.what))
                .done(),
            StmtKind::EmptyDescription(it) => {
                Fields::new("emptyDescription").with("shown", *it == Switch::On).done()
            }
            StmtKind::Direction(it) => {
                Fields::new("direction").with("leftToRight", *it == Direction::Right).done()
            }
            StmtKind::NameSeparator(it) => Fields::new("separator").with("text", text(*it)).done(),
            StmtKind::Url(name, link) => Fields::new("url")
                .with("of", self.shared.name(*name))
                .with("link", self.shared.link(*link))
                .done(),
            StmtKind::Shared(it) => self.shared.stmt(it),
        }
    }

    fn texts(&self, all: &[TextRange]) -> impl Iterator<Item = Value> {
        let texts: Vec<Value> = all.iter().map(|it| Value::from(self.shared.text(*it))).collect();
        texts.into_iter()
    }

    fn declaration(&self, kind: &str, it: &Declaration) -> Value {
        Fields::new(kind)
            .with("code", self.shared.name(it.code))
            .maybe("shown", it.shown.map(|it| self.shared.name(it)))
            .list("tags", self.texts(&it.tags))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .maybe("text", it.text.map(|it| self.shared.text(it)))
            .done()
    }

    fn table(&self, it: &Table) -> Value {
        Fields::new(if it.kind == TableKind::Map { "map" } else { "json" })
            .with("code", self.shared.name(it.code))
            .maybe("shown", it.shown.map(|it| self.shared.name(it)))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .with("text", self.shared.value(&it.text))
            .done()
    }

    fn transition(&self, it: &Transition) -> Value {
        Fields::new("transition")
            .with("left", self.end(it.left))
            .with("arrow", self.arrow(&it.arrow))
            .with("right", self.end(it.right))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("label", it.label.map(|it| self.shared.text(it)))
            .done()
    }

    fn end(&self, it: End) -> Value {
        let text = |range: TextRange| self.shared.text(range);
        match it.kind {
            EndKind::State => Fields::empty().with("state", text(it.range)),
            EndKind::Mark => Fields::empty().with("mark", "[*]"),
            EndKind::History(owner) => {
                Fields::empty().with("mark", "[H]").maybe("of", owner.map(text))
            }
            EndKind::DeepHistory(owner) => {
                Fields::empty().with("mark", "[H*]").maybe("of", owner.map(text))
            }
            EndKind::Bar(name) => Fields::empty().with("bar", text(name)),
        }
        .done()
    }

    fn arrow(&self, it: &Arrow) -> Value {
        let style = it.style;
        Fields::empty()
            .maybe("reversed", it.reversed.then_some(true))
            .with("length", it.length)
            .maybe("direction", it.direction.map(|it| format!("{it:?}").to_lowercase()))
            .maybe("color", style.color.map(|it| self.shared.color(it)))
            .maybe("style", style.border.map(|it| format!("{it:?}").to_lowercase()))
            .maybe("thickness", style.thickness)
            .maybe("hidden", style.hidden.then_some(true))
            .maybe("free", style.free.then_some(true))
            .maybe("cross", it.cross.then_some(true))
            .maybe("circle", it.circle.then_some(true))
            .done()
    }

    fn note(&self, it: &Note) -> Value {
        let side = |it: NoteSide| format!("{it:?}").to_lowercase();
        let fields = Fields::new("note");
        let fields = match it.place {
            NotePlace::Beside(at, name) => {
                fields.with("side", side(at)).with("of", self.shared.name(name))
            }
            NotePlace::Latest(at) => fields.with("side", side(at)),
            NotePlace::OnLink(at) => fields.with("onLink", true).maybe("side", at.map(side)),
            NotePlace::Free(name) => fields.with("name", self.shared.name(name)),
        };
        fields
            .list("tags", self.texts(&it.tags))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .with("text", self.shared.value(&it.text))
            .done()
    }
}
