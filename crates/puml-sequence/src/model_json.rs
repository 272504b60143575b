//! The model printed as JSON: versioned, compact, described by `schema/model.schema.json`.
//!
//! What is absent, false or empty is left out. Participants, boxes and looks are named by their place
//! in their lists; `at` is a byte range of the user's text, with the source's number only where it is
//! another than the diagram's own.

use diag::{SourceId, Span};
use puml_family::json::{self, Object, banner, link, spot, text};
use puml_family::{Label, LookId};
use serde_json::{Value, json};

use crate::element::VOCABULARY;
use crate::model::{
    Arrow, End, Event, EventKind, Fragment, Head, Message, MessageAlign, Model, Note, NotePlace,
    NoteShape, Page, Participant, ParticipantId, ParticipantKind, Side,
};

/// The version of the form; raised when a field changes its meaning or goes away.
pub const MODEL_VERSION: u32 = 1;

/// The JSON Schema of [`model_json`]'s answer.
pub const MODEL_SCHEMA: &str = include_str!("../schema/model.schema.json");

/// The model as one JSON value; `source` is the text that ranges count in unless they say otherwise.
pub fn model_json(model: &Model, source: SourceId) -> Value {
    let writer = Writer { source };
    let mut out = Object::default();
    out.put("version", MODEL_VERSION);
    json::surroundings(&mut out, &model.surroundings);
    out.put(
        "participants",
        model.participants.iter().map(|it| writer.participant(it)).collect::<Value>(),
    );
    if !model.enclosures.is_empty() {
        let boxes = model.enclosures.iter().map(|it| {
            let mut out = Object::default();
            out.some("title", it.label.as_ref().map(text));
            out.some("parent", it.parent.map(|it| it.0));
            out.look("look", it.look);
            out.put("at", writer.at(it.origin));
            out.done()
        });
        out.put("boxes", boxes.collect::<Value>());
    }
    out.put("pages", model.pages.iter().map(|it| writer.page(it)).collect::<Value>());
    out.put("options", options(model));
    json::sprites(&mut out, &model.sprites);
    out.put("looks", json::looks(&model.looks, &VOCABULARY));
    out.done()
}

struct Writer {
    source: SourceId,
}

impl Writer {
    fn at(&self, span: Span) -> Value {
        json::at(span, self.source)
    }

    fn participant(&self, it: &Participant) -> Value {
        let mut out = Object::default();
        out.put("id", it.id.as_str());
        out.put("name", it.label.text.as_str());
        out.put("kind", participant_kind(it.kind));
        if !it.stereotypes.is_empty() {
            out.put(
                "stereotypes",
                it.stereotypes.iter().map(|it| Value::from(it.name.as_str())).collect::<Value>(),
            );
        }
        out.some("spot", it.spot.as_ref().map(spot));
        out.some("link", it.link.as_ref().map(link));
        out.some("box", it.enclosure.map(|it| it.0));
        out.flag("implicit", !it.declared);
        out.flag("created", it.created);
        out.look("look", it.look);
        out.look("stereotypeLook", it.stereotype_look);
        out.look("lifelineLook", it.lifeline_look);
        out.put("at", self.at(it.origin));
        out.done()
    }

    fn page(&self, page: &Page) -> Value {
        let mut out = Object::default();
        out.some("title", page.title.as_ref().map(banner));
        out.put("events", page.events.iter().map(|it| self.event(it)).collect::<Value>());
        out.done()
    }

    fn event(&self, event: &Event) -> Value {
        let mut out = Object::default();
        match &event.kind {
            EventKind::Message(it) => message(&mut out, it),
            EventKind::Activate { who, look } => {
                life(&mut out, "activate", *who);
                out.look("look", *look);
            }
            EventKind::Deactivate { who } => life(&mut out, "deactivate", *who),
            EventKind::Create { who } => life(&mut out, "create", *who),
            EventKind::Destroy { who } => life(&mut out, "destroy", *who),
            EventKind::Note(it) => note(&mut out, it),
            EventKind::Open(it) => open(&mut out, it),
            EventKind::Branch { label, look } => {
                out.put("event", "branch");
                out.text("text", label);
                out.look("look", *look);
            }
            EventKind::Close => out.put("event", "close"),
            EventKind::Reference(it) => {
                out.put("event", "reference");
                out.put("over", it.over.iter().map(|it| Value::from(it.0)).collect::<Value>());
                out.text("text", &it.label);
                out.some("link", it.link.as_ref().map(link));
                out.look("look", it.look);
                out.look("headerLook", it.header_look);
            }
            EventKind::Divider { label, look } => separator(&mut out, "divider", label, *look),
            EventKind::Delay { label, look } => separator(&mut out, "delay", label, *look),
            EventKind::Space { height } => {
                out.put("event", "space");
                out.put("height", *height);
            }
            EventKind::Duration { from, to, label, look } => {
                separator(&mut out, "duration", label, *look);
                out.put("fromAnchor", from.as_str());
                out.put("toAnchor", to.as_str());
            }
        }
        out.flag("parallel", event.parallel);
        out.put("at", self.at(event.origin));
        out.done()
    }
}

