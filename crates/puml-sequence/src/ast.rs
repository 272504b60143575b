//! The statements of sequence diagrams.
//!
//! Nothing here is resolved: who a message reaches or which number it has is the model's business.

mod arrow;
mod group;
mod life;
mod message;
mod note;
mod numbering;
mod participant;
mod separator;

pub use arrow::{Arrow, ArrowLine, Flow, Head, Mark, Tip};
pub use group::{BoxOpen, Else, Group, GroupKind};
pub use life::{Life, LifeAction, LifeMarks, Return};
pub use message::{Border, Message, MessageEnd};
pub use note::{Note, NotePlace, NoteShape, Reference};
pub use numbering::{LevelNumber, Numbering};
pub use participant::{Declaration, Order, ParticipantKind, ParticipantRef, Shown};
pub use puml_syntax::ast::{
    Alignment, Block, BlockId, BlockKind, BorderStyle, Call, Chrome, ColorRef, ColorSet, Directive,
    DirectiveKind, Frame, FrameId, FrameKind, HeaderFooter, Kind, Legend, Lines, Link, Name,
    NoteSide, Page, Scale, Shared, Skinparam, SkinparamEntry, Spot, Sprite, SpriteForm, SpriteRef,
    Stereotype, StmtId, StyleDeclaration, StyleSheet, Switch, Text, VerticalAlignment,
};
pub use separator::{Delay, Divider, Duration, NewPage, Space};

use puml_syntax::TextRange;

/// A parsed sequence diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line of a sequence diagram can be.
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
        /// Where a click leads.
        link: Link,
    },
    /// `hide footbox`, `show footbox`, `footbox on|off`; the switch says whether feet are drawn.
    Footbox(Switch),
    /// `hide unlinked`, `show unlinked`; the switch says whether untouched participants are drawn.
    Unlinked(Switch),
    /// `hide stereotype` and `show stereotype`; the switch says whether stereotypes are drawn.
    Stereotypes(Switch),
    /// What every family has: titles, styles, comments, directives, broken lines.
    Shared(Shared),
}

impl From<Shared> for StmtKind {
    fn from(shared: Shared) -> Self {
        Self::Shared(shared)
    }
}

impl Kind for StmtKind {
    fn shared(&self) -> Option<&Shared> {
        match self {
            Self::Shared(it) => Some(it),
            _ => None,
        }
    }
}
