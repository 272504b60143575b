//! Activation, destruction and replies.

use super::{ColorRef, Name};
use puml_syntax::TextRange;

/// `activate A #back #line`, `deactivate [A]`, `destroy A`, `A ++ #color`, `A --`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Life {
    /// What happens; never [`LifeAction::Create`], which is a declaration.
    pub action: LifeAction,
    /// Absent only in a bare `deactivate`.
    pub who: Option<Name>,
    /// The bar's fill.
    pub back: Option<ColorRef>,
    /// The bar's border.
    pub line: Option<ColorRef>,
}

/// What happens to a lifeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LifeAction {
    /// `activate`, `++`.
    Activate,
    /// `deactivate`, `--`.
    Deactivate,
    /// `create`, `**`.
    Create,
    /// `destroy`, `!!`.
    Destroy,
}

/// The shortcuts after a message: one action, or an activation and a deactivation together.
///
/// `Deactivate` concerns the sender, every other action the receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LifeMarks {
    /// The marks in the source.
    pub range: TextRange,
    /// What the first mark says.
    pub first: LifeAction,
    /// The second half of `--++` or `++--`.
    pub second: Option<LifeAction>,
}

/// `return [#color] [text]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Return {
    /// The `&`.
    pub parallel: Option<TextRange>,
    /// The arrow's color.
    pub color: Option<ColorRef>,
    /// The words above the arrow.
    pub text: Option<TextRange>,
}
