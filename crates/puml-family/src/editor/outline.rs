//! Entries of an outline.

use puml_syntax::TextRange;

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
    /// A method.
    Method,
    /// A state.
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
