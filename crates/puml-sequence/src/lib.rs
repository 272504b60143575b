//! Sequence diagrams, from the grammar of a line to the picture. Knows no other family.
//!
//! [`Sequence`] is what the table of families takes. The tree, the model and the functions that work on them are public
//! for tools that are about sequence diagrams only.

pub mod ast;
pub mod catalogue;
pub mod codes;
mod editor;
pub mod edits;
mod element;
mod explain;
mod facts;
mod family;
mod format;
mod grammar;
pub mod import;
mod layout;
mod lower;
mod model;
mod model_json;
mod number_format;
mod parse;
mod readability;
mod tree_json;

pub use element::Element;
pub use explain::explain;
pub use family::{Sequence, SequenceTree};
pub use format::{format, formatted};
pub use layout::layout;
pub use model::{
    ActorShape, Arrow, Enclosure, EnclosureId, End, Event, EventKind, Fragment, FragmentKind, Head,
    Message, MessageAlign, Model, Note, NotePlace, NoteShape, Page, Participant, ParticipantId,
    ParticipantKind, Reference, Side,
};
pub use model_json::{MODEL_SCHEMA, MODEL_VERSION, model_json};
pub use parse::{Parse, parse};
pub use readability::readability;
pub use tree_json::{SCHEMA, json};
