//! A Mermaid flowchart as it is written: nodes in subgraphs, then edges, then styles.

use super::Out;
use super::words::quoted;

/// A line between two nodes.
#[derive(Debug, Clone, Default)]
pub(super) struct Edge {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) arrow: String,
    pub(super) label: String,
}

impl Edge {
    pub(super) fn put(&self, out: &mut Out) {
        let label = if self.label.is_empty() {
            String::new()
        } else {
            format!("|{}|", quoted(&self.label))
        };
        out.put(1, &format!("{} {}{label} {}", self.from, self.arrow, self.to));
    }
}

/// A node in brackets, or with the name of a shape that has none.
pub(super) fn node(name: &str, shape: Shape, text: &str) -> String {
    let text = quoted(text);
    match shape {
        Shape::Brackets(open, close) => format!("{name}{open}{text}{close}"),
        Shape::Named(shape) => format!("{name}@{{ shape: {shape}, label: {text} }}"),
    }
}

/// How Mermaid writes the outline of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Brackets(&'static str, &'static str),
    Named(&'static str),
}

impl Shape {
    pub(super) const BOX: Self = Self::Brackets("[", "]");
    pub(super) const ROUND: Self = Self::Brackets("(", ")");
    pub(super) const STADIUM: Self = Self::Brackets("([", "])");
    pub(super) const DIAMOND: Self = Self::Brackets("{", "}");
    pub(super) const NOTE: Self = Self::Brackets(">", "]");
}
