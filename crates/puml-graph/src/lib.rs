//! Pictures of one kind: entities in nested groups, linked, with notes. Class, description and state diagrams are all
//! of it; they say what stands in the picture, this package says where and draws it. Knows no family and no syntax.
//!
//! A family fills a [`Graph`] and calls [`draw`], which lays it out with `graph-layout` and returns the items of a
//! scene. [`facts`] and [`json`] print the model.

pub mod codes;
mod facts;
mod json;
mod keep;
mod layout;
mod model;
mod plain;
pub mod signs;
mod symbol;
mod table;

pub use facts::facts;
pub use json::json;
pub use keep::Kept;
pub use layout::{Drawn, draw};
pub use model::{
    Body, Cell, Compartment, Composite, Constraint, Direction, End, Entity, EntityId, Flow, Frame,
    Graph, Group, GroupId, Head, LineStyle, Lines, Link, LinkId, Middle, Note, NoteId, NotePlace,
    Pseudo, Reading, Regions, Row, RuleStyle, Shape, Side, Visibility,
};
pub use symbol::Symbol;
pub use table::{MapLine, json_rows, map_line};

/// About how many parts a picture has, for a limit on drawing. The more links a picture has than it needs to hold
/// together, the more of them cross, and each crossing is compared with others.
pub fn parts(elements: usize, links: usize) -> u64 {
    let (elements, links) = (elements as u64, links as u64);
    let crossing = links.saturating_sub(elements);
    2 * elements + links + crossing * crossing / 12
}
