//! Which element a name means: names are split at a separator, and a bare name that only one element has means it.

use std::collections::HashMap;

use puml_graph::{EntityId, Graph, GroupId, NoteId};

/// What a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Entity(EntityId),
    Group(GroupId),
    Note(NoteId),
}

/// Where a new element goes.
pub(super) struct Place {
    pub(super) parent: Option<GroupId>,
    /// Packages to make below the parent, from outside in.
    pub(super) missing: Vec<String>,
    pub(super) name: String,
}

/// All names of a diagram.
pub(super) struct Names {
    separator: Option<String>,
    /// By the group around it and the last segment.
    known: HashMap<(Option<GroupId>, String), Found>,
    /// By the last segment alone.
    last: HashMap<String, Vec<Found>>,
}

impl Default for Names {
    fn default() -> Self {
        Self { separator: Some(".".to_owned()), known: HashMap::new(), last: HashMap::new() }
    }
}

impl Names {
    /// `set separator x`.
    pub(super) fn separate(&mut self, text: &str) {
        let none = text.eq_ignore_ascii_case("none") || text.eq_ignore_ascii_case("null");
        self.separator = (!none).then(|| text.to_owned());
    }

    pub(super) fn add_entity(&mut self, parent: Option<GroupId>, name: &str, id: EntityId) {
        self.add(parent, name, Found::Entity(id));
    }

    pub(super) fn add_group(&mut self, parent: Option<GroupId>, name: &str, id: GroupId) {
        if !name.is_empty() {
            self.add(parent, name, Found::Group(id));
        }
    }

    pub(super) fn add_note(&mut self, name: &str, id: NoteId) {
        self.add(None, name, Found::Note(id));
    }

    fn add(&mut self, parent: Option<GroupId>, name: &str, found: Found) {
        self.known.insert((parent, name.to_owned()), found);
        self.last.entry(name.to_owned()).or_default().push(found);
    }

    pub(super) fn is_entity(&self, parent: Option<GroupId>, name: &str, graph: &Graph) -> bool {
        matches!(self.child(parent, name, graph), Some(Found::Entity(_)))
    }

    /// The name with those of the groups around it.
    pub(super) fn qualified(&self, parent: Option<GroupId>, name: &str, graph: &Graph) -> String {
        let separator = self.separator.as_deref().unwrap_or(".");
        match named(parent, graph) {
            Some(id) if !name.is_empty() => {
                format!("{}{separator}{name}", graph.groups[id.0 as usize].id)
            }
            _ => name.to_owned(),
        }
    }

    /// What a link, a note or a member means by a name: an element of that name anywhere, if it is the only one.
    pub(super) fn find(
        &self,
        code: &str,
        current: Option<GroupId>,
        graph: &Graph,
    ) -> Option<Found> {
        let segments = self.segments(code);
        if let [name] = segments.as_slice() {
            if let Some(found) = self.child(named(current, graph), name, graph) {
                return Some(found);
            }
            return match self.last.get(name.as_str()).map(Vec::as_slice) {
                Some([one]) => Some(*one),
                Some([first, ..]) if self.separator.is_none() => Some(*first),
                _ => None,
            };
        }
        self.walk(&segments, None, graph)
            .or_else(|| self.walk(&segments, named(current, graph), graph))
    }

    /// What a declaration means by a name: an element of that name in the current package.
    pub(super) fn declared(
        &self,
        code: &str,
        current: Option<GroupId>,
        graph: &Graph,
    ) -> Option<Found> {
        let segments = self.segments(code);
        match segments.as_slice() {
            [name] => self.child(named(current, graph), name, graph),
            _ => self.find(code, current, graph),
        }
    }

    /// Where a new element of that name goes.
    pub(super) fn place(&self, code: &str, current: Option<GroupId>, graph: &Graph) -> Place {
        let mut segments = self.segments(code);
        let name = segments.pop().unwrap_or_default();
        if segments.is_empty() {
            return Place { parent: current, missing: Vec::new(), name };
        }
        let first = &segments[0];
        let rooted = self.child(None, first, graph).is_some();
        let mut parent = if rooted { None } else { current };
        let mut idx = 0;
        while let Some(Found::Group(id)) =
            segments.get(idx).and_then(|it| self.child(named(parent, graph), it, graph))
        {
            parent = Some(id);
            idx += 1;
        }
        Place { parent, missing: segments.split_off(idx), name }
    }

    fn walk(&self, segments: &[String], from: Option<GroupId>, graph: &Graph) -> Option<Found> {
        let mut at = from;
        for (idx, segment) in segments.iter().enumerate() {
            let found = self.child(at, segment, graph)?;
            match found {
                _ if idx + 1 == segments.len() => return Some(found),
                Found::Group(id) => at = Some(id),
                _ => return None,
            }
        }
        None
    }

    /// A child of a package, also one that stands in a `together` of it.
    fn child(&self, parent: Option<GroupId>, name: &str, graph: &Graph) -> Option<Found> {
        if let Some(found) = self.known.get(&(parent, name.to_owned())) {
            return Some(*found);
        }
        let candidates = self.last.get(name)?;
        candidates.iter().copied().find(|it| {
            let group = match it {
                Found::Entity(id) => graph.entities[id.0 as usize].group,
                Found::Group(id) => graph.groups[id.0 as usize].parent,
                Found::Note(_) => None,
            };
            named(group, graph) == parent
        })
    }

    /// The segments of a name; one that begins with the separator counts from the root.
    fn segments(&self, code: &str) -> Vec<String> {
        match &self.separator {
            Some(separator) => {
                let all = code.split(separator.as_str()).filter(|it| !it.is_empty());
                let all: Vec<String> = all.map(str::to_owned).collect();
                if all.is_empty() { vec![code.to_owned()] } else { all }
            }
            None => vec![code.to_owned()],
        }
    }
}

/// The innermost group with a name.
fn named(group: Option<GroupId>, graph: &Graph) -> Option<GroupId> {
    let mut at = group;
    while let Some(id) = at {
        let group = &graph.groups[id.0 as usize];
        if !group.id.is_empty() {
            return Some(id);
        }
        at = group.parent;
    }
    None
}
