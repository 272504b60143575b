//! What holds for every picture, checked over random models.

use std::collections::HashSet;
use std::fmt::Write as _;

use diag::{SourceId, Sources, Span};
use proptest::prelude::*;
use scene::{Geometry, Group, Item, Point, Rect, Scene};

use super::{LayoutOptions, layout};
use crate::element::{Element, VOCABULARY};
use crate::model::{
    ActorShape, Arrow, Enclosure, EnclosureId, End, Event, EventKind, Fragment, FragmentKind, Head,
    Message, MessageAlign, Model, Note, NotePlace, NoteShape, Page, Participant, ParticipantId,
    ParticipantKind, Reference, Side,
};
use puml_family::Looks;
use puml_family::themes;
use puml_family::{Banner, Label, Surroundings};

/// One random decision after another; what it means depends on what is possible at that point.
type Step = (u8, u8, u8, u8, bool);

/// Builds models whose every event stands on a line of its own.
struct Builder {
    model: Model,
    events: Vec<Event>,
    levels: Vec<u32>,
    open: usize,
}

fn label(length: u8) -> Label {
    let words = ["call", "the", "service", "again", "with", "more", "context", "than", "before"];
    let text: Vec<&str> = words.iter().cycle().copied().take(usize::from(length % 14)).collect();
    Label { text: text.join(" ") }
}

impl Builder {
    fn new(participants: usize) -> Self {
        let palette = themes::find("default").expect("the default theme exists");
        let looks = Looks::new(VOCABULARY.sheet(&palette), VOCABULARY.roles);
        let kinds = [
            (ParticipantKind::Participant, Element::Participant),
            (ParticipantKind::Actor, Element::Actor),
            (ParticipantKind::Database, Element::Database),
            (ParticipantKind::Queue, Element::Queue),
            (ParticipantKind::Control, Element::Control),
        ];
        let participant = |idx: usize| {
            let (kind, element) = kinds[idx % kinds.len()];
            Participant {
                id: format!("p{idx}"),
                label: Label { text: format!("Number {idx}") },
                kind,
                stereotypes: Vec::new(),
                spot: None,
                link: None,
                enclosure: (idx == 1 || idx == 2).then_some(EnclosureId(0)),
                declared: true,
                created: false,
                look: looks.of(element),
                stereotype_look: looks.of(Element::Stereotype),
                lifeline_look: looks.of(Element::Lifeline),
                origin: Span::new(SourceId(0), 0, 1),
            }
        };
        let enclosure = Enclosure {
            label: Some(label(3)),
            parent: None,
            look: looks.of(Element::Enclosure),
            origin: Span::new(SourceId(0), 0, 1),
        };
        let model = Model {
            participants: (0..participants).map(participant).collect(),
            enclosures: vec![enclosure],
            pages: Vec::new(),
            surroundings: Surroundings {
                title: Some(Banner { label: label(5), origin: Span::new(SourceId(0), 0, 1) }),
                ..Surroundings::default()
            },
            footbox: true,
            strict: false,
            actor_shape: ActorShape::Stick,
            message_align: MessageAlign::Automatic,
            reply_below: false,
            message_span: false,
            stereotype_below: false,
            participant_padding: 0.0,
            box_padding: 0.0,
            sprites: Vec::new(),
            looks,
        };
        Self { model, events: Vec::new(), levels: vec![0; participants], open: 0 }
    }

    fn event(&mut self, kind: EventKind, parallel: bool) {
        let at = self.events.len() as u32 * 2 + 2;
        self.events.push(Event { kind, parallel, origin: Span::new(SourceId(0), at, at + 1) });
    }

    fn message(&mut self, from: End, to: End, length: u8, parallel: bool) {
        let message = Message {
            from,
            to,
            also_to: Vec::new(),
            arrow: Arrow { to_head: Head::Filled, ..Arrow::default() },
            label: label(length),
            number: None,
            link: None,
            anchor: None,
            from_anchor: None,
            to_anchor: None,
            is_return: false,
            look: self.model.looks.of(Element::Arrow),
        };
        self.event(EventKind::Message(Box::new(message)), parallel);
    }

