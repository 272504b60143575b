//! Component, deployment, use case and C4 diagrams, from the grammar of a line to the picture. Knows no other family.
//!
//! [`Description`] is what the table of families takes. The picture is drawn by `puml-graph`. C4 is a library of
//! macros that the preprocessor expands into these diagrams.

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
mod tree_json;

pub use family::{Description, DescriptionTree};
pub use model::{Model, Page};
