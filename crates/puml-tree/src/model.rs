//! What a tree diagram says, everything resolved.

pub use crate::ast::{Direction, Side};

use diag::Span;
use puml_family::{Label, LookId, Looks, Sprite, Surroundings};
use scene::Color;

/// Which of the two notations a diagram is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// A mind map: branches to both sides of a root.
    Mindmap,
    /// A work breakdown structure: one root on top, the rest below it.
    Wbs,
}

/// One diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// How it is written and drawn.
    pub notation: Notation,
    /// How mind maps grow.
    pub direction: Direction,
    /// All nodes, each after its parent.
    pub nodes: Vec<Node>,
    /// The roots, from top to bottom; a work breakdown structure has one at most.
    pub roots: Vec<NodeId>,
    /// Free arrows between nodes.
    pub arrows: Vec<Arrow>,
    /// What stands around the picture.
    pub surroundings: Surroundings,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

/// A node by its place in [`Model::nodes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A node with its place in the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it says.
    pub label: Label,
    /// How deep it hangs; a root has 0.
    pub level: u32,
    /// What it hangs from.
    pub parent: Option<NodeId>,
    /// In the order they are drawn.
    pub children: Vec<NodeId>,
    /// Where it grows from its parent; a root has no side of its own.
    pub side: Side,
    /// Whether a box is drawn around the text.
    pub boxed: bool,
    /// The name that arrows use.
    pub code: Option<String>,
    /// The fill that the source gives it in place.
    pub color: Option<Color>,
    /// Its style classes.
    pub stereotypes: Vec<String>,
    /// Fill, border and letters of the node.
    pub look: LookId,
    /// Of the line from its parent.
    pub line: LookId,
    /// The text that says so.
    pub origin: Span,
}

/// A free arrow.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    /// Where it begins.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// What it says; may be empty.
    pub label: Label,
    /// Of the line.
    pub look: LookId,
    /// The line that says so.
    pub origin: Span,
}

impl Model {
    /// The node of an id of this model.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The children of a node on one side, in order.
    pub fn children(&self, id: NodeId, side: Side) -> impl Iterator<Item = NodeId> + '_ {
        self.node(id).children.iter().copied().filter(move |it| self.node(*it).side == side)
    }
}