    fn step(&mut self, (what, a, b, length, parallel): Step) {
        let count = self.levels.len();
        let who = |pick: u8| ParticipantId(u32::from(pick) % count as u32);
        let looks = |element| self.model.looks.of(element);
        match what % 16 {
            0..=4 => {
                let (from, to) = (End::Participant(who(a)), End::Participant(who(b)));
                self.message(from, to, length, parallel);
            }
            5 => {
                let side = if a % 2 == 0 { Side::Left } else { Side::Right };
                let outside = if a % 3 == 0 { End::Short(side) } else { End::Border(side) };
                let ends = [outside, End::Participant(who(b))];
                let (from, to) =
                    if length % 2 == 0 { (ends[0], ends[1]) } else { (ends[1], ends[0]) };
                self.message(from, to, length, parallel);
            }
            6 => {
                self.levels[who(b).0 as usize] += 1;
                let look = looks(Element::Activation);
                self.message(End::Participant(who(a)), End::Participant(who(b)), length, false);
                self.event(EventKind::Activate { who: who(b), look }, false);
            }
            7 if self.levels[who(a).0 as usize] > 0 => {
                self.levels[who(a).0 as usize] -= 1;
                self.message(End::Participant(who(a)), End::Participant(who(b)), length, false);
                self.event(EventKind::Deactivate { who: who(a) }, false);
            }
            8 | 9 => {
                let place = match b % 6 {
                    0 => NotePlace::Beside(Side::Left, who(a)),
                    1 => NotePlace::Beside(Side::Right, who(a)),
                    2 => NotePlace::Over(who(a)),
                    3 => NotePlace::Across(who(a), who(length)),
                    4 => NotePlace::Attached(Side::Left),
                    _ => NotePlace::Attached(Side::Right),
                };
                let look = looks(Element::Note);
                let shape = if length % 2 == 0 { NoteShape::Folded } else { NoteShape::Hexagon };
                let note =
                    Note { shape, place, label: label(length), aligned: false, link: None, look };
                self.event(EventKind::Note(Box::new(note)), parallel);
            }
            10 | 11 => {
                self.open += 1;
                let fragment = Fragment {
                    kind: if a % 5 == 0 { FragmentKind::ParTogether } else { FragmentKind::Alt },
                    tab: Label { text: "alt".into() },
                    label: label(length),
                    look: looks(Element::Group),
                    header_look: looks(Element::GroupHeader),
                };
                self.event(EventKind::Open(Box::new(fragment)), parallel);
            }
            12 if self.open > 0 => {
                let look = looks(Element::Group);
                self.event(EventKind::Branch { label: label(length), look }, false);
            }
            13 if self.open > 0 => {
                self.open -= 1;
                self.event(EventKind::Close, false);
            }
            14 => {
                let (look, header_look) =
                    (looks(Element::Reference), looks(Element::ReferenceHeader));
                let reference = Reference {
                    over: vec![who(a), who(b)],
                    label: label(length),
                    link: None,
                    look,
                    header_look,
                };
                self.event(EventKind::Reference(Box::new(reference)), parallel);
            }
            15 => {
                let (label, look) = (label(length), looks(Element::Divider));
                let kind = if a % 2 == 0 {
                    EventKind::Divider { label, look }
                } else {
                    EventKind::Delay { label, look: looks(Element::Delay) }
                };
                self.event(kind, false);
            }
            _ => self.event(EventKind::Space { height: f64::from(a) / 8.0 }, false),
        }
    }

    fn finish(mut self) -> (Model, Sources) {
        while self.open > 0 {
            self.open -= 1;
            self.event(EventKind::Close, false);
        }
        let mut text = String::new();
        for _ in 0..self.events.len() + 2 {
            writeln!(text, "x").expect("text grows");
        }
        let mut sources = Sources::default();
        sources.add("random", text);
        self.model.pages.push(Page { title: None, events: self.events });
        (self.model, sources)
    }
}

