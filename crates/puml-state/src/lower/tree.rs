//! The states of a diagram while it is lowered: a tree of names. A name that only one state has means that state
//! anywhere; a name with dots is a path.

use std::collections::HashMap;

use diag::Span;
use puml_family::{Label, Link, Overrides};
use puml_graph::Row;

use crate::ast::Separator;

/// A state by its place in [`Tree::all`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct StateId(pub(super) usize);

/// What a name of the diagram stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Simple,
    /// Simple, with the mark of a machine of its own.
    Submachine,
    Composite,
    Frame,
    Region,
    Start,
    End,
    History,
    DeepHistory,
    Choice,
    Fork,
    Join,
    Bar,
    EntryPoint,
    ExitPoint,
    InputPin,
    OutputPin,
    ExpansionInput,
    ExpansionOutput,
    Receive,
    /// Rows of keys and values.
    Map,
    /// As a map, from data.
    Json,
    Note,
}

impl Kind {
    pub(super) fn is_container(self) -> bool {
        matches!(self, Self::Composite | Self::Frame | Self::Region)
    }

    /// Whether it sits on the border of the state around it.
    pub(super) fn is_on_border(self) -> bool {
        matches!(
            self,
            Self::EntryPoint
                | Self::ExitPoint
                | Self::InputPin
                | Self::OutputPin
                | Self::ExpansionInput
                | Self::ExpansionOutput
        )
    }
}

/// A state, a mark, a region or a note.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) name: String,
    pub(super) parent: Option<StateId>,
    pub(super) kind: Kind,
    pub(super) label: Label,
    /// One for each line of the source.
    pub(super) description: Vec<Label>,
    /// Of a map or JSON.
    pub(super) rows: Vec<Row>,
    /// In lower case, for styles and commands.
    pub(super) classes: Vec<String>,
    pub(super) tags: Vec<String>,
    pub(super) overrides: Overrides,
    pub(super) link: Option<Link>,
    /// How its regions are separated, if it has any.
    pub(super) separator: Option<Separator>,
    pub(super) origin: Span,
}

/// Where a name leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Slot {
    Known(StateId),
    /// Nothing has that name yet.
    New {
        parent: Option<StateId>,
        /// States around it that do not exist either, from outside in.
        missing: Vec<String>,
        name: String,
    },
    /// A path through something that holds no states, or with an empty segment.
    Impossible,
}

/// All names of a diagram.
#[derive(Debug)]
pub(super) struct Tree {
    /// A parent comes before its children.
    pub(super) all: Vec<State>,
    separator: Option<String>,
    children: HashMap<(Option<StateId>, String), StateId>,
    by_name: HashMap<String, Vec<StateId>>,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            separator: Some(".".to_owned()),
            children: HashMap::new(),
            by_name: HashMap::new(),
        }
    }
}

impl Tree {
    /// `set separator x`.
    pub(super) fn separate(&mut self, text: &str) {
        let none = text.eq_ignore_ascii_case("none") || text.eq_ignore_ascii_case("null");
        self.separator = (!none).then(|| text.to_owned());
    }

    pub(super) fn get(&self, id: StateId) -> &State {
        &self.all[id.0]
    }

    pub(super) fn get_mut(&mut self, id: StateId) -> &mut State {
        &mut self.all[id.0]
    }

    pub(super) fn add(
        &mut self,
        parent: Option<StateId>,
        name: &str,
        kind: Kind,
        origin: Span,
    ) -> StateId {
        let id = StateId(self.all.len());
        self.all.push(State {
            name: name.to_owned(),
            parent,
            kind,
            label: Label { text: name.to_owned() },
            description: Vec::new(),
            rows: Vec::new(),
            classes: Vec::new(),
            tags: Vec::new(),
            overrides: Overrides::default(),
            link: None,
            separator: None,
            origin,
        });
        self.children.insert((parent, name.to_owned()), id);
        self.by_name.entry(name.to_owned()).or_default().push(id);
        id
    }

    pub(super) fn child(&self, parent: Option<StateId>, name: &str) -> Option<StateId> {
        self.children.get(&(parent, name.to_owned())).copied()
    }

    /// What a name means inside `current`.
    pub(super) fn find(&self, code: &str, current: Option<StateId>) -> Slot {
        let separator = self.separator.as_deref().filter(|it| code.contains(it));
        let Some(separator) = separator else {
            return match self.by_name.get(code).map(Vec::as_slice) {
                Some([one]) if Some(*one) != current => Slot::Known(*one),
                _ => self.path(&[code], current),
            };
        };
        if let Some(rest) = code.strip_prefix(separator) {
            return self.path(&rest.split(separator).collect::<Vec<_>>(), None);
        }
        let segments: Vec<&str> = code.split(separator).collect();
        let rooted = self.child(None, segments[0]).is_some();
        self.path(&segments, if rooted { None } else { current })
    }

    fn path(&self, segments: &[&str], from: Option<StateId>) -> Slot {
        if segments.iter().any(|it| it.is_empty()) {
            return Slot::Impossible;
        }
        let mut at = from;
        for (idx, segment) in segments.iter().enumerate() {
            match self.child(at, segment) {
                Some(id) if idx + 1 == segments.len() => return Slot::Known(id),
                Some(id) if self.get(id).kind.is_container() => at = Some(id),
                Some(_) => return Slot::Impossible,
                None => {
                    let missing = &segments[idx..segments.len() - 1];
                    return Slot::New {
                        parent: at,
                        missing: missing.iter().map(|it| (*it).to_owned()).collect(),
                        name: segments[segments.len() - 1].to_owned(),
                    };
                }
            }
        }
        Slot::Impossible
    }

    /// The name with those of all states and regions around it.
    pub(super) fn qualified(&self, id: StateId) -> String {
        let mut names: Vec<&str> =
            self.around(Some(id)).map(|it| self.get(it).name.as_str()).collect();
        names.reverse();
        names.join(self.separator.as_deref().unwrap_or("."))
    }

    /// A state and those around it, from inside out.
    pub(super) fn around(&self, from: Option<StateId>) -> impl Iterator<Item = StateId> + '_ {
        std::iter::successors(from, |it| self.get(*it).parent)
    }

    /// The innermost region around a state. The first region of a state does not count: it is the state itself.
    pub(super) fn region(&self, id: StateId) -> Option<StateId> {
        self.around(self.get(id).parent).find(|it| self.get(*it).kind == Kind::Region)
    }

    /// Whether the lines of `current` may name a state: what stands in a region is only known there.
    pub(super) fn is_usable(&self, id: StateId, current: Option<StateId>) -> bool {
        let is_region =
            |it: Option<StateId>| it.is_some_and(|it| self.get(it).kind == Kind::Region);
        let home = self.get(id).parent;
        home == current || !is_region(home) && !is_region(current)
    }
}
