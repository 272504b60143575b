//! Arrows as data: both ends, the line between them, and which way they point.

use super::ColorRef;
use puml_syntax::TextRange;

/// Everything between the two ends of a message, as written from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// The arrow without the blanks around it.
    pub range: TextRange,
    /// The end at the left name.
    pub left: Tip,
    /// The end at the right name.
    pub right: Tip,
    /// Solid or dashed; more than one dash or a style word makes it dashed.
    pub line: ArrowLine,
    /// `-[#red]>`.
    pub color: Option<ColorRef>,
    /// `-[hidden]>`: takes its room and is not drawn.
    pub hidden: bool,
    /// `-[bold]>`; the reference takes it without effect.
    pub bold: bool,
    /// `->(10)`: how many pixels the far end lies lower.
    pub slant: Option<u32>,
}

impl Arrow {
    /// Which way it points.
    ///
    /// A head decides, and the right one wins unless there are two. Two crosses, or a cross without
    /// any head, leave it pointing right. A circle never decides.
    pub fn flow(&self) -> Flow {
        let crossed = self.left.mark == Mark::Cross && self.right.mark == Mark::Cross;
        match (self.left.points(), self.right.points()) {
            (true, true) => Flow::Both,
            (true, false) if !crossed => Flow::Leftwards,
            _ => Flow::Rightwards,
        }
    }
}

/// One end of an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tip {
    /// The head, if this end has one.
    pub head: Head,
    /// The circle or cross beside the name.
    pub mark: Mark,
}

impl Tip {
    /// Whether there is a head.
    pub fn points(self) -> bool {
        self.head != Head::None
    }
}

/// The shape of an arrow head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Head {
    /// The line ends bare.
    #[default]
    None,
    /// `>`.
    Filled,
    /// `>>`.
    Open,
    /// Upper half only: `-\` or `/-`.
    UpperHalf,
    /// Lower half only: `-/` or `\-`.
    LowerHalf,
    /// Upper half, thin: `-\\` or `//-`.
    UpperHalfOpen,
    /// Lower half, thin: `-//` or `\\-`.
    LowerHalfOpen,
}

/// What stands at the end of the line beside the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// No mark.
    #[default]
    None,
    /// `o`.
    Circle,
    /// `x`: the message is lost.
    Cross,
}

/// The stroke of an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ArrowLine {
    /// One dash.
    #[default]
    Solid,
    /// Two or more dashes, or the style words `dashed` and `dotted`.
    Dashed,
}

/// The direction of an arrow in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flow {
    /// From the left name to the right one.
    Rightwards,
    /// From the right name to the left one.
    Leftwards,
    /// A head at each end.
    Both,
}
