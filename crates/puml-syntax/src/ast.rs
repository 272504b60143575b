//! The typed tree: a flat list of statements, the blocks they stand in, and the frames they open.
//!
//! Every field that names text is a [`TextRange`]; [`Document::text`] reads it as the language does.
//! Nothing here is resolved: who a message reaches or which number it has is the model's business.

mod arrow;
mod chrome;
mod directive;
mod document;
mod group;
mod life;
mod message;
mod note;
mod numbering;
mod participant;
mod stretch;
mod style;

pub use arrow::{Arrow, ArrowLine, Flow, Head, Mark, Tip};
pub use chrome::{
    Alignment, Chrome, HeaderFooter, Legend, Page, Scale, Sprite, SpriteForm, VerticalAlignment,
};
pub use directive::{Call, Directive, DirectiveKind};
pub use document::{Block, BlockId, BlockKind, Document, Frame, FrameId, FrameKind, StmtId};
pub use group::{BoxOpen, Else, Group, GroupKind};
pub use life::{Life, LifeAction, LifeMarks, Return};
pub use message::{Border, Message, MessageEnd};
pub use note::{Note, NotePlace, NoteShape, NoteSide, Reference};
pub use numbering::{LevelNumber, Numbering};
pub use participant::{
    Declaration, Name, Order, ParticipantKind, ParticipantRef, Shown, Spot, SpriteRef, Stereotype,
};
pub use stretch::{Delay, Divider, Duration, NewPage, Space};
pub use style::{Skinparam, SkinparamEntry, StyleDeclaration, StyleSheet};

use crate::TextRange;
use crate::color::Paint;

/// One statement: a line, or the lines of one block construct such as a note with a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Stmt {
    /// What was understood.
    pub kind: StmtKind,
    /// From the first to the last character that belongs to it; no indentation, no line end.
    pub range: TextRange,
}

/// Everything a line can be. A line that fits nothing is [`StmtKind::Error`]; its diagnostic says why.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `participant A`, `create actor B`, …
    Declaration(Box<Declaration>),
    /// `A -> B : text`, also from or to a border.
    Message(Box<Message>),
    /// `activate`, `deactivate`, `destroy`, `A ++`, `A --`.
    Life(Life),
    /// `return text`.
    Return(Return),
    /// `autoactivate on|off`.
    AutoActivate(Switch),
    /// A note of any shape, inline or block.
    Note(Box<Note>),
    /// `ref over A, B : text`, inline or block.
    Reference(Box<Reference>),
    /// `alt`, `loop`, `group`, …: opens a [`Frame`].
    Group(Group),
    /// `else` or `also`: a new branch of the innermost open group.
    Else(Else),
    /// `end`: closes the innermost open group; the words after it are free.
    End {
        /// What follows the keyword, if anything; without effect.
        trailing: Option<TextRange>,
    },
    /// `box "title" #color`: opens a [`Frame`].
    BoxOpen(BoxOpen),
    /// `end box`.
    BoxClose,
    /// `== text ==`.
    Divider(Divider),
    /// `...` or `...text...`.
    Delay(Delay),
    /// `|||` or `||45||`.
    Space(Space),
    /// `newpage`.
    NewPage(NewPage),
    /// `ignore newpage`: the page breaks have no effect.
    IgnoreNewPage,
    /// `autonumber` in all its forms.
    Numbering(Numbering),
    /// `{a} <-> {b} : text`.
    Duration(Duration),
    /// `url of A is [[…]]`.
    Url {
        /// The participant that becomes clickable.
        who: Name,
        /// The target.
        link: Link,
    },
    /// `hide footbox`, `show footbox`, `footbox on|off`; the switch says whether feet are drawn.
    Footbox(Switch),
    /// `hide unlinked`, `show unlinked`; the switch says whether untouched participants are drawn.
    Unlinked(Switch),
    /// `hide stereotype` and `show stereotype`; the switch says whether stereotypes are drawn.
    Stereotypes(Switch),
    /// Titles, header, footer, legend, caption, frame, scale, sprites, skin.
    Chrome(Box<Chrome>),
    /// `skinparam key value` or a block of them.
    Skinparam(Skinparam),
    /// `<style>…</style>`.
    Style(StyleSheet),
    /// A command that the reference takes and that changes nothing in a sequence diagram.
    Inert {
        /// Its first word.
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
    /// The fill.
    pub back: Option<ColorRef>,
    /// The border.
    pub line: Option<ColorRef>,
    /// The letters.
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
