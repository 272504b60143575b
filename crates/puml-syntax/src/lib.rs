//! PlantUML sequence diagrams as data: what a text says, where it says it, and how to change it.
//!
//! This crate reads and writes *source*. It expands no macros, reads no files and resolves nothing:
//! who a message reaches is the compiler's business.
//!
//! Ranges in the tree count in the text that was parsed, whichever that is. Tools that work on what
//! the user wrote (formatter, edits, editors) parse the original with [`Stage::Source`]; the
//! compiler parses the expanded text with [`Stage::Expanded`] and translates ranges and diagnostics
//! to their origins.

pub mod ast;
pub mod catalogue;
pub mod codes;
pub mod color;
mod context;
mod cooked;
pub mod creole;
mod cursor;
pub mod edits;
mod format;
mod grammar;
pub mod import;
mod json;
mod lines;
mod number_format;
mod parser;
mod reader;
mod text_range;

pub use format::{format, formatted};
pub use json::{SCHEMA, VERSION, json};
pub use parser::{Parse, Stage, parse};
pub use text_range::TextRange;
