//! `hide`, `show`, `remove`, `restore`: what of the picture is left out, decided when everything is known.

use puml_graph::{End, EntityId, Graph, GroupId, Kept, NotePlace, Row};
use puml_syntax::TextRange;

use super::{Lowering, Picture};
use crate::ast::{Action, Part, Visibility};

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
    /// Keeps a command; one that names an element must name one that there is.
    pub(super) fn visibility(&mut self, it: &Visibility, range: TextRange) {
        if let (Some(part), Some(who)) = (it.part, it.who) {
            let text = self.code(who);
            let is_named = !text.starts_with("<<") && !is_kind(&text);
            let name = text.trim_matches('"');
            if is_named && part != Part::Methods && self.find(name).is_none() {
                let message = format!("there is no class `{name}` in the diagram");
                self.unknown(name, who, message);
                return;
            }
        }
        let group = self.current();
        self.picture.commands.push((it.clone(), range, group));
    }

    pub(super) fn apply_commands(&mut self) {
        self.filter_members();
        self.hide_parts();
        self.hide_elements();
    }

    /// `hide private members`.
    fn filter_members(&mut self) {
        let filters = std::mem::take(&mut self.picture.filters);
        if filters.is_empty() {
            return;
        }
        let is_shown = |row: &Row| {
            let Row::Member { visibility: Some(mark), filled, .. } = row else { return true };
            let mut shown = true;
            for filter in &filters {
                let is_part = match filter.part {
                    Part::Fields => !filled,
                    Part::Methods => *filled,
                    _ => true,
                };
                if is_part && filter.marks.contains(mark) {
                    shown = filter.action == Action::Show;
                }
            }
            shown
        };
        for entity in &mut self.picture.graph.entities {
            for compartment in &mut entity.body.compartments {
                compartment.rows.retain(is_shown);
            }
        }
    }

    /// For each element and part the last command that means it decides.
    fn hide_parts(&mut self) {
        let commands: Vec<(Visibility, Option<String>, Option<GroupId>)> = self
            .picture
            .commands
            .iter()
            .filter(|it| it.0.part.is_some())
            .map(|(it, _, group)| (it.clone(), it.who.map(|it| self.code(it)), *group))
            .collect();
        let everywhere = |it: &&(Visibility, Option<String>, Option<GroupId>)| {
            it.0.part == Some(Part::Stereotypes) && it.1.is_none()
        };
        let last = commands.iter().rfind(everywhere);
        if last.is_some_and(|it| it.0.action == Action::Hide) {
            self.picture.graph.groups.iter_mut().for_each(|it| it.stereotypes.clear());
        }
        for idx in 0..self.picture.graph.entities.len() {
            let entity = &self.picture.graph.entities[idx];
            let is_split = entity.body.compartments.len() == 2;
            let is_empty = |at: usize| {
                let part = entity.body.compartments.get(if is_split { at } else { 0 });
                part.is_none_or(|it| it.rows.is_empty())
            };
            let empties = [is_empty(0), is_empty(1)];
            let mut shown = [true; 4];
            for (command, who, group) in &commands {
                let is_inside = group.is_none_or(|it| self.picture.is_inside(idx, it));
                if !is_inside || !who.as_deref().is_none_or(|it| self.names_part_of(idx, it)) {
                    continue;
                }
                let is_show = command.action == Action::Show;
                let parts: &[usize] = match command.part {
                    Some(Part::Fields) => &[0],
                    Some(Part::Methods) => &[1],
                    Some(Part::Members) => &[0, 1],
                    Some(Part::Circle) => &[2],
                    _ => &[3],
                };
                for part in parts {
                    if !command.empty || *part < 2 && empties[*part] {
                        shown[*part] = is_show;
                    }
                }
            }
            let entity = &mut self.picture.graph.entities[idx];
            match entity.body.compartments.as_mut_slice() {
                [fields, methods] => {
                    fields.hidden = !shown[0];
                    methods.hidden = !shown[1];
                }
                [only] => only.hidden = !shown[0] && !shown[1],
                _ => {}
            }
            // A compartment with nothing in it says nothing.
            for compartment in &mut entity.body.compartments {
                compartment.hidden |= compartment.rows.is_empty();
            }
            if !shown[2] {
                entity.spot = None;
            }
            if !shown[3] {
                entity.hides_stereotypes = true;
            }
        }
    }

    /// Whether a command about parts means an element: by kind, stereotype or name.
    fn names_part_of(&self, idx: usize, who: &str) -> bool {
        let entity = &self.picture.graph.entities[idx];
        if is_kind(who) {
            return entity.kind.eq_ignore_ascii_case(who);
        }
        let who = who.trim_matches('"');
        self.is_meant(idx, who) || self.picture.names.name(self.picture.details[idx].node) == who
    }

    fn hide_elements(&mut self) {
        let mut removed: Vec<bool> =
            self.picture.details.iter().map(|it| it.became.is_some()).collect();
        let mut gone_links = vec![false; self.picture.graph.links.len()];
        let mut gone_notes = vec![false; self.picture.graph.notes.len()];
        for (command, _, group) in std::mem::take(&mut self.picture.commands) {
            if command.part.is_some() {
                continue;
            }
            let Some(who) = command.who.map(|it| self.code(it).trim().to_owned()) else { continue };
            let who = self.within(&who, group);
            for (idx, removed) in removed.iter_mut().enumerate() {
                if self.is_meant(idx, &who) && self.picture.details[idx].became.is_none() {
                    match command.action {
                        Action::Hide => self.picture.graph.entities[idx].hidden = true,
                        Action::Show => self.picture.graph.entities[idx].hidden = false,
                        Action::Remove => *removed = true,
                        Action::Restore => *removed = false,
                    }
                }
            }
            let class = bracketed(&who);
            for (idx, classes) in self.picture.link_classes.iter().enumerate() {
                if class.as_ref().is_some_and(|it| classes.contains(it)) {
                    match command.action {
                        Action::Hide => self.picture.graph.links[idx].hidden = true,
                        Action::Show => self.picture.graph.links[idx].hidden = false,
                        Action::Remove => gone_links[idx] = true,
                        Action::Restore => gone_links[idx] = false,
                    }
                }
            }
            for (idx, note) in self.picture.graph.notes.iter_mut().enumerate() {
                let is_meant = note.id.as_ref().is_some_and(|it| is_like(it, &who));
                match command.action {
                    _ if !is_meant => {}
                    Action::Hide => note.hidden = true,
                    Action::Show => note.hidden = false,
                    Action::Remove => gone_notes[idx] = true,
                    Action::Restore => gone_notes[idx] = false,
                }
            }
        }
        self.picture.hide_links_and_notes(&removed, &mut gone_notes);
        let became: Vec<Option<GroupId>> =
            self.picture.details.iter().map(|it| it.became).collect();
        if removed.contains(&true) || gone_links.contains(&true) || gone_notes.contains(&true) {
            let stays = |gone: Vec<bool>| gone.into_iter().map(|it| !it).collect::<Vec<bool>>();
            let mut entities = stays(removed);
            for (stays, became) in entities.iter_mut().zip(&became) {
                *stays |= became.is_some();
            }
            let (links, notes) = (stays(gone_links), stays(gone_notes));
            self.picture.graph.keep(&Kept { entities, links, notes, became });
        }
    }

    /// A name with that of the package the command stands in.
    fn within(&self, who: &str, group: Option<GroupId>) -> String {
        let is_name = !who.starts_with(['$', '@', '<', '*']);
        match group.and_then(|it| self.picture.graph.container(Some(it))) {
            Some(package) if is_name && !package.is_empty() => {
                match self.picture.names.separator() {
                    Some(separator) => format!("{package}{separator}{who}"),
                    None => who.to_owned(),
                }
            }
            _ => who.to_owned(),
        }
    }

    /// Whether a command names an element: by qualified name, `*`, `$tag`, `<<stereotype>>` or `@unlinked`.
    fn is_meant(&self, idx: usize, who: &str) -> bool {
        let entity = &self.picture.graph.entities[idx];
        let detail = &self.picture.details[idx];
        if let Some(tag) = who.strip_prefix('$') {
            return detail.tags.iter().any(|it| it == tag);
        }
        if let Some(name) = bracketed(who) {
            return detail.classes.contains(&name);
        }
        if who.eq_ignore_ascii_case("@unlinked") {
            let id = EntityId(idx as u32);
            let touches =
                |end: End| matches!(end, End::Entity(it) | End::Member(it, ..) if it == id);
            let mut links = self.picture.graph.links.iter();
            return !links.any(|it| touches(it.from) || touches(it.to));
        }
        is_like(&entity.id, who.trim_matches('"'))
    }
}

