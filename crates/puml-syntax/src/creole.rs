//! Text markup: the tree of a label or of a block of lines.
//!
//! Nothing in a text is ever an error: what is not markup is drawn as it stands.

mod tree;

pub use tree::{
    Block, Cell, Inline, ItemKind, Line, LineAlignment, MathKind, Row, RuleStyle, Style,
};
