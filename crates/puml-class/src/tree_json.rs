//! A class diagram's tree as JSON: one range per statement, everything else as values.

use puml_graph::{Direction, Head, Middle};
use puml_syntax::TextRange;
use puml_syntax::ast::{Lines, Name, NoteSide};
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use serde_json::Value;

use crate::ast::{
    Arrow, Declaration, Document, Group, Link, LinkEnd, LinkTarget, Note, NotePlace, StmtKind,
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
            StmtKind::Declaration(it) => self.declaration(it),
            StmtKind::Member(it) => Fields::new("member")
                .with("of", self.shared.name(it.owner))
                .with("text", text(it.text))
                .done(),
            StmtKind::Stereotyped(it) => Fields::new("stereotyped")
                .with("of", self.shared.name(it.owner))
                .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
                .done(),
            StmtKind::Url(it) => Fields::new("url")
                .with("of", self.shared.name(it.owner))
                .with("link", self.shared.link(it.link))
                .done(),
            StmtKind::Link(it) => self.link(it),
            StmtKind::Lollipop(it) => Fields::new("lollipop")
                .with("of", self.shared.name(it.owner))
                .with("text", text(it.circle))
                .maybe("half", it.half.then_some(true))
                .with("length", it.length)
                .maybe("label", it.label.map(text))
                .done(),
            StmtKind::Constraint(it) => Fields::new("constraint")
                .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
                .with("text", text(it.text))
                .done(),
            StmtKind::Group(it) => self.group("package", it),
            StmtKind::EmptyGroup(it) => self.group("emptyPackage", it),
            StmtKind::Close => Fields::new("close").done(),
            StmtKind::Note(it) => self.note(it),
            StmtKind::Visibility(it) => Fields::new("visibility")
                .with("action", word(it.action))
                .maybe("who", it.who.map(text))
                .maybe("empty", it.empty.then_some(true))
                .maybe("part", it.part.map(word))
                .done(),
            StmtKind::Filter(it) => Fields::new("filter")
                .with("action", word(it.action))
                .list("visibilities", it.marks.iter().map(|it| Value::from(word(it))))
                .with("part", word(it.part))
                .done(),
            StmtKind::AllowMixing => Fields::new("allowMixing").done(),
            StmtKind::NewPage => Fields::new("newPage").done(),
            StmtKind::Direction(it) => {
                Fields::new("direction").with("leftToRight", *it == Direction::Right).done()
            }
            StmtKind::Separator(it) => Fields::new("separator").with("text", text(*it)).done(),
            StmtKind::Shared(it) => self.shared.stmt(it),
        }
    }

    fn declaration(&self, it: &Declaration) -> Value {
        let texts = |all: &[TextRange]| -> Vec<Value> {
            all.iter().map(|it| Value::from(self.shared.text(*it))).collect()
        };
        let names = |all: &[Name]| -> Vec<Value> {
            all.iter().map(|it| Value::from(self.shared.text(it.range))).collect()
        };
        Fields::new("entity")
            .with("type", it.kind.word())
            .maybe("visibility", it.visibility.map(word))
            .with("code", self.shared.name(it.code))
            .maybe("shown", it.shown.map(|it| self.shared.name(it)))
            .maybe("generic", it.generic.map(|it| self.shared.text(it)))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .list("tags", texts(&it.tags).into_iter())
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .list("extends", names(&it.extends).into_iter())
            .list("implements", names(&it.implements).into_iter())
            .maybe("body", it.body.as_ref().map(|it| self.lines(it)))
            .maybe("value", it.value.map(|it| self.shared.text(it)))
            .done()
    }

    fn lines(&self, lines: &Lines) -> Value {
        self.shared.document.lines(lines).split('\n').map(Value::from).collect()
    }

    fn link(&self, it: &Link) -> Value {
        Fields::new("link")
            .with("left", self.end(&it.left))
            .with("arrow", self.arrow(&it.arrow))
            .with("right", self.end(&it.right))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("label", it.label.map(|it| self.shared.text(it)))
            .done()
    }

    fn end(&self, it: &LinkEnd) -> Value {
        let fields = match it.target {
            LinkTarget::One(name) => Fields::empty().with("name", self.shared.name(name)),
            LinkTarget::Couple(one, other) => {
                let pair = [one, other].map(|it| Value::from(self.shared.name(it)));
                Fields::empty().list("couple", pair.into_iter())
            }
        };
        fields
            .maybe("qualifier", it.qualifier.map(|it| self.shared.text(it)))
            .maybe("text", it.quantifier.map(|it| self.shared.text(it)))
            .maybe("role", it.role.map(|it| self.shared.text(it)))
            .done()
    }

    fn arrow(&self, it: &Arrow) -> Value {
        let head = |it: Head| (it != Head::None).then(|| word(it));
        Fields::empty()
            .maybe("leftHead", head(it.left))
            .maybe("rightHead", head(it.right))
            .with("length", it.length)
            .maybe("direction", it.direction.map(word))
            .maybe("middle", (it.middle != Middle::None).then(|| word(it.middle)))
            .maybe("dashed", it.dashed.then_some(true))
            .maybe("color", it.color.map(|it| self.shared.color(it)))
            .maybe("hidden", it.wishes.hidden.then_some(true))
            .maybe("free", it.wishes.free.then_some(true))
            .maybe("single", it.wishes.single.then_some(true))
            .maybe("thickness", it.thickness)
            .done()
    }

    fn group(&self, kind: &str, it: &Group) -> Value {
        Fields::new(kind)
            .with("type", it.kind.word())
            .maybe("name", it.name.map(|it| self.shared.name(it)))
            .maybe("code", it.code.map(|it| self.shared.name(it)))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .done()
    }

    fn note(&self, it: &Note) -> Value {
        let side = |it: NoteSide| word(it);
        let fields = Fields::new("note");
        let fields = match it.place {
            NotePlace::Beside(at, name) => {
                fields.with("side", side(at)).with("of", self.shared.name(name))
            }
            NotePlace::AtMember(at, name, member) => fields
                .with("side", side(at))
                .with("of", self.shared.name(name))
                .with("member", self.shared.text(member)),
            NotePlace::Latest(at) => fields.with("side", side(at)),
            NotePlace::OnLink(_) => fields.with("onLink", true),
            NotePlace::Free(name) => fields.with("name", self.shared.name(name)),
        };
        fields
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .with("text", self.shared.value(&it.text))
            .done()
    }
}

/// The name of a variant in lower case.
fn word(it: impl std::fmt::Debug) -> String {
    format!("{it:?}").to_lowercase()
}
