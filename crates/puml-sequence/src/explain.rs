//! A diagram in words: who takes part, what happens step by step. For agents, documents and listeners.

use puml_family::{Described, Explanation, Label, Step, count, plain};

use crate::model::{End, EventKind, FragmentKind, Message, Model, NotePlace, ParticipantId, Side};
use crate::model_json::participant_kind;

/// Tells a diagram in words. Linear in the number of events.
pub fn explain(model: &Model) -> Explanation {
    let mut teller = Teller { model, names: Vec::new(), sends: Vec::new(), receives: Vec::new() };
    teller.names = model.participants.iter().map(|it| shown(&it.label, &it.id)).collect();
    teller.sends = vec![0; model.participants.len()];
    teller.receives = vec![0; model.participants.len()];
    let flow = teller.flow();
    let parts = model
        .participants
        .iter()
        .enumerate()
        .map(|(idx, it)| Described {
            id: it.id.clone(),
            name: teller.names[idx].clone(),
            kind: participant_kind(it.kind),
            counts: vec![("sends", teller.sends[idx]), ("receives", teller.receives[idx])],
            group: it
                .enclosure
                .and_then(|it| model.enclosures[it.0 as usize].label.as_ref())
                .map(|it| ("box", plain(it))),
        })
        .collect();
    Explanation { summary: teller.summary(), parts_name: "participants", parts, flow }
}

struct Teller<'a> {
    model: &'a Model,
    names: Vec<String>,
    sends: Vec<u32>,
    receives: Vec<u32>,
}

