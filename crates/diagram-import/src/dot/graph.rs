//! A graph as dot describes it.

/// Attributes by name; a later one replaces an earlier one.
#[derive(Debug, Clone, Default)]
pub(super) struct Attributes(Vec<(String, String)>);

impl Attributes {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    pub(super) fn set(&mut self, name: String, value: String) {
        match self.0.iter_mut().find(|it| it.0 == name) {
            Some(known) => known.1 = value,
            None => self.0.push((name, value)),
        }
    }

    pub(super) fn extend(&mut self, others: &Self) {
        others.0.iter().for_each(|(name, value)| self.set(name.clone(), value.clone()));
    }
}

#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) is_directed: bool,
    pub(super) attributes: Attributes,
    pub(super) nodes: Vec<Node>,
    pub(super) groups: Vec<Group>,
    pub(super) edges: Vec<Edge>,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) group: Option<usize>,
    pub(super) attributes: Attributes,
}

/// A cluster: a subgraph with a frame.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) parent: Option<usize>,
    pub(super) attributes: Attributes,
}

#[derive(Debug)]
pub(super) struct Edge {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) attributes: Attributes,
}
