//! Groups of messages and boxes of participants: the statements that open frames.

use super::{ColorRef, ColorSet, Stereotype};
use puml_syntax::TextRange;

/// `alt`, `opt`, `loop`, `par`, `par2`, `break`, `critical`, `group`, `partition`.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The `&`.
    pub parallel: Option<TextRange>,
    /// The keyword that opens it.
    pub kind: GroupKind,
    /// The range of the word that opens the group.
    pub keyword: TextRange,
    /// Glued to the keyword: the tab's fill.
    pub header_color: Option<ColorRef>,
    /// After a blank: the fill of the frame.
    pub body_color: Option<ColorRef>,
    /// The condition; for `group` the tab's text.
    pub label: Option<TextRange>,
    /// The condition of `group Head [condition]`, without its brackets.
    pub secondary: Option<TextRange>,
}

/// The keywords that open a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// Alternatives.
    Alt,
    /// May happen.
    Opt,
    /// Repeats.
    Loop,
    /// `par`: the branches run in parallel.
    Par,
    /// In parallel, branches side by side in time.
    Par2,
    /// Leaves the surrounding group.
    Break,
    /// `critical`: nothing may interrupt it.
    Critical,
    /// A title of one's own.
    Group,
    /// A band without a tab.
    Partition,
}

impl GroupKind {
    /// Every kind of group.
    pub const ALL: [Self; 9] = [
        Self::Alt,
        Self::Opt,
        Self::Loop,
        Self::Par,
        Self::Par2,
        Self::Break,
        Self::Critical,
        Self::Group,
        Self::Partition,
    ];

    /// The word in the source.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Alt => "alt",
            Self::Opt => "opt",
            Self::Loop => "loop",
            Self::Par => "par",
            Self::Par2 => "par2",
            Self::Break => "break",
            Self::Critical => "critical",
            Self::Group => "group",
            Self::Partition => "partition",
        }
    }
}

/// `else [#color] [text]`, or `also`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Else {
    /// The range of `else` or `also`.
    pub keyword: TextRange,
    /// The fill of this branch.
    pub color: Option<ColorRef>,
    /// What stands in brackets at the top of the branch.
    pub label: Option<TextRange>,
}

/// `box ["title"] [<<st>>] [#color]`.
#[derive(Debug, Clone, PartialEq)]
pub struct BoxOpen {
    /// Without quotes.
    pub title: Option<TextRange>,
    /// Style classes.
    pub stereotypes: Vec<Stereotype>,
    /// Fill and border.
    pub colors: Option<ColorSet>,
}
