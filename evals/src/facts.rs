//! A sequence diagram as a flat list of what it says, for comparing with what it should say.

use diag::Sources;
use puml_compiler::{Options, World, compile};
use puml_sequence::{End, Event, EventKind, Model, NotePlace, Participant, ParticipantId};

/// One thing that a diagram says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fact {
    /// Ends are `id name`, or `[` for an edge.
    Message { from: String, to: Vec<String>, label: String },
    /// A text at a place.
    At { place: Place, who: Vec<String>, label: String },
    /// A group; `end` is the place of its [`Fact::Close`], `branches` those of its further branches.
    Open { kind: &'static str, label: String, end: usize, branches: Vec<usize> },
    /// The next branch of the innermost group.
    Branch { label: String },
    /// The end of a group.
    Close,
}

/// Where a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Note,
    Reference,
    Divider,
    Delay,
}

/// The facts of the first sequence diagram in a source; none if there is none.
pub(crate) fn facts_of(source: &str, world: &dyn World) -> Vec<Fact> {
    let mut sources = Sources::default();
    let id = sources.add("final.puml", source);
    let compiled = compile(&mut sources, id, world, &Options::default());
    let model = compiled.diagrams.first().and_then(|it| Model::of(&*it.model));
    model.map(facts).unwrap_or_default()
}

/// The facts of all pages, in order.
pub(crate) fn facts(model: &Model) -> Vec<Fact> {
    let mut out = Vec::new();
    let mut open = Vec::new();
    for event in model.pages.iter().flat_map(|it| &it.events) {
        let at = out.len();
        match &event.kind {
            EventKind::Open(it) => {
                open.push(at);
                let label = format!("{} {}", it.tab.text, it.label.text);
                let (end, branches) = (usize::MAX, Vec::new());
                out.push(Fact::Open { kind: it.kind.keyword(), label, end, branches });
            }
            EventKind::Branch { label, .. } => {
                if let Some(Fact::Open { branches, .. }) = open.last().map(|it| &mut out[*it]) {
                    branches.push(at);
                }
                out.push(Fact::Branch { label: label.text.clone() });
            }
            EventKind::Close => {
                if let Some(Fact::Open { end, .. }) = open.pop().map(|it| &mut out[it]) {
                    *end = at;
                }
                out.push(Fact::Close);
            }
            _ => out.extend(leaf(model, event)),
        }
    }
    out
}

fn leaf(model: &Model, event: &Event) -> Option<Fact> {
    let name = |id: &ParticipantId| told(&model.participants[id.0 as usize]);
    let at = |place, who, label: &str| Some(Fact::At { place, who, label: label.to_owned() });
    match &event.kind {
        EventKind::Message(it) => {
            let end = |end: &End| match end {
                End::Participant(id) => name(id),
                End::Border(_) | End::Short(_) => "[".to_owned(),
            };
            let to = std::iter::once(end(&it.to)).chain(it.also_to.iter().map(name)).collect();
            Some(Fact::Message { from: end(&it.from), to, label: it.label.text.clone() })
        }
        EventKind::Note(it) => {
            at(Place::Note, note(&it.place).iter().map(name).collect(), &it.label.text)
        }
        EventKind::Reference(it) => {
            at(Place::Reference, it.over.iter().map(name).collect(), &it.label.text)
        }
        EventKind::Divider { label, .. } => at(Place::Divider, Vec::new(), &label.text),
        EventKind::Delay { label, .. } => at(Place::Delay, Vec::new(), &label.text),
        _ => None,
    }
}

/// Whom a note stands at.
fn note(place: &NotePlace) -> Vec<ParticipantId> {
    match place {
        NotePlace::Beside(_, who) | NotePlace::Over(who) => vec![*who],
        NotePlace::Across(first, last) => vec![*first, *last],
        _ => Vec::new(),
    }
}

fn told(it: &Participant) -> String {
    format!("{} {}", it.id, it.label.text)
}
