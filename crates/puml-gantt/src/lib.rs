//! Gantt charts, from the grammar of a sentence to the picture. Knows no other family.
//!
//! [`Gantt`] is what the table of families takes. Sentences are carried out one by one, as the reference does it:
//! `schedule` holds the days, the calendars and how a task finds its dates.

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
mod language;
mod layout;
mod lower;
mod model;
mod model_json;
mod parse;
mod schedule;
mod tree_json;

pub use family::{Gantt, GanttTree};
pub use model::{Dependency, Edge, Entry, EntryKind, Model};
pub use schedule::Moment;
