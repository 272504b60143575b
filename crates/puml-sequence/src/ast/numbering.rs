//! `autonumber` in all its forms.

use puml_syntax::TextRange;

/// What happens to the numbers of messages from here on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Numbering {
    /// `autonumber [start] [step] ["format"]`.
    Start {
        /// 1 where absent.
        start: Option<LevelNumber>,
        /// 1 where absent.
        step: Option<u32>,
        /// Between the quotes: a decimal format with markup.
        format: Option<TextRange>,
    },
    /// `autonumber stop`.
    Stop,
    /// `autonumber resume [step] ["format"]`.
    Resume {
        /// The step from now on.
        step: Option<u32>,
        /// The format from now on.
        format: Option<TextRange>,
    },
    /// `autonumber inc [A]`.
    Increment {
        /// 0 for `A`; the last but one level where absent.
        level: Option<u32>,
    },
}

/// `10` or `1.2.3`: numbers with what separates them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelNumber {
    /// The number in the source.
    pub range: TextRange,
    /// At least one; the last is the one that counts up.
    pub levels: Vec<u32>,
    /// Between the levels: one fewer than those.
    pub separators: Vec<TextRange>,
}
