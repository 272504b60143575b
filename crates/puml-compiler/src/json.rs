//! The model printed as JSON: versioned, compact, described by `schema/model.schema.json`.
//!
//! What is absent, false or empty is left out. Participants, boxes and looks are named by their place
//! in their lists; `at` is a byte range of the user's text, with the source's number only where it is
//! another than the diagram's own.

mod sprite;

use diag::{SourceId, Span};
use scene::{Color, Direction, Paint};
use serde_json::{Map, Value, json};

use crate::model::{
    Align, Arrow, Banner, End, Event, EventKind, Fragment, FragmentKind, Head, Label, Link, Margin,
    Message, MessageAlign, Model, Note, NotePlace, NoteShape, Page, Participant, ParticipantId,
    ParticipantKind, Scale, Side, Spot,
};
use crate::style::{Element, Look, LookId, Shading};

/// The version of the form; raised when a field changes its meaning or goes away.
pub const MODEL_VERSION: u32 = 1;

/// The JSON Schema of [`model_json`]'s answer.
pub const MODEL_SCHEMA: &str = include_str!("../schema/model.schema.json");

/// The model as one JSON value; `source` is the text that ranges count in unless they say otherwise.
pub fn model_json(model: &Model, source: SourceId) -> Value {
    let writer = Writer { source };
    let mut out = Object::default();
    out.put("version", MODEL_VERSION);
    out.some("title", model.title.as_ref().map(banner));
    out.some("header", model.header.as_ref().map(margin));
    out.some("footer", model.footer.as_ref().map(margin));
    out.some(
        "legend",
        model.legend.as_ref().map(|it| {
            json!({ "text": it.label.text, "align": align(it.align), "at": if it.top { "top" } else { "bottom" } })
        }),
    );
    out.some("caption", model.caption.as_ref().map(banner));
    out.some("mainframe", model.mainframe.as_ref().map(banner));
    out.some("scale", model.scale.map(scale));
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
    if !model.sprites.is_empty() {
        out.put("sprites", model.sprites.iter().map(sprite::json).collect::<Value>());
    }
    out.put("looks", looks(model));
    out.done()
}

/// An object that leaves out what is not there.
#[derive(Default)]
struct Object(Map<String, Value>);

impl Object {
    fn put(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.into(), value.into());
    }

    fn some(&mut self, name: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    fn flag(&mut self, name: &str, value: bool) {
        if value {
            self.put(name, true);
        }
    }

    fn text(&mut self, name: &str, label: &Label) {
        if !label.text.is_empty() {
            self.put(name, label.text.as_str());
        }
    }

    fn look(&mut self, name: &str, look: LookId) {
        self.put(name, look.0);
    }

    fn done(self) -> Value {
        Value::Object(self.0)
    }
}

struct Writer {
    source: SourceId,
}

impl Writer {
    fn at(&self, span: Span) -> Value {
        if span.source == self.source {
            json!([span.start, span.end])
        } else {
            json!([span.start, span.end, span.source.0])
        }
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
            EventKind::Divider { label, look } => stretch(&mut out, "divider", label, *look),
            EventKind::Delay { label, look } => stretch(&mut out, "delay", label, *look),
            EventKind::Space { height } => {
                out.put("event", "space");
                out.put("height", *height);
            }
            EventKind::Duration { from, to, label, look } => {
                stretch(&mut out, "duration", label, *look);
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

fn stretch(out: &mut Object, event: &str, label: &Label, look: LookId) {
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
    out.put("kind", fragment_kind(it.kind));
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

/// The looks that the model names besides those of the elements, and the elements' own by name.
fn looks(model: &Model) -> Value {
    model
        .looks
        .iter()
        .enumerate()
        .map(|(idx, it)| {
            let element = Element::ALL.get(idx).map(|it| format!("{it:?}"));
            look(it, element)
        })
        .collect()
}

fn look(it: &Look, element: Option<String>) -> Value {
    let mut out = Object::default();
    out.some("element", element);
    out.some("fill", it.fill.map(paint));
    out.put("line", color(it.line));
    out.put("lineWidth", it.line_width);
    if !it.dash.is_empty() {
        out.put("dash", it.dash.clone());
    }
    for (name, value) in [
        ("corner", it.corner),
        ("bevel", it.bevel),
        ("margin", it.margin),
        ("minWidth", it.min_width),
    ] {
        if value > 0.0 {
            out.put(name, value);
        }
    }
    if let Shading::Shadow(distance) = it.shading {
        out.put("shadow", distance);
    }
    out.put(
        "font",
        json!({
            "family": format!("{:?}", it.font.family).to_lowercase(),
            "size": it.font.size,
            "bold": it.font.bold,
            "italic": it.font.italic,
        }),
    );
    out.some("fontName", it.font.name.as_deref());
    out.put("text", color(it.text));
    out.put("link", color(it.link));
    out.some("head", it.head.map(color));
    out.put("padding", it.padding);
    out.put("align", align(it.align));
    out.some("maxWidth", it.max_width);
    out.done()
}

fn banner(banner: &Banner) -> Value {
    text(&banner.label)
}

fn text(label: &Label) -> Value {
    label.text.as_str().into()
}

fn margin(margin: &Margin) -> Value {
    json!({ "text": margin.label.text, "align": align(margin.align) })
}

fn link(link: &Link) -> Value {
    let mut out = Object::default();
    out.put("url", link.url.as_str());
    out.some("tooltip", link.tooltip.as_deref());
    out.some("label", link.label.as_deref());
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

fn align(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Center => "center",
        Align::Right => "right",
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

/// The word of the source for a kind of group.
pub(crate) fn fragment_kind(kind: FragmentKind) -> &'static str {
    match kind {
        FragmentKind::Alt => "alt",
        FragmentKind::Opt => "opt",
        FragmentKind::Loop => "loop",
        FragmentKind::Par => "par",
        FragmentKind::ParTogether => "par2",
        FragmentKind::Break => "break",
        FragmentKind::Critical => "critical",
        FragmentKind::Group => "group",
        FragmentKind::Partition => "partition",
    }
}

fn scale(scale: Scale) -> Value {
    match scale {
        Scale::Factor(factor) => json!({ "factor": factor }),
        Scale::Width(width) => json!({ "width": width }),
        Scale::Height(height) => json!({ "height": height }),
        Scale::Fit(width, height) => json!({ "width": width, "height": height }),
        Scale::MaxWidth(width) => json!({ "maxWidth": width }),
        Scale::MaxHeight(height) => json!({ "maxHeight": height }),
        Scale::MaxFit(width, height) => json!({ "maxWidth": width, "maxHeight": height }),
    }
}

fn spot(spot: &Spot) -> Value {
    match spot {
        Spot::Letter { letter, color: fill } => {
            json!({ "letter": letter.to_string(), "color": color(*fill) })
        }
        Spot::Sprite { name, scale, color: ink } => {
            let mut out = Object::default();
            out.put("sprite", name.as_str());
            out.put("scale", *scale);
            out.some("color", ink.map(color));
            out.done()
        }
    }
}

fn color(color: Color) -> Value {
    match color.dark {
        Some(dark) => json!([color.light.to_hex(), dark.to_hex()]),
        None => color.light.to_hex().into(),
    }
}

fn paint(paint: Paint) -> Value {
    match paint {
        Paint::Solid(it) => color(it),
        Paint::Gradient { from, to, direction } => {
            let direction = match direction {
                Direction::Right => "right",
                Direction::Down => "down",
                Direction::DownRight => "downRight",
                Direction::UpRight => "upRight",
            };
            json!({ "from": color(from), "to": color(to), "direction": direction })
        }
    }
}