fn groups(scene: &Scene) -> Vec<&Group> {
    let mut out = Vec::new();
    for item in &scene.items {
        if let Item::Group(group) = item {
            out.push(group);
        }
    }
    out
}

/// The boxes of all text in an item.
fn words(item: &Item, out: &mut Vec<Rect>) {
    match item {
        Item::Group(group) => group.items.iter().for_each(|it| words(it, out)),
        Item::Text(text) if text.bounds.width > 0.0 => out.push(text.bounds),
        Item::Text(_) | Item::Shape(_) | Item::Image(_) => {}
    }
}

fn shrunk(rect: Rect) -> Rect {
    Rect { x: rect.x + 0.1, y: rect.y + 0.1, width: rect.width - 0.2, height: rect.height - 0.2 }
}

fn contains(outer: Rect, inner: Rect) -> bool {
    let slack = 0.6;
    inner.x >= outer.x - slack
        && inner.y >= outer.y - slack
        && inner.right() <= outer.right() + slack
        && inner.bottom() <= outer.bottom() + slack
}

/// The group that an event became; every line is one event.
fn drawn<'s>(groups: &[&'s Group], event: &Event, role: &str) -> Option<&'s Group> {
    let start = event.origin.start;
    groups
        .iter()
        .copied()
        .find(|it| it.role == role && it.origin.is_some_and(|it| it.start == start))
}

fn role(event: &Event) -> Option<&'static str> {
    match event.kind {
        EventKind::Message(_) => Some("message"),
        EventKind::Activate { .. } => Some("activation"),
        EventKind::Note(_) => Some("note"),
        EventKind::Open(_) => Some("fragment"),
        EventKind::Reference(_) => Some("reference"),
        EventKind::Divider { .. } => Some("divider"),
        EventKind::Delay { .. } => Some("delay"),
        _ => None,
    }
}

fn every_event_is_drawn(model: &Model, scene: &Scene) {
    let groups = groups(scene);
    for event in &model.pages[0].events {
        let Some(role) = role(event) else { continue };
        let group = drawn(&groups, event, role).unwrap_or_else(|| panic!("{event:?}"));
        assert!(!group.items.is_empty(), "{event:?}");
        assert!(group.id.is_some(), "{event:?}");
    }
    let ids: Vec<_> = groups.iter().filter_map(|it| Some((it.role, it.id?))).collect();
    let different: HashSet<_> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "ids are unique");
}

fn nothing_leaves_the_canvas(scene: &Scene) {
    let canvas = Rect { x: 0.0, y: 0.0, width: scene.size.width, height: scene.size.height };
    for item in &scene.items {
        let bounds = item.bounds().expect("nothing empty is drawn");
        assert!(contains(canvas, bounds), "{bounds:?} in {canvas:?}");
    }
}

fn no_words_overlap(scene: &Scene) {
    let mut all: Vec<(usize, Rect)> = Vec::new();
    for (idx, item) in scene.items.iter().enumerate() {
        let mut found = Vec::new();
        words(item, &mut found);
        all.extend(found.into_iter().map(|rect| (idx, rect)));
    }
    for (at, (one, rect)) in all.iter().enumerate() {
        for (other, another) in &all[at + 1..] {
            let apart = one == other || !shrunk(*rect).overlaps(shrunk(*another));
            assert!(
                apart,
                "{} {rect:?}, {} {another:?}",
                name(&scene.items[*one]),
                name(&scene.items[*other])
            );
        }
    }
}

fn name(item: &Item) -> &str {
    match item {
        Item::Group(group) => group.title.as_deref().unwrap_or(group.role),
        _ => "an item",
    }
}

