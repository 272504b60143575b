//! The typed tree that all families share: a flat list of statements, the blocks they stand in, and
//! the frames they open. What a family says beyond that is its own kind of statement.
//!
//! Every field that names text is a [`TextRange`]; [`Document::text`] reads it as the language does.
//! Nothing here is resolved: what a name means is the model's business.

mod chrome;
mod directive;
mod document;
mod line;
mod name;
mod style;
mod table;

pub use chrome::{
    Alignment, Chrome, HeaderFooter, Legend, Page, Scale, Sprite, SpriteForm, VerticalAlignment,
};
pub use directive::{Call, Directive, DirectiveKind};
pub use document::{Block, BlockId, BlockKind, Document, Frame, FrameId, FrameKind, StmtId};
pub use line::{LineStyle, Outline};
pub use name::{Name, Spot, SpriteRef, Stereotype};
pub use style::{Skinparam, SkinparamEntry, StyleDeclaration, StyleSheet};
pub use table::{Table, TableKind};

use crate::TextRange;
use crate::color::Paint;

/// One statement: a line, or the lines of one block construct such as a note with a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Stmt<K> {
    /// The statement, as its family reads it.
    pub kind: K,
    /// From the first to the last character that belongs to it; no indentation, no line end.
    pub range: TextRange,
}

/// What a statement of one family can be: what all families share, or something of its own.
pub trait Kind: From<Shared> + Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// The statement, if every family has it.
    fn shared(&self) -> Option<&Shared>;
}

/// The statements of all families. A line that fits nothing is [`Shared::Error`]; its diagnostic
/// says why.
#[derive(Debug, Clone, PartialEq)]
pub enum Shared {
    /// Titles, header, footer, legend, caption, frame, scale, sprites, skin.
    Chrome(Box<Chrome>),
    /// `skinparam key value` or a block of them.
    Skinparam(Skinparam),
    /// `<style>…</style>`.
    Style(StyleSheet),
    /// A command that the reference takes and that changes nothing in the diagram.
    Inert {
        /// The statement's first word.
        keyword: TextRange,
    },
    /// A line that starts with `!`.
    Directive(Directive),
    /// A macro call that stands as a line of its own; only in unexpanded sources.
    Call(Call),
    /// A line whose meaning is open until the preprocessor ran; only in unexpanded sources.
    Template,
    /// `' text` or `/' text '/`, on one or several lines.
    Comment,
    /// A line that fits nothing. A diagnostic covers it.
    Error,
}

impl Kind for Shared {
    fn shared(&self) -> Option<&Self> {
        Some(self)
    }
}

/// A command's `on` or `off`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Also `show`.
    On,
    /// Also `hide`.
    Off,
}

/// The text of a construct that exists as a line and as a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// After a colon or the keyword; `\n` breaks the line.
    Line(TextRange),
    /// Between the opening line and its `end`.
    Lines(Lines),
}

impl Text {
    /// The lines of a block.
    pub fn lines(&self) -> Option<&Lines> {
        match self {
            Self::Lines(lines) => Some(lines),
            Self::Line(_) => None,
        }
    }
}

/// The lines of a block, comment lines left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines {
    /// Each line whole, with its indentation; see [`Document::lines`].
    pub lines: Vec<TextRange>,
    /// The closing line's words; absent when the text ended first, which is reported.
    pub close: Option<TextRange>,
}

/// `[[url{tooltip} label]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// With the brackets.
    pub range: TextRange,
    /// The target; empty in `[[{tooltip}]]`.
    pub url: TextRange,
    /// The text in braces.
    pub tooltip: Option<TextRange>,
    /// The text shown instead of the target.
    pub label: Option<TextRange>,
}

/// A color as it stands in a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColorRef {
    /// With its `#`.
    pub range: TextRange,
    /// Absent when the name is unknown, which is reported.
    pub paint: Option<Paint>,
}

/// `#back`, or `#back:x;line:y;line.dashed;text:z`: what a note or box accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ColorSet {
    /// The whole specification, with its `#`.
    pub range: TextRange,
    /// Fills the element.
    pub back: Option<ColorRef>,
    /// Colours the outline.
    pub line: Option<ColorRef>,
    /// Colours the words.
    pub text: Option<ColorRef>,
    /// The head of a frame.
    pub header: Option<ColorRef>,
    /// `line.dashed` and its like.
    pub line_style: Option<BorderStyle>,
}

/// How a border is stroked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BorderStyle {
    /// `line.dashed`.
    Dashed,
    /// `line.dotted`.
    Dotted,
    /// `line.bold`.
    Bold,
}

/// A side of a message or lifeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoteSide {
    /// `left`.
    Left,
    /// `right`.
    Right,
    /// `top`: only at a message.
    Top,
    /// `bottom`: only at a message.
    Bottom,
}
