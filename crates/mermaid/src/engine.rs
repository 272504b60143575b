//! The seam to whatever turns Mermaid text into a picture. What comes out of an engine is untrusted:
//! [`RawSvg`] opens only to the sanitiser.

mod measure;
mod mend;
mod merman;
mod settings;

use std::ops::Range;

pub(crate) use merman::{Merman, Stop};

use serde_json::Value;

use crate::Options;

/// An engine's picture before sanitising.
#[derive(Debug)]
pub(crate) struct RawSvg {
    /// XML as the engine wrote it.
    pub(crate) text: String,
    /// The colour behind the picture, from the theme that was really used.
    pub(crate) canvas: &'static str,
    /// The colour of text and shapes that name none.
    pub(crate) ink: &'static str,
    /// Whether the diagram has no content, so that there is only a canvas.
    pub(crate) is_empty: bool,
}

/// A source the engine understands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parsed {
    /// The engine's name of the diagram type, such as `flowchart-v2`.
    pub(crate) kind: String,
}

/// Why an engine gave up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EngineError {
    /// The text is wrong, as far as the engine can tell.
    Syntax(SyntaxError),
    /// A named ceiling was passed.
    Limit {
        /// The ceiling's name in the engine.
        name: String,
        /// What the source asks for.
        actual: u64,
        /// The largest value that is allowed.
        maximum: u64,
    },
    /// Time ran out.
    Time,
    /// The text is right, but no picture came of it. The words are for the log of a test run, not for users.
    Undrawable(String),
}

/// A fault in the text in the engine's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// Which part of the reader objects.
    pub(crate) part: Part,
    /// The engine's own words, with its slang.
    pub(crate) message: String,
    /// Byte range in the source, if the engine knows one better than "the whole text".
    pub(crate) range: Option<Range<usize>>,
    /// The diagram type, once detected.
    pub(crate) kind: Option<String>,
}

/// The part of a source that an engine objects to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The first word names no diagram type.
    Header,
    /// The YAML block before the diagram.
    FrontMatter,
    /// An `%%{init}%%` block.
    Directive,
    /// The diagram itself.
    Body,
}

/// Reads and draws Mermaid. An implementation keeps no state between calls and gives equal bytes for equal input.
pub(crate) trait Engine: Send + Sync + 'static {
    /// Reads the text without drawing it.
    fn parse(&self, source: &str, stop: &Stop) -> Result<Parsed, EngineError>;

    /// What the text says, in the engine's own shape.
    fn model(&self, source: &str, stop: &Stop) -> Result<Value, EngineError>;

    /// Reads and draws the text, trying less faithful ways before it gives up.
    fn draw(
        &self,
        source: &str,
        options: &Options,
        stop: &Stop,
    ) -> Result<(Parsed, RawSvg), EngineError>;
}
