//! JSON and YAML diagrams, from the lines of the data to the picture. Knows no other family.
//!
//! A map or a list is a table; a table inside another stands to its right, joined to its row by a line. [`Json`] and
//! [`Yaml`] are what the table of families takes.

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
mod readability;
mod tree_json;
mod yaml;

pub use element::Element;
pub use family::{Json, Yaml};
pub use model::{Cell, Highlight, Model, Notation, Row, ScalarKind, Table, TableId, TableKind};
