//! A document as JSON: one range per statement, everything else as values.
//!
//! `ast.schema.json` beside this crate's manifest describes it; the version rises when it changes.

use puml_syntax::TextRange;
use puml_syntax::json::{self as shared, Fields, Numbers, Part, switch};
use serde_json::Value;

use crate::ast::{
    Arrow, ArrowLine, Border, Declaration, Document, Head, LifeAction, Mark, Message, MessageEnd,
    Note, NotePlace, NoteShape, NoteSide, Numbering, ParticipantKind, ParticipantRef, Reference,
    Shown, StmtKind,
};

/// The schema that every answer of [`json()`](fn@json) fulfils.
pub const SCHEMA: &str = include_str!("../ast.schema.json");

/// A document as a value with a stable key order. Absent and false fields are left out.
pub fn json(document: &Document) -> Value {
    shared::document([part(document, Numbers::default())])
}

/// The blocks of a document as parts of a larger text.
pub(crate) fn part(document: &Document, before: Numbers) -> Part {
    let writer = Writer::new(document);
    shared::part(document, "uml", before, |it| writer.stmt(it))
}

/// One statement without its range; two statements that say the same are equal.
pub(crate) fn statement(document: &Document, kind: &StmtKind) -> Value {
    Writer::new(document).stmt(kind)
}

struct Writer<'a> {
    shared: shared::Writer<'a, StmtKind>,
}

impl<'a> Writer<'a> {
    fn new(document: &'a Document) -> Self {
        Self { shared: shared::Writer { document } }
    }

    fn stmt(&self, kind: &StmtKind) -> Value {
        match kind {
            StmtKind::Declaration(it) => self.declaration(it),
            StmtKind::Message(it) => self.message(it),
            StmtKind::Life(it) => Fields::new(action(it.action))
                .maybe("who", it.who.map(|it| self.shared.name(it)))
                .maybe("color", it.back.map(|it| self.shared.color(it)))
                .maybe("lineColor", it.line.map(|it| self.shared.color(it)))
                .done(),
            StmtKind::Return(it) => Fields::new("return")
                .maybe("parallel", it.parallel.map(|_| true))
                .maybe("color", it.color.map(|it| self.shared.color(it)))
                .maybe("text", it.text.map(|it| self.shared.text(it)))
                .done(),
            StmtKind::AutoActivate(it) => switch("autoactivate", *it),
            StmtKind::Note(it) => self.note(it),
            StmtKind::Reference(it) => self.reference(it),
            StmtKind::Group(it) => Fields::new("group")
                .with("operator", it.kind.keyword())
                .maybe("parallel", it.parallel.map(|_| true))
                .maybe("headerColor", it.header_color.map(|it| self.shared.color(it)))
                .maybe("color", it.body_color.map(|it| self.shared.color(it)))
                .maybe("label", it.label.map(|it| self.shared.text(it)))
                .maybe("secondary", it.secondary.map(|it| self.shared.text(it)))
                .done(),
            StmtKind::Else(it) => Fields::new("else")
                .maybe("color", it.color.map(|it| self.shared.color(it)))
                .maybe("label", it.label.map(|it| self.shared.text(it)))
                .done(),
            StmtKind::End { trailing } => {
                Fields::new("end").maybe("trailing", trailing.map(|it| self.shared.text(it))).done()
            }
            StmtKind::BoxOpen(it) => Fields::new("box")
                .maybe("title", it.title.map(|it| self.shared.text(it)))
                .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
                .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
                .done(),
            StmtKind::BoxClose => Fields::new("endBox").done(),
            StmtKind::Divider(it) => {
                Fields::new("divider").with("text", self.shared.text(it.text)).done()
            }
            StmtKind::Delay(it) => {
                Fields::new("delay").maybe("text", it.text.map(|it| self.shared.text(it))).done()
            }
            StmtKind::Space(it) => Fields::new("space").maybe("pixels", it.pixels).done(),
            StmtKind::NewPage(it) => Fields::new("newpage")
                .maybe("title", it.title.map(|it| self.shared.text(it)))
                .done(),
            StmtKind::IgnoreNewPage => Fields::new("ignoreNewpage").done(),
            StmtKind::Numbering(it) => self.numbering(it),
            StmtKind::Duration(it) => Fields::new("duration")
                .with("from", self.shared.text(it.from))
                .with("to", self.shared.text(it.to))
                .maybe("text", it.text.map(|it| self.shared.text(it)))
                .done(),
            StmtKind::Url { who, link } => Fields::new("url")
                .with("who", self.shared.name(*who))
                .with("link", self.shared.link(*link))
                .done(),
            StmtKind::Footbox(it) => switch("footbox", *it),
            StmtKind::Unlinked(it) => switch("unlinked", *it),
            StmtKind::Stereotypes(it) => switch("stereotypes", *it),
            StmtKind::Shared(it) => self.shared.stmt(it),
        }
    }

    fn declaration(&self, it: &Declaration) -> Value {
        let shown = match &it.shown {
            Some(Shown::Name(name)) => Some(self.shared.name(*name)),
            Some(Shown::Lines(lines)) => Some(self.shared.document.lines(lines)),
            None => None,
        };
        Fields::new("participant")
            .with("shape", it.kind.map_or("participant", ParticipantKind::keyword))
            .maybe("create", it.create.map(|_| true))
            .with("code", self.shared.name(it.code))
            .maybe("shown", shown)
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("order", it.order.map(|it| it.value))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("color", it.color.map(|it| self.shared.color(it)))
            .done()
    }

