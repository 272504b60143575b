//! `hide`, `show`, `remove`, `restore`: what of the picture is left out, decided when everything is known.

use puml_graph::{End, EntityId, Graph, LinkId, NotePlace, Row, Shape};
use puml_syntax::TextRange;

use super::Lowering;
use crate::ast::{Action, Part, Visibility};
use crate::codes::model as codes;

/// The words for kinds of elements in commands.
const KINDS: [&str; 13] = [
    "class",
    "object",
    "interface",
    "enum",
    "abstract",
    "annotation",
    "protocol",
    "struct",
    "exception",
    "metaclass",
    "stereotype",
    "dataclass",
    "record",
];

impl Lowering<'_> {
    pub(super) fn apply_commands(&mut self) {
        let mut removed = vec![false; self.graph.entities.len()];
        for (command, range) in std::mem::take(&mut self.commands) {
            let who = command.who.map(|it| self.code(it).trim().to_owned());
            if command.part.is_none() {
                let who = who.unwrap_or_default();
                for (idx, removed) in removed.iter_mut().enumerate() {
                    if self.is_meant(idx, &who) {
                        match command.action {
                            Action::Hide => self.graph.entities[idx].hidden = true,
                            Action::Show => self.graph.entities[idx].hidden = false,
                            Action::Remove => *removed = true,
                            Action::Restore => *removed = false,
                        }
                    }
                }
                continue;
            }
            self.hide_part(&command, who.as_deref(), range);
        }
        for link in &mut self.graph.links {
            let is_hidden = |end: End| match end {
                End::Entity(id) | End::Member(id, ..) => self.graph.entities[id.0 as usize].hidden,
                End::Group(_) | End::Note(_) => false,
            };
            link.hidden |= is_hidden(link.from) || is_hidden(link.to);
        }
        if removed.contains(&true) {
            remove(&mut self.graph, &removed);
        }
    }

    /// Whether a command names an element: by qualified name, `*`, `$tag`, `<<stereotype>>` or `@unlinked`.
    fn is_meant(&self, idx: usize, who: &str) -> bool {
        let entity = &self.graph.entities[idx];
        if let Some(tag) = who.strip_prefix('$') {
            return self.details[idx].tags.iter().any(|it| it == tag);
        }
        if let Some(name) = who.strip_prefix("<<").and_then(|it| it.strip_suffix(">>")) {
            let name = name.trim().to_lowercase();
            return self.details[idx].classes.contains(&name);
        }
        if who.eq_ignore_ascii_case("@unlinked") {
            let id = EntityId(idx as u32);
            let touches =
                |end: End| matches!(end, End::Entity(it) | End::Member(it, ..) if it == id);
            return !self.graph.links.iter().any(|it| touches(it.from) || touches(it.to));
        }
        let who = who.trim_matches('"');
        match who.split_once('*') {
            Some((before, after)) => {
                entity.id.len() >= before.len() + after.len()
                    && entity.id.starts_with(before)
                    && entity.id.ends_with(after)
            }
            None => entity.id == who,
        }
    }

    fn hide_part(&mut self, command: &Visibility, who: Option<&str>, range: TextRange) {
        let Some(part) = command.part else { return };
        let is_kind = who.is_none_or(|it| KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(it)));
        let mut met = is_kind || who.is_some_and(|it| it.starts_with("<<"));
        for idx in 0..self.graph.entities.len() {
            let is_meant = match who {
                None => true,
                Some(kind) if is_kind => self.graph.entities[idx].kind.eq_ignore_ascii_case(kind),
                Some(who) => self.is_meant(idx, who) || self.graph.entities[idx].label.text == who,
            };
            if !is_meant {
                continue;
            }
            met = true;
            if command.action == Action::Hide {
                hide(&mut self.graph.entities[idx], part, command.empty);
            }
        }
        if !met && part != Part::Methods {
            let who = who.unwrap_or_default();
            let message = format!("there is no class `{who}` in the diagram");
            let range = command.who.unwrap_or(range);
            self.ground.report(codes::UNKNOWN_ENTITY, range, message);
        }
    }
}

fn hide(entity: &mut puml_graph::Entity, part: Part, only_empty: bool) {
    if entity.shape != Shape::Class {
        return;
    }
    match part {
        Part::Circle => entity.spot = None,
        Part::Stereotypes => entity.stereotypes.clear(),
        Part::Members | Part::Fields | Part::Methods => {
            let is_hidden = |rows: &[Row], is_methods: bool| {
                let is_part = match part {
                    Part::Fields => !is_methods,
                    Part::Methods => is_methods,
                    _ => true,
                };
                is_part && (!only_empty || rows.is_empty())
            };
            let split = entity.body.compartments.len() == 2;
            let mut idx = 0;
            entity.body.compartments.retain(|it| {
                let is_methods = idx == 1
                    || it.rows.iter().any(|it| matches!(it, Row::Member { filled: true, .. }));
                idx += 1;
                (!split && part != Part::Members) || !is_hidden(&it.rows, is_methods)
            });
        }
    }
}

/// Takes entities out of the picture, with their links and notes.
fn remove(graph: &mut Graph, removed: &[bool]) {
    let mut next = 0;
    let places: Vec<Option<EntityId>> = removed
        .iter()
        .map(|gone| {
            (!gone).then(|| {
                next += 1;
                EntityId(next - 1)
            })
        })
        .collect();
    let moved = |end: End| {
        Some(match end {
            End::Entity(id) => End::Entity(places[id.0 as usize]?),
            End::Member(id, compartment, row) => {
                End::Member(places[id.0 as usize]?, compartment, row)
            }
            other => other,
        })
    };
    let mut idx = 0;
    graph.entities.retain(|_| {
        idx += 1;
        !removed[idx - 1]
    });
    let mut kept: Vec<Option<LinkId>> = Vec::with_capacity(graph.links.len());
    let mut links = Vec::with_capacity(graph.links.len());
    for mut link in std::mem::take(&mut graph.links) {
        match (moved(link.from), moved(link.to)) {
            (Some(from), Some(to)) => {
                (link.from, link.to) = (from, to);
                kept.push(Some(LinkId(links.len() as u32)));
                links.push(link);
            }
            _ => kept.push(None),
        }
    }
    graph.links = links;
    graph.notes.retain_mut(|note| match note.place {
        NotePlace::Beside(owner, side) => match places[owner.0 as usize] {
            Some(owner) => {
                note.place = NotePlace::Beside(owner, side);
                true
            }
            None => false,
        },
        NotePlace::OnLink(link) => match kept[link.0 as usize] {
            Some(link) => {
                note.place = NotePlace::OnLink(link);
                true
            }
            None => false,
        },
        NotePlace::AtMember(..) | NotePlace::AtGroup(..) | NotePlace::Free => true,
    });
}