impl Teller<'_> {
    fn summary(&self) -> String {
        let events = || self.model.pages.iter().flat_map(|it| &it.events);
        let messages = events().filter(|it| matches!(it.kind, EventKind::Message(_))).count();
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for event in events() {
            let EventKind::Open(fragment) = &event.kind else { continue };
            let word = fragment.kind.keyword();
            match kinds.iter_mut().find(|it| it.0 == word) {
                Some(kind) => kind.1 += 1,
                None => kinds.push((word, 1)),
            }
        }
        let title = self
            .model
            .surroundings
            .title
            .as_ref()
            .map(|it| plain(&it.label))
            .filter(|it| !it.is_empty());
        let title = title.map(|it| format!(" “{it}”")).unwrap_or_default();
        let people = count(self.model.participants.len(), "participant");
        let mut text =
            format!("Sequence diagram{title} with {people} and {}", count(messages, "message"));
        if self.model.pages.len() > 1 {
            text += " on ";
            text += &count(self.model.pages.len(), "page");
        }
        if !kinds.is_empty() {
            let all: Vec<String> =
                kinds.iter().map(|(word, number)| format!("{number} {word}")).collect();
            text += "; groups: ";
            text += &all.join(", ");
        }
        text.push('.');
        let first = events().find_map(|it| match &it.kind {
            EventKind::Message(message) => Some(self.sentence(message)),
            _ => None,
        });
        if let Some(first) = first {
            text += " It begins when ";
            text += &first;
            text.push('.');
        }
        text
    }

    fn flow(&mut self) -> Vec<Step> {
        let model = self.model;
        let mut depth = 0_u32;
        let mut steps = Vec::new();
        for (idx, page) in model.pages.iter().enumerate() {
            for event in &page.events {
                if matches!(event.kind, EventKind::Close | EventKind::Branch { .. }) {
                    depth = depth.saturating_sub(1);
                }
                if let EventKind::Message(message) = &event.kind {
                    self.tally(message);
                }
                if let Some(mut text) = self.told(&event.kind) {
                    if event.parallel {
                        text = format!("at the same time, {text}");
                    }
                    steps.push(Step { page: idx as u32 + 1, depth, text, origin: event.origin });
                }
                if matches!(event.kind, EventKind::Open(_) | EventKind::Branch { .. }) {
                    depth += 1;
                }
            }
        }
        steps
    }

    fn tally(&mut self, message: &Message) {
        if let End::Participant(id) = message.from {
            self.sends[id.0 as usize] += 1;
        }
        if let End::Participant(id) = message.to {
            self.receives[id.0 as usize] += 1;
        }
        for id in &message.also_to {
            self.receives[id.0 as usize] += 1;
        }
    }

    fn told(&self, kind: &EventKind) -> Option<String> {
        Some(match kind {
            EventKind::Message(message) => {
                let number = message.number.as_ref().map(|it| format!("{}: ", plain(it)));
                format!("{}{}", number.unwrap_or_default(), self.sentence(message))
            }
            EventKind::Activate { who, .. } => format!("{} becomes active", self.name(*who)),
            EventKind::Deactivate { who } => format!("{} is done", self.name(*who)),
            EventKind::Create { who } => format!("{} is created", self.name(*who)),
            EventKind::Destroy { who } => format!("{} is destroyed", self.name(*who)),
            EventKind::Note(note) => {
                format!("note {}: {}", self.place(note.place), plain(&note.label))
            }
            EventKind::Open(fragment) => {
                opened(fragment.kind, &plain(&fragment.tab), &plain(&fragment.label))
            }
            EventKind::Branch { label, .. } => match plain(label).as_str() {
                "" => "otherwise".to_owned(),
                text => format!("otherwise [{text}]"),
            },
            EventKind::Reference(reference) => {
                let over: Vec<&str> = reference.over.iter().map(|it| self.name(*it)).collect();
                format!("see the diagram “{}” for {}", plain(&reference.label), over.join(", "))
            }
            EventKind::Divider { label, .. } => match plain(label).as_str() {
                "" => "a new phase begins".to_owned(),
                text => format!("phase: {text}"),
            },
            EventKind::Delay { label, .. } => match plain(label).as_str() {
                "" => "time passes".to_owned(),
                text => format!("time passes: {text}"),
            },
            EventKind::Close | EventKind::Space { .. } => return None,
            EventKind::Duration { from, to, label, .. } => match plain(label).as_str() {
                "" => format!("a duration is marked from {from} to {to}"),
                text => format!("from {from} to {to}: {text}"),
            },
        })
    }

    fn sentence(&self, message: &Message) -> String {
        let mut receivers = vec![self.end(message.to)];
        receivers.extend(message.also_to.iter().map(|it| self.name(*it).to_owned()));
        let verb = if message.is_return { "replies to" } else { "sends" };
        let what = plain(&message.label);
        let to =
            if message.from == message.to { "itself".to_owned() } else { receivers.join(" and ") };
        let from = self.end(message.from);
        match (what.is_empty(), message.is_return) {
            (true, true) => format!("{from} {verb} {to}"),
            (true, false) => format!("{from} calls {to}"),
            (false, true) => format!("{from} {verb} {to}: “{what}”"),
            (false, false) => format!("{from} {verb} {to} “{what}”"),
        }
    }

    fn end(&self, end: End) -> String {
        match end {
            End::Participant(id) => self.name(id).to_owned(),
            End::Border(_) => "the outside".to_owned(),
            End::Short(_) => "somebody".to_owned(),
        }
    }

    fn place(&self, place: NotePlace) -> String {
        match place {
            NotePlace::Beside(Side::Left, id) => format!("left of {}", self.name(id)),
            NotePlace::Beside(Side::Right, id) => format!("right of {}", self.name(id)),
            NotePlace::Over(id) => format!("over {}", self.name(id)),
            NotePlace::Across(first, second) => {
                format!("over {} to {}", self.name(first), self.name(second))
            }
            NotePlace::Whole => "across all".to_owned(),
            NotePlace::Attached(_) | NotePlace::AttachedAbove | NotePlace::AttachedBelow => {
                "on that".to_owned()
            }
        }
    }

    fn name(&self, id: ParticipantId) -> &str {
        &self.names[id.0 as usize]
    }
}

fn opened(kind: FragmentKind, tab: &str, label: &str) -> String {
    let condition = if label.is_empty() { String::new() } else { format!(" [{label}]") };
    match kind {
        FragmentKind::Alt => format!("if{condition}"),
        FragmentKind::Opt => format!("only if{condition}"),
        FragmentKind::Loop => format!("repeatedly{condition}"),
        FragmentKind::Par | FragmentKind::ParTogether => format!("in parallel{condition}"),
        FragmentKind::Break => format!("leaving early{condition}"),
        FragmentKind::Critical => format!("without interruption{condition}"),
        FragmentKind::Group => format!("group {tab}{condition}"),
        FragmentKind::Partition => format!("part {tab}"),
    }
}

fn shown(label: &Label, id: &str) -> String {
    match plain(label) {
        text if text.is_empty() => id.to_owned(),
        text => text,
    }
}
