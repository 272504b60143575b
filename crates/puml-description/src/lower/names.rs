//! Which element a name means. Without a separator there is one flat space of names: the first of a name is meant,
//! wherever it stands. With one, names are split at it and looked up from the container around the line.

use std::collections::HashMap;

use puml_graph::{EntityId, GroupId, NoteId};

/// What a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Entity(EntityId),
    Group(GroupId),
    Note(NoteId),
}

/// Where a new element goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) parent: Option<GroupId>,
    /// Containers to make below the parent, from outside in.
    pub(super) missing: Vec<String>,
    pub(super) name: String,
}

/// Whether a name may mean an element of another container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Links and notes: an element of that name anywhere, if it is the only one.
    Anywhere,
    /// Declarations: an element of the container around the line.
    Here,
}

/// All names of a page.
#[derive(Debug, Default)]
pub(super) struct Names {
    separator: Option<String>,
    /// By the container around it and the last segment.
    known: HashMap<(Option<GroupId>, String), Found>,
    /// By the last segment alone, in order.
    last: HashMap<String, Vec<Found>>,
}

impl Names {
    /// `set separator x`.
    pub(super) fn separate(&mut self, text: &str) {
        let none = text.eq_ignore_ascii_case("none") || text.eq_ignore_ascii_case("null");
        self.separator = (!none).then(|| text.to_owned());
    }

    pub(super) fn separator(&self) -> Option<&str> {
        self.separator.as_deref()
    }

    pub(super) fn add(&mut self, parent: Option<GroupId>, name: &str, found: Found) {
        self.known.insert((parent, name.to_owned()), found);
        self.last.entry(name.to_owned()).or_default().push(found);
    }

    /// A leaf that became a container keeps its name.
    pub(super) fn replace(&mut self, old: Found, new: Found) {
        let all = self.known.values_mut().chain(self.last.values_mut().flatten());
        for found in all.filter(|it| **it == old) {
            *found = new;
        }
    }

    /// All names, for suggestions.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.last.keys().map(String::as_str)
    }

    /// What a name means from inside a container.
    pub(super) fn find(&self, code: &str, current: Option<GroupId>, reach: Reach) -> Option<Found> {
        let Some(separator) = &self.separator else {
            return self.last.get(code).and_then(|it| it.first().copied());
        };
        let segments = segments(code, separator);
        if let [name] = segments[..] {
            let only = self.last.get(name).filter(|it| reach == Reach::Anywhere && it.len() == 1);
            let only = only.map(|it| it[0]).filter(|it| current.map(Found::Group) != Some(*it));
            return only.or_else(|| self.child(current, name));
        }
        let start = if self.child(None, segments[0]).is_some() { None } else { current };
        let mut at = start;
        for (idx, segment) in segments.iter().enumerate() {
            let found = self.child(at, segment)?;
            match found {
                _ if idx + 1 == segments.len() => return Some(found),
                Found::Group(id) => at = Some(id),
                _ => return None,
            }
        }
        None
    }

    /// Where a new element of that name goes.
    pub(super) fn place(&self, code: &str, current: Option<GroupId>) -> Place {
        let plain = || Place { parent: current, missing: Vec::new(), name: code.to_owned() };
        let Some(separator) = &self.separator else { return plain() };
        let mut segments = segments(code, separator);
        let Some(name) = segments.pop().filter(|_| !segments.is_empty()) else { return plain() };
        let rooted = self.child(None, segments[0]).is_some();
        let mut parent = if rooted { None } else { current };
        let mut idx = 0;
        while let Some(Found::Group(id)) = segments.get(idx).and_then(|it| self.child(parent, it)) {
            parent = Some(id);
            idx += 1;
        }
        let missing = segments[idx..].iter().map(|it| (*it).to_owned()).collect();
        Place { parent, missing, name: name.to_owned() }
    }

    fn child(&self, parent: Option<GroupId>, name: &str) -> Option<Found> {
        self.known.get(&(parent, name.to_owned())).copied()
    }
}

fn segments<'a>(code: &'a str, separator: &str) -> Vec<&'a str> {
    let found: Vec<&str> = code.split(separator).filter(|it| !it.is_empty()).collect();
    if found.is_empty() { vec![code] } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_flat_space_of_names_unless_a_separator_is_set() {
        let mut names = Names::default();
        names.add(Some(GroupId(0)), "x", Found::Entity(EntityId(0)));
        assert_eq!(
            names.find("x", Some(GroupId(1)), Reach::Here),
            Some(Found::Entity(EntityId(0)))
        );
        assert_eq!(names.place("a.b", None).name, "a.b");
        names.separate(".");
        assert_eq!(names.find("x", Some(GroupId(1)), Reach::Here), None);
        assert!(names.find("x", Some(GroupId(1)), Reach::Anywhere).is_some());
        assert_eq!(names.place("a.b", None).missing, ["a"]);
    }
}