    fn message(&self, it: &Message) -> Value {
        let marks = it.marks.map(|it| {
            let all = [Some(it.first), it.second];
            all.into_iter().flatten().map(|it| Value::from(action(it))).collect::<Vec<_>>()
        });
        Fields::new("message")
            .maybe("parallel", it.parallel.map(|_| true))
            .maybe("anchor", it.anchor.map(|it| self.shared.text(it)))
            .with("left", self.end(&it.left, it.left_anchor))
            .with("arrow", self.arrow(&it.arrow))
            .with("right", self.end(&it.right, it.right_anchor))
            .list("multicast", it.multicast.iter().map(|it| Value::from(self.shared.name(*it))))
            .maybe("marks", marks)
            .maybe("activationColor", it.activation_color.map(|it| self.shared.color(it)))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .maybe("text", it.text.map(|it| self.shared.text(it)))
            .done()
    }

    fn end(&self, end: &MessageEnd, anchor: Option<TextRange>) -> Value {
        let fields = match end {
            MessageEnd::Participant(ParticipantRef { code, shown }) => Fields::empty()
                .with("code", self.shared.name(*code))
                .maybe("shown", shown.map(|it| self.shared.name(it))),
            MessageEnd::Border(border) => Fields::empty().with(
                "border",
                match border {
                    Border::Left => "left",
                    Border::Right => "right",
                    Border::Short => "short",
                },
            ),
        };
        fields.maybe("anchor", anchor.map(|it| self.shared.text(it))).done()
    }

    fn arrow(&self, it: &Arrow) -> Value {
        Fields::empty()
            .maybe("leftHead", head(it.left.head))
            .maybe("leftMark", mark(it.left.mark))
            .maybe("rightHead", head(it.right.head))
            .maybe("rightMark", mark(it.right.mark))
            .maybe("dashed", (it.line == ArrowLine::Dashed).then_some(true))
            .maybe("color", it.color.map(|it| self.shared.color(it)))
            .maybe("hidden", it.hidden.then_some(true))
            .maybe("bold", it.bold.then_some(true))
            .maybe("slant", it.slant)
            .done()
    }

    fn note(&self, it: &Note) -> Value {
        let (place, side, over) = match it.place {
            NotePlace::Latest(side) => ("latest", Some(side), vec![]),
            NotePlace::Beside(side, name) => ("beside", Some(side), vec![name]),
            NotePlace::Over(first, second) => {
                ("over", None, [Some(first), second].into_iter().flatten().collect())
            }
            NotePlace::Across => ("across", None, vec![]),
        };
        let side = side.map(|it| match it {
            NoteSide::Left => "left",
            NoteSide::Right => "right",
            NoteSide::Top => "top",
            NoteSide::Bottom => "bottom",
        });
        Fields::new("note")
            .with(
                "shape",
                match it.shape {
                    NoteShape::Folded => "note",
                    NoteShape::Hexagon => "hnote",
                    NoteShape::Rectangle => "rnote",
                },
            )
            .maybe("parallel", it.parallel.map(|_| true))
            .maybe("aligned", it.aligned.map(|_| true))
            .with("place", place)
            .maybe("side", side)
            .list("participants", over.into_iter().map(|it| Value::from(self.shared.name(it))))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .with("text", self.shared.value(&it.text))
            .done()
    }

    fn reference(&self, it: &Reference) -> Value {
        Fields::new("ref")
            .maybe("parallel", it.parallel.map(|_| true))
            .maybe("color", it.color.map(|it| self.shared.color(it)))
            .list("participants", it.over.iter().map(|it| Value::from(self.shared.name(*it))))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .with("text", self.shared.value(&it.text))
            .done()
    }

    fn numbering(&self, it: &Numbering) -> Value {
        let fields = Fields::new("autonumber");
        match it {
            Numbering::Start { start, step, format } => fields
                .with("action", "start")
                .maybe("start", start.as_ref().map(|it| self.shared.text(it.range)))
                .maybe("step", *step)
                .maybe("format", format.map(|it| self.shared.text(it))),
            Numbering::Stop => fields.with("action", "stop"),
            Numbering::Resume { step, format } => fields
                .with("action", "resume")
                .maybe("step", *step)
                .maybe("format", format.map(|it| self.shared.text(it))),
            Numbering::Increment { level } => fields.with("action", "inc").maybe("level", *level),
        }
        .done()
    }
}

fn action(it: LifeAction) -> &'static str {
    match it {
        LifeAction::Activate => "activate",
        LifeAction::Deactivate => "deactivate",
        LifeAction::Create => "create",
        LifeAction::Destroy => "destroy",
    }
}

fn head(it: Head) -> Option<&'static str> {
    Some(match it {
        Head::None => return None,
        Head::Filled => "filled",
        Head::Open => "open",
        Head::UpperHalf => "upperHalf",
        Head::LowerHalf => "lowerHalf",
        Head::UpperHalfOpen => "upperHalfOpen",
        Head::LowerHalfOpen => "lowerHalfOpen",
    })
}

fn mark(it: Mark) -> Option<&'static str> {
    match it {
        Mark::None => None,
        Mark::Circle => Some("circle"),
        Mark::Cross => Some("cross"),
    }
}
