//! Class diagrams, from the grammar of a line to the picture. Knows no other family.
//!
//! [`Class`] is what the table of families takes. The picture is drawn by `puml-graph`.

pub mod ast;
mod catalogue;
pub mod codes;
mod editor;
mod edits;
mod element;
mod explain;
mod family;
mod format;
mod grammar;
mod lower;
mod model;
mod parse;
mod readability;
mod tree_json;

pub use family::{Class, ClassTree};
pub use model::{Model, Page};
