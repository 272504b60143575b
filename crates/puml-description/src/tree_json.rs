//! A diagram's tree as JSON: one range per statement, everything else as values.

use puml_graph::{Direction, Head, Middle};
use puml_syntax::TextRange;
use puml_syntax::ast::{Lines, NoteSide, Table, TableKind};
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use serde_json::Value;

use crate::ast::{Arrow, Body, Code, Document, Element, Group, Link, Note, NotePlace, StmtKind};

/// The blocks of a document as parts of a larger text.
pub(crate) fn part(document: &Document, before: Numbers) -> Part {
    shared::part(document, "uml", before, |it| statement(document, it))
}

/// One statement without its place.
pub(crate) fn statement(document: &Document, kind: &StmtKind) -> Value {
    Writer { shared: shared::Writer { document } }.stmt(kind)
}

struct Writer<'a> {
    shared: shared::Writer<'a, StmtKind>,
}

impl Writer<'_> {
    fn text(&self, range: TextRange) -> String {
        self.shared.document.text(range).into_owned()
    }

    fn stmt(&self, kind: &StmtKind) -> Value {
        match kind {
            StmtKind::Element(it) => self.element(it),
            StmtKind::Link(it) => self.link(it),
            StmtKind::Group(it) => self.group(it),
            StmtKind::Close => Fields::new("close").done(),
            StmtKind::Note(it) => self.note(it),
            StmtKind::Table(it) => self.table(it),
            StmtKind::Visibility(it) => Fields::new("visibility")
                .with("action", word(it.action))
                .maybe("who", it.who.map(|it| self.text(it)))
                .maybe("part", it.part.map(word))
                .done(),
            StmtKind::Address(code, link) => Fields::new("url")
                .with("of", self.code(*code))
                .with("link", self.shared.link(*link))
                .done(),
            StmtKind::Direction(it) => {
                Fields::new("direction").with("leftToRight", *it == Direction::Right).done()
            }
            StmtKind::Separator(it) => Fields::new("separator").with("text", self.text(*it)).done(),
            StmtKind::NewPage => Fields::new("newpage").done(),
            StmtKind::Shared(it) => self.shared.stmt(it),
        }
    }

    fn code(&self, code: Code) -> Value {
        Fields::empty().with("text", self.text(code.range)).with("form", word(code.form)).done()
    }

    fn texts(&self, all: &[TextRange]) -> Vec<Value> {
        all.iter().map(|it| Value::from(self.text(*it))).collect()
    }

    fn element(&self, it: &Element) -> Value {
        Fields::new("element")
            .with("type", it.symbol.word())
            .maybe("keyword", it.keyword.map(|it| self.text(it).to_lowercase()))
            .with("code", self.code(it.code))
            .maybe("shown", it.shown.map(|it| self.code(it)))
            .list("tags", self.texts(&it.tags).into_iter())
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .maybe(
                "text",
                it.text.as_ref().map(|it| {
                    let mut lines = vec![Value::from(self.text(it.first))];
                    lines.extend(self.lines(&it.lines));
                    lines.push(Value::from(self.text(it.last)));
                    lines
                }),
            )
            .done()
    }

    fn lines(&self, lines: &Lines) -> Vec<Value> {
        self.shared.document.lines(lines).split('\n').map(Value::from).collect()
    }

    fn link(&self, it: &Link) -> Value {
        Fields::new("link")
            .with("left", self.code(it.left))
            .maybe("leftText", it.left_text.map(|it| self.text(it)))
            .with("arrow", self.arrow(&it.arrow))
            .maybe("rightText", it.right_text.map(|it| self.text(it)))
            .with("right", self.code(it.right))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("label", it.label.map(|it| self.text(it)))
            .done()
    }

    fn arrow(&self, it: &Arrow) -> Value {
        let head = |it: Head| (it != Head::None).then(|| word(it));
        let colors: Vec<Value> =
            it.style.colors.iter().map(|it| self.shared.color(*it).into()).collect();
        Fields::empty()
            .maybe("leftHead", head(it.left))
            .maybe("rightHead", head(it.right))
            .with("length", it.length)
            .maybe("direction", it.direction.map(word))
            .maybe("middle", (it.middle != Middle::None).then(|| word(it.middle)))
            .maybe("body", (it.body != Body::Solid).then(|| word(it.body)))
            .list("colors", colors.into_iter())
            .maybe("line", it.style.line.map(word))
            .maybe("thickness", it.style.thickness)
            .maybe("hidden", it.style.hidden.then_some(true))
            .maybe("free", it.style.free.then_some(true))
            .maybe("single", it.style.single.then_some(true))
            .done()
    }

    fn group(&self, it: &Group) -> Value {
        Fields::new("container")
            .with("type", it.symbol.map_or("together", puml_graph::Symbol::word))
            .maybe("code", it.code.map(|it| self.code(it)))
            .maybe("shown", it.shown.map(|it| self.code(it)))
            .list("tags", self.texts(&it.tags).into_iter())
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .done()
    }

    fn note(&self, it: &Note) -> Value {
        let side = |it: NoteSide| word(it);
        let fields = Fields::new("note");
        let fields = match it.place {
            NotePlace::Beside(at, code) => {
                fields.with("side", side(at)).with("of", self.code(code))
            }
            NotePlace::Latest(at) => fields.with("side", side(at)),
            NotePlace::OnLink(at) => fields.with("onLink", true).maybe("side", at.map(side)),
            NotePlace::Free(name) => fields.with("name", self.text(name)),
        };
        fields
            .list("tags", self.texts(&it.tags).into_iter())
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .with("text", self.shared.value(&it.text))
            .done()
    }

    fn table(&self, it: &Table) -> Value {
        Fields::new(if it.kind == TableKind::Map { "map" } else { "json" })
            .with("code", self.text(it.code.range))
            .maybe("shown", it.shown.map(|it| self.text(it.range)))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .with("text", self.shared.value(&it.text))
            .done()
    }
}

/// The name of a variant as JSON has it.
fn word(it: impl std::fmt::Debug) -> String {
    let name = format!("{it:?}");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |it| it.to_lowercase().chain(letters).collect())
}
