//! PlantUML text as data, as far as all families of diagrams share it: what a text says, where it
//! says it, and how to change it.
//!
//! This crate reads and writes *source*. It expands no macros, reads no files, resolves nothing and
//! knows no family: a family brings a [`Grammar`] with its own statements, [`parse_block`] drives it.
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
pub mod data;
pub mod format;
pub mod grammar;
pub mod json;
mod lines;
mod parser;
mod reader;
mod text_range;

pub use context::{Context, Miss, Read, broken};
pub use cooked::Cooked;
pub use cursor::{Cursor, is_blank, is_code, is_quote};
pub use lines::{Line, LineKind, Lines, Span, split, trimmed};
pub use parser::{
    Extent, Finished, Grammar, Nesting, Parse, Stage, Unclosed, parse_block, parse_blocks,
};
pub use reader::{Close, Reader};
pub use text_range::TextRange;
