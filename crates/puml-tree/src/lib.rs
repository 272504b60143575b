//! Mind maps and work breakdown structures, from the grammar of a line to the picture. Knows no other family.
//!
//! Both are trees written line by line, a run of marks for the depth. [`Mindmap`] and [`Wbs`] are what the table of
//! families takes.

pub mod ast;
mod catalogue;
pub mod codes;
mod editor;
mod edits;
mod element;
mod explain;
mod facts;
mod family;
mod format;
mod grammar;
mod layout;
mod lower;
mod model;
mod model_json;
mod parse;
mod readability;
mod tree_json;

pub use element::Element;
pub use family::{Mindmap, Wbs};
pub use model::{Arrow, Direction, Model, Node, NodeId, Notation, Side};