impl Picture {
    /// Whether an entity stands in a group or in one inside it.
    fn is_inside(&self, idx: usize, group: GroupId) -> bool {
        let mut at = self.graph.entities[idx].group;
        while let Some(id) = at {
            if id == group {
                return true;
            }
            at = self.graph.groups[id.0 as usize].parent;
        }
        false
    }

    /// Links of hidden elements are hidden, and so is a note that belongs to a hidden element alone.
    fn hide_links_and_notes(&mut self, removed: &[bool], gone_notes: &mut [bool]) {
        let Graph { entities, links, notes, .. } = &mut self.graph;
        let state = |end: End| match end {
            End::Entity(id) | End::Member(id, ..) => {
                (entities[id.0 as usize].hidden, removed[id.0 as usize])
            }
            End::Group(_) | End::Note(_) => (false, false),
        };
        for (idx, note) in notes.iter_mut().enumerate() {
            let owner = match note.place {
                NotePlace::Beside(owner, _) | NotePlace::AtMember(owner, ..) => {
                    Some(End::Entity(owner))
                }
                NotePlace::Free => {
                    let is_note = |end: End| matches!(end, End::Note(it) if it.0 as usize == idx);
                    let mut others = links.iter().filter_map(|it| match it {
                        it if is_note(it.from) => Some(it.to),
                        it if is_note(it.to) => Some(it.from),
                        _ => None,
                    });
                    let only = others.next();
                    only.filter(|_| others.next().is_none())
                }
                NotePlace::AtGroup(..) | NotePlace::OnLink(_) => None,
            };
            let (hidden, removed) = owner.map_or((false, false), state);
            note.hidden |= hidden;
            gone_notes[idx] |= removed;
        }
        let is_hidden = |end: End| match end {
            End::Note(id) => notes[id.0 as usize].hidden,
            other => state(other).0,
        };
        for link in links.iter_mut() {
            link.hidden |= is_hidden(link.from) || is_hidden(link.to);
        }
    }
}

fn is_kind(who: &str) -> bool {
    KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(who))
}

/// The name in `<<name>>`, in lower case.
fn bracketed(who: &str) -> Option<String> {
    let name = who.strip_prefix("<<")?.strip_suffix(">>")?;
    Some(name.trim().to_lowercase())
}

/// Whether a name fits one with `*` in it.
fn is_like(name: &str, wanted: &str) -> bool {
    let mut parts = wanted.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(before) = last.replace(part) {
            match rest.find(before) {
                Some(at) => rest = &rest[at + before.len()..],
                None => return false,
            }
        }
    }
    match last {
        Some(last) => rest.ends_with(last),
        None => rest.is_empty(),
    }
}
