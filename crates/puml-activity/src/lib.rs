//! Activity diagrams, from the grammar of a line to the picture. Knows no other family.
//!
//! [`Activity`] is what the table of families takes for the current syntax, [`Legacy`] for the older one, which is a
//! graph and is drawn by `puml-graph`. The current syntax is a tree of steps and is laid out as one.

pub mod ast;
mod catalogue;
pub mod codes;
mod editor;
mod edits;
mod element;
mod explain;
mod facts;
mod family;
mod flow;
mod format;
mod grammar;
mod layout;
pub mod legacy;
mod lower;
mod model;
mod model_json;
mod parse;
mod readability;
mod tree_json;
mod words;

pub use family::{Activity, ActivityTree};
pub use legacy::Legacy;
pub use model::{
    Action, ActionShape, Arrow, Backward, Branch, Group, If, Lane, LaneId, LaneWidth, MergeStyle,
    Model, Note, Parallel, ParallelKind, Repeat, Step, StepKind, Style, Switch, TestStyle, While,
};
