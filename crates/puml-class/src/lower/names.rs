//! Which element a name means: names are split at a separator, and a bare name that only one element has means it.
//!
//! Every name that was ever said is a place in a tree, also before something stands there.

use std::collections::HashMap;

use puml_graph::{EntityId, GroupId, NoteId};

/// What stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Entity(EntityId),
    Group(GroupId),
    Note(NoteId),
}

/// A place in the tree of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct NodeId(usize);

impl NodeId {
    /// Above everything.
    pub(super) const ROOT: Self = Self(0);
}

#[derive(Debug, Default)]
struct Node {
    name: String,
    parent: usize,
    children: HashMap<String, usize>,
    content: Option<Found>,
}

/// Whether a name may mean something in another package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reuse {
    /// Links, notes and members: the only element of that name, wherever it is.
    Anywhere,
    /// Declarations: the current package alone.
    Here,
}

/// All names of a diagram.
#[derive(Debug)]
pub(super) struct Names {
    separator: Option<String>,
    nodes: Vec<Node>,
    /// By the last segment alone.
    by_name: HashMap<String, Vec<usize>>,
}

impl Default for Names {
    fn default() -> Self {
        let nodes = vec![Node::default()];
        Self { separator: Some(".".to_owned()), nodes, by_name: HashMap::new() }
    }
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

    pub(super) fn at(&self, node: NodeId) -> Option<Found> {
        self.nodes[node.0].content
    }

    pub(super) fn put(&mut self, node: NodeId, found: Found) {
        self.nodes[node.0].content = Some(found);
    }

    pub(super) fn parent(&self, node: NodeId) -> NodeId {
        NodeId(self.nodes[node.0].parent)
    }

    pub(super) fn name(&self, node: NodeId) -> &str {
        &self.nodes[node.0].name
    }

    /// The name with those of the packages around it.
    pub(super) fn qualified(&self, node: NodeId) -> String {
        let Node { name, parent, .. } = &self.nodes[node.0];
        if *parent == 0 {
            return name.clone();
        }
        let separator = self.separator.as_deref().unwrap_or(".");
        format!("{}{separator}{name}", self.qualified(NodeId(*parent)))
    }

    /// The place that a name means in a package; made where nobody said it before.
    pub(super) fn resolve(&mut self, code: &str, current: NodeId, reuse: Reuse) -> NodeId {
        let Some(separator) = self.separator.as_deref() else {
            return match self.by_name.get(code).and_then(|it| it.first()) {
                Some(first) => NodeId(*first),
                None => self.child(current, code),
            };
        };
        let Some((first, _)) = code.split_once(separator) else {
            if reuse == Reuse::Anywhere
                && let Some([only]) = self.by_name.get(code).map(Vec::as_slice)
                && NodeId(*only) != current
            {
                return NodeId(*only);
            }
            return self.child(current, code);
        };
        let is_rooted = first.is_empty() || self.nodes[0].children.contains_key(first);
        let from = if is_rooted { NodeId::ROOT } else { current };
        let separator = separator.to_owned();
        let path = code.strip_prefix(&separator).unwrap_or(code);
        self.path(from, path, &separator)
    }

    /// The place of a name, if something stands there already.
    pub(super) fn find(&self, code: &str, current: NodeId) -> Option<Found> {
        let Some(separator) = &self.separator else {
            let all = self.by_name.get(code)?;
            return all.iter().find_map(|it| self.nodes[*it].content);
        };
        if let Some(rooted) = code.strip_prefix(separator.as_str()) {
            return self.walk(NodeId::ROOT, rooted, separator);
        }
        if !code.contains(separator.as_str()) {
            if let Some([only]) = self.by_name.get(code).map(Vec::as_slice)
                && NodeId(*only) != current
            {
                return self.nodes[*only].content;
            }
            let child = self.nodes[current.0].children.get(code)?;
            return self.nodes[*child].content;
        }
        self.walk(NodeId::ROOT, code, separator).or_else(|| self.walk(current, code, separator))
    }

    fn walk(&self, from: NodeId, code: &str, separator: &str) -> Option<Found> {
        let mut at = from.0;
        for segment in code.split(separator) {
            at = *self.nodes[at].children.get(segment)?;
        }
        self.nodes[at].content
    }

    fn path(&mut self, from: NodeId, code: &str, separator: &str) -> NodeId {
        code.split(separator).fold(from, |at, segment| self.child(at, segment))
    }

    /// The place of a name below another, whatever it holds.
    pub(super) fn child(&mut self, parent: NodeId, name: &str) -> NodeId {
        if let Some(child) = self.nodes[parent.0].children.get(name) {
            return NodeId(*child);
        }
        let id = self.nodes.len();
        let node = Node { name: name.to_owned(), parent: parent.0, ..Node::default() };
        self.nodes.push(node);
        self.nodes[parent.0].children.insert(name.to_owned(), id);
        self.by_name.entry(name.to_owned()).or_default().push(id);
        NodeId(id)
    }

    /// Whether a name ends in the separator or has two of them side by side.
    pub(super) fn is_malformed(&self, code: &str) -> bool {
        let Some(separator) = self.separator.as_deref() else { return false };
        let is_doubled = || code.contains(&separator.repeat(2));
        code.contains(separator) && (code.ends_with(separator) || is_doubled())
    }

    /// Every name that something stands at.
    pub(super) fn known(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().filter(|it| it.content.is_some()).map(|it| it.name.as_str())
    }
}