fn frames_hold_their_contents(model: &Model, scene: &Scene) {
    let groups = groups(scene);
    let mut open: Vec<Rect> = Vec::new();
    for event in &model.pages[0].events {
        match event.kind {
            EventKind::Open(_) => {
                let frame = drawn(&groups, event, "fragment")
                    .and_then(Group::bounds)
                    .expect("frames are drawn");
                for outer in &open {
                    assert!(contains(*outer, frame), "{frame:?} in {outer:?}");
                }
                open.push(frame);
            }
            EventKind::Close => drop(open.pop()),
            EventKind::Message(_)
            | EventKind::Note(_)
            | EventKind::Reference(_)
            | EventKind::Divider { .. } => {
                let role = role(event).expect("it is drawn");
                let bounds =
                    drawn(&groups, event, role).and_then(Group::bounds).expect("it is drawn");
                for outer in &open {
                    assert!(contains(*outer, bounds), "{bounds:?} in {outer:?}: {event:?}");
                }
            }
            _ => {}
        }
    }
}

fn bars(scene: &Scene) -> Vec<Rect> {
    groups(scene)
        .into_iter()
        .filter(|it| it.role == "activation")
        .filter_map(Group::bounds)
        .collect()
}

fn bars_nest(scene: &Scene) {
    let bars = bars(scene);
    for outer in &bars {
        for inner in &bars {
            let on_it = inner.x > outer.x && inner.x < outer.right() && inner.overlaps(*outer);
            assert!(
                !on_it || inner.bottom() <= outer.bottom() + 8.1 && inner.y >= outer.y - 0.1,
                "{inner:?} {outer:?}"
            );
        }
    }
}

/// The tip of every filled head lies on a lifeline, on the edge of a bar, or where nobody stands.
fn arrows_touch(model: &Model, scene: &Scene) {
    let groups = groups(scene);
    let lifelines: Vec<f64> = groups
        .iter()
        .filter(|it| it.role == "lifeline")
        .filter_map(|it| it.bounds())
        .map(|it| it.x)
        .collect();
    let bars = bars(scene);
    for event in &model.pages[0].events {
        let EventKind::Message(message) = &event.kind else { continue };
        let End::Participant(to) = message.to else { continue };
        let group = drawn(&groups, event, "message").expect("messages are drawn");
        let Point { x, y } = tip(group);
        let lifeline = lifelines[to.0 as usize];
        let at_bar = bars.iter().any(|bar| {
            let edge = (bar.x - x).abs() < 0.01 || (bar.right() - x).abs() < 0.01;
            edge && y >= bar.y - 0.01 && y <= bar.bottom() + 0.01 && (bar.x - lifeline).abs() < 60.0
        });
        assert!(at_bar || (x - lifeline).abs() < 0.01, "{x} {lifeline} {message:?}");
    }
}

fn tip(group: &Group) -> Point {
    let mut tips = group.items.iter().filter_map(|item| match item {
        Item::Shape(shape) => match &shape.geometry {
            Geometry::Polygon(points) if points.len() == 3 => Some(points[0]),
            _ => None,
        },
        _ => None,
    });
    tips.next_back().expect("a filled head is a triangle")
}

/// Lays the steps out and looks at everything.
fn holds_together(participants: usize, steps: &[Step]) {
    let mut builder = Builder::new(participants);
    for step in steps {
        builder.step(*step);
    }
    let (model, sources) = builder.finish();
    let scenes = layout(&model, &sources, &LayoutOptions::default());
    assert_eq!(scenes.len(), 1);
    let scene = &scenes[0];
    every_event_is_drawn(&model, scene);
    nothing_leaves_the_canvas(scene);
    no_words_overlap(scene);
    frames_hold_their_contents(&model, scene);
    bars_nest(scene);
    arrows_touch(&model, scene);
}

#[test]
fn a_picture_so_long_that_threads_share_it_holds_together() {
    let steps: Vec<Step> = (0..1_500_u32)
        .map(|idx| idx.wrapping_mul(2_654_435_761).to_le_bytes())
        .map(|[a, b, c, d]| (d, c, b, a, d % 2 == 0))
        .collect();
    holds_together(4, &steps);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn pictures_hold_together(participants in 1_usize..6, steps in prop::collection::vec(any::<Step>(), 0..40)) {
        holds_together(participants, &steps);
    }
}
