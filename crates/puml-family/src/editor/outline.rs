//! Entries of an outline.

use puml_syntax::TextRange;

use super::tree::Run;

/// What the outline says about a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is called; may be empty.
    pub name: String,
    /// A few words more, such as the keyword that declares it.
    pub detail: String,
    /// Which sign an editor shows.
    pub kind: EntryKind,
    /// The piece that names it, inside the statement.
    pub selection: TextRange,
    /// What stands in it beside the statements of its frame: the members of a class.
    pub children: Vec<Entry>,
}

impl Entry {
    /// An entry without details and children.
    pub fn new(name: impl Into<String>, kind: EntryKind, selection: TextRange) -> Self {
        Self { name: name.into(), detail: String::new(), kind, selection, children: Vec::new() }
    }

    /// With a few words more.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..self }
    }
}

/// The kinds of entries that editors tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// `@startuml` … `@enduml`.
    Diagram,
    /// Who takes part: participants, actors, components, nodes.
    Element,
    /// A class, a struct, an entity of a data model.
    Class,
    /// An interface, a protocol.
    Interface,
    /// An enumeration.
    Enum,
    /// An instance, a map, a table of data.
    Object,
    /// A field, an attribute, a key.
    Field,
    /// An operation of a class.
    Method,
    /// A state of a state machine, or of a player over time.
    State,
    /// A step of a flow.
    Action,
    /// A task, a milestone.
    Task,
    /// A node of a tree.
    Node,
    /// A frame around elements.
    Container,
    /// A frame around what happens.
    Group,
    /// A further branch of a group.
    Branch,
    /// A new section or page.
    Divider,
    /// A reference to another diagram.
    Reference,
    /// A macro of the preprocessor.
    Macro,
}

/// Entries as a tree: each hangs from the last one before it that is less deep.
pub fn nested(all: impl Iterator<Item = (u32, Entry)>) -> Vec<Entry> {
    let mut roots = Vec::new();
    // From the root down, each with its depth.
    let mut open: Vec<(u32, Entry)> = Vec::new();
    let close = |open: &mut Vec<(u32, Entry)>, roots: &mut Vec<Entry>| {
        let Some((_, entry)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, parent)) => parent.children.push(entry),
            None => roots.push(entry),
        }
    };
    for (depth, entry) in all {
        while open.last().is_some_and(|it| it.0 >= depth) {
            close(&mut open, &mut roots);
        }
        open.push((depth, entry));
    }
    while !open.is_empty() {
        close(&mut open, &mut roots);
    }
    roots
}

/// The runs of statements of which each hangs from the last one before it that is less deep.
pub fn hanging(all: impl Iterator<Item = (usize, u32)>) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    // Places in `found`, from the root down, each with its depth.
    let mut open: Vec<(usize, u32)> = Vec::new();
    for (at, depth) in all {
        while open.last().is_some_and(|it| it.1 >= depth) {
            open.pop();
        }
        for (run, _) in &open {
            found[*run].last = at;
        }
        open.push((found.len(), depth));
        found.push(Run { first: at, last: at });
    }
    found.retain(|it| it.first < it.last);
    found
}
