//! How lines are drawn: the style in the brackets of an arrow, and the outline behind `##`.

use super::{BorderStyle, ColorRef};

/// `[#red,dashed,thickness=2]` inside an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineStyle {
    /// `#red`; an unknown name has no paint and is not reported.
    pub color: Option<ColorRef>,
    /// `dashed`, `dotted`, `bold`.
    pub border: Option<BorderStyle>,
    /// `thickness=2`.
    pub thickness: Option<u32>,
    /// `hidden`: takes part in the layout and is not drawn.
    pub hidden: bool,
    /// `norank`: does not decide ranks.
    pub free: bool,
    /// `single`: left out where the same two things are linked already.
    pub single: bool,
}

/// `##[dashed]red`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// The line style in brackets.
    pub style: Option<BorderStyle>,
    /// Behind them.
    pub color: Option<ColorRef>,
}
