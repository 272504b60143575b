//! `hide`, `show`, `remove`, `restore`: what of the picture is left out, decided when everything is known.

use puml_graph::codes::model as codes;
use puml_graph::{End, EntityId, Frame, GroupId, Kept, NotePlace};
use puml_syntax::TextRange;

use super::Lowering;
use crate::ast::{Action, Part, Visibility};

/// The words for kinds of classes in commands: a name that is one of them need not be an element.
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

/// What is left out so far.
struct Left {
    entities: Vec<bool>,
    groups: Vec<bool>,
    links: Vec<bool>,
    notes: Vec<bool>,
}

impl Lowering<'_> {
    pub(super) fn apply_commands(&mut self) {
        let graph = &self.graph;
        let mut removed = Left {
            entities: vec![false; graph.entities.len()],
            groups: vec![false; graph.groups.len()],
            links: vec![false; graph.links.len()],
            notes: vec![false; graph.notes.len()],
        };
        let mut hidden_groups = vec![false; graph.groups.len()];
        for (command, range) in std::mem::take(&mut self.commands) {
            let who = command.who.map(|it| self.text(it).trim().to_owned());
            if command.part.is_some() {
                self.hide_part(&command, who.as_deref(), range);
                continue;
            }
            self.whole(command.action, &who.unwrap_or_default(), &mut removed, &mut hidden_groups);
        }
        self.spread(&mut removed.groups, &mut removed.entities);
        let mut hidden: Vec<bool> = self.graph.entities.iter().map(|it| it.hidden).collect();
        self.spread(&mut hidden_groups, &mut hidden);
        for (entity, hidden) in self.graph.entities.iter_mut().zip(&hidden) {
            entity.hidden = *hidden;
        }
        for (group, hidden) in self.graph.groups.iter_mut().zip(&hidden_groups) {
            if *hidden {
                group.frame = Frame::None;
            }
        }
        let is_hidden = |end: End| match end {
            End::Entity(id) | End::Member(id, ..) => hidden[id.0 as usize],
            End::Group(id) => hidden_groups[id.0 as usize],
            End::Note(_) => false,
        };
        for link in &mut self.graph.links {
            link.hidden |= is_hidden(link.from) || is_hidden(link.to);
        }
        for note in &mut self.graph.notes {
            note.hidden |= match note.place {
                NotePlace::Beside(id, _) | NotePlace::AtMember(id, ..) => hidden[id.0 as usize],
                NotePlace::AtGroup(id, _) => hidden_groups[id.0 as usize],
                NotePlace::OnLink(_) | NotePlace::Free => false,
            };
        }
        let replaced: Vec<Option<GroupId>> = self.details.iter().map(|it| it.replaced).collect();
        let is_changed = removed.entities.contains(&true)
            || removed.links.contains(&true)
            || removed.notes.contains(&true)
            || replaced.iter().any(Option::is_some);
        if is_changed {
            self.graph.keep(&Kept {
                entities: removed.entities.iter().map(|it| !it).collect(),
                links: removed.links.iter().map(|it| !it).collect(),
                notes: removed.notes.iter().map(|it| !it).collect(),
                became: replaced,
            });
        }
    }

    /// A command about whole elements.
    fn whole(&mut self, action: Action, who: &str, removed: &mut Left, hidden_groups: &mut [bool]) {
        let unlinked = who.eq_ignore_ascii_case("@unlinked");
        for idx in 0..self.graph.entities.len() {
            let is_meant = if unlinked {
                self.is_unlinked(EntityId(idx as u32), removed)
            } else {
                let detail = &self.details[idx];
                is_named(&self.graph.entities[idx].id, &detail.classes, &detail.tags, who)
            };
            if is_meant {
                match action {
                    Action::Hide => self.graph.entities[idx].hidden = true,
                    Action::Show => self.graph.entities[idx].hidden = false,
                    Action::Remove => removed.entities[idx] = true,
                    Action::Restore => removed.entities[idx] = false,
                }
            }
        }
        if unlinked {
            return;
        }
        for (idx, group) in self.graph.groups.iter().enumerate() {
            let detail = &self.group_details[idx];
            if who != "*" && is_named(&group.id, &detail.classes, &detail.tags, who) {
                match action {
                    Action::Hide => hidden_groups[idx] = true,
                    Action::Show => hidden_groups[idx] = false,
                    Action::Remove => removed.groups[idx] = true,
                    Action::Restore => removed.groups[idx] = false,
                }
            }
        }
        for (idx, classes) in self.link_classes.iter().enumerate() {
            if who.starts_with("<<") && is_named("", classes, &[], who) {
                match action {
                    Action::Hide => self.graph.links[idx].hidden = true,
                    Action::Show => self.graph.links[idx].hidden = false,
                    Action::Remove => removed.links[idx] = true,
                    Action::Restore => removed.links[idx] = false,
                }
            }
        }
        for (idx, note) in self.graph.notes.iter_mut().enumerate() {
            let name = note.id.clone().unwrap_or_default();
            if is_named(&name, &[], &self.note_tags[idx], who) {
                match action {
                    Action::Hide => note.hidden = true,
                    Action::Show => note.hidden = false,
                    Action::Remove => removed.notes[idx] = true,
                    Action::Restore => removed.notes[idx] = false,
                }
            }
        }
    }

    /// What is inside a group shares its fate.
    fn spread(&self, groups: &mut [bool], entities: &mut [bool]) {
        for (idx, group) in self.graph.groups.iter().enumerate() {
            if group.parent.is_some_and(|it| groups[it.0 as usize]) {
                groups[idx] = true;
            }
        }
        for (entity, flag) in self.graph.entities.iter().zip(entities) {
            *flag |= entity.group.is_some_and(|it| groups[it.0 as usize]);
        }
    }

    fn is_unlinked(&self, id: EntityId, removed: &Left) -> bool {
        let is_there = |end: End| match end {
            End::Entity(id) | End::Member(id, ..) => !removed.entities[id.0 as usize],
            _ => true,
        };
        let is_own = |end: End| matches!(end, End::Entity(it) if it == id);
        let mut links = self.graph.links.iter().filter(|it| is_there(it.from) && is_there(it.to));
        self.details[id.0 as usize].replaced.is_none()
            && !links.any(|it| is_own(it.from) || is_own(it.to))
    }

    fn hide_part(&mut self, command: &Visibility, who: Option<&str>, range: TextRange) {
        let is_kind = who.is_none_or(|it| KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(it)));
        let mut met = is_kind || who.is_some_and(|it| it.starts_with("<<"));
        for idx in 0..self.graph.entities.len() {
            let detail = &self.details[idx];
            let is_meant = match who {
                None => true,
                Some(_) if is_kind => false,
                Some(who) => {
                    is_named(&self.graph.entities[idx].id, &detail.classes, &detail.tags, who)
                }
            };
            met |= is_meant;
            if is_meant && command.part == Some(Part::Stereotypes) && command.action == Action::Hide
            {
                self.graph.entities[idx].stereotypes.clear();
            }
        }
        for idx in 0..self.graph.groups.len() {
            let detail = &self.group_details[idx];
            let is_meant = who.is_none_or(|who| {
                is_named(&self.graph.groups[idx].id, &detail.classes, &detail.tags, who)
            });
            met |= is_meant;
            if is_meant && command.part == Some(Part::Stereotypes) && command.action == Action::Hide
            {
                self.graph.groups[idx].stereotypes.clear();
            }
        }
        if !met {
            let who = who.unwrap_or_default();
            let message = format!("there is no element `{who}` in the diagram");
            let range = command.who.unwrap_or(range);
            self.ground.report(codes::UNKNOWN_ENTITY, range, message);
        }
    }
}

/// Whether a command names a thing: by its name, `*`, `$tag` or `<<stereotype>>`.
fn is_named(id: &str, classes: &[String], tags: &[String], who: &str) -> bool {
    if let Some(tag) = who.strip_prefix('$') {
        return tags.iter().any(|it| it == tag);
    }
    if let Some(name) = who.strip_prefix("<<").and_then(|it| it.strip_suffix(">>")) {
        return classes.contains(&name.trim().to_lowercase());
    }
    let who = who.trim_matches('"');
    match who.split_once('*') {
        Some((before, after)) => {
            id.len() >= before.len() + after.len() && id.starts_with(before) && id.ends_with(after)
        }
        None => id == who,
    }
}
