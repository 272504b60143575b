//! Timing diagrams, from the grammar of a line to the picture. Knows no other family.
//!
//! [`Timing`] is what the table of families takes.

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
mod tree_json;

pub use family::{Timing, TimingTree};
pub use model::Model;