fn life(out: &mut Object, event: &str, who: ParticipantId) {
    out.put("event", event);
    out.put("who", who.0);
}

fn separator(out: &mut Object, event: &str, label: &Label, look: LookId) {
    out.put("event", event);
    out.text("text", label);
    out.look("look", look);
}

fn message(out: &mut Object, it: &Message) {
    out.put("event", "message");
    out.put("from", end(it.from));
    out.put("to", end(it.to));
    if !it.also_to.is_empty() {
        out.put("alsoTo", it.also_to.iter().map(|it| Value::from(it.0)).collect::<Value>());
    }
    out.text("text", &it.label);
    out.some("number", it.number.as_ref().map(text));
    arrow(out, it.arrow);
    out.some("link", it.link.as_ref().map(link));
    out.some("anchor", it.anchor.as_deref());
    out.some("fromAnchor", it.from_anchor.as_deref());
    out.some("toAnchor", it.to_anchor.as_deref());
    out.flag("return", it.is_return);
    out.look("look", it.look);
}

fn arrow(out: &mut Object, arrow: Arrow) {
    out.some("fromHead", head(arrow.from_head));
    out.some("toHead", head(arrow.to_head));
    out.flag("fromCircle", arrow.from_circle);
    out.flag("toCircle", arrow.to_circle);
    out.flag("hidden", arrow.hidden);
    out.flag("reversed", arrow.reversed);
    if arrow.slant > 0 {
        out.put("slant", arrow.slant);
    }
}

fn note(out: &mut Object, it: &Note) {
    out.put("event", "note");
    out.put(
        "shape",
        match it.shape {
            NoteShape::Folded => "folded",
            NoteShape::Hexagon => "hexagon",
            NoteShape::Rectangle => "rectangle",
        },
    );
    match it.place {
        NotePlace::Beside(at, who) => {
            out.put("place", side(at));
            out.put("over", json!([who.0]));
        }
        NotePlace::Over(who) => {
            out.put("place", "over");
            out.put("over", json!([who.0]));
        }
        NotePlace::Across(first, second) => {
            out.put("place", "over");
            out.put("over", json!([first.0, second.0]));
        }
        NotePlace::Whole => out.put("place", "across"),
        NotePlace::Attached(Side::Left) => out.put("place", "attachedLeft"),
        NotePlace::Attached(Side::Right) => out.put("place", "attachedRight"),
        NotePlace::AttachedAbove => out.put("place", "attachedAbove"),
        NotePlace::AttachedBelow => out.put("place", "attachedBelow"),
    }
    out.text("text", &it.label);
    out.flag("aligned", it.aligned);
    out.some("link", it.link.as_ref().map(link));
    out.look("look", it.look);
}

fn open(out: &mut Object, it: &Fragment) {
    out.put("event", "open");
    out.put("kind", it.kind.keyword());
    out.text("tab", &it.tab);
    out.text("text", &it.label);
    out.look("look", it.look);
    out.look("headerLook", it.header_look);
}

fn options(model: &Model) -> Value {
    let mut out = Object::default();
    out.flag("noFootbox", !model.footbox);
    out.flag("strict", model.strict);
    out.put("actors", format!("{:?}", model.actor_shape).to_lowercase());
    out.put(
        "messageAlign",
        match model.message_align {
            MessageAlign::Automatic => "automatic",
            MessageAlign::Left => "left",
            MessageAlign::Center => "center",
            MessageAlign::Right => "right",
            MessageAlign::Direction => "direction",
            MessageAlign::ReverseDirection => "reverseDirection",
        },
    );
    out.flag("replyBelow", model.reply_below);
    out.flag("messageSpan", model.message_span);
    out.flag("stereotypeBelow", model.stereotype_below);
    if model.participant_padding > 0.0 {
        out.put("participantPadding", model.participant_padding);
    }
    if model.box_padding > 0.0 {
        out.put("boxPadding", model.box_padding);
    }
    out.done()
}

fn end(end: End) -> Value {
    match end {
        End::Participant(id) => id.0.into(),
        End::Border(at) => side(at).into(),
        End::Short(Side::Left) => "shortLeft".into(),
        End::Short(Side::Right) => "shortRight".into(),
    }
}

fn side(at: Side) -> &'static str {
    match at {
        Side::Left => "left",
        Side::Right => "right",
    }
}

fn head(head: Head) -> Option<&'static str> {
    Some(match head {
        Head::None => return None,
        Head::Filled => "filled",
        Head::Open => "open",
        Head::FilledUpper => "filledUpper",
        Head::FilledLower => "filledLower",
        Head::OpenUpper => "openUpper",
        Head::OpenLower => "openLower",
        Head::Cross => "cross",
    })
}

/// The word of the source for a kind of participant.
pub(crate) fn participant_kind(kind: ParticipantKind) -> &'static str {
    match kind {
        ParticipantKind::Participant => "participant",
        ParticipantKind::Actor => "actor",
        ParticipantKind::Boundary => "boundary",
        ParticipantKind::Control => "control",
        ParticipantKind::Entity => "entity",
        ParticipantKind::Database => "database",
        ParticipantKind::Collections => "collections",
        ParticipantKind::Queue => "queue",
    }
}
