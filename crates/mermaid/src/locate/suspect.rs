//! A possible explanation of a refusal, before it is known to be right.

use std::ops::Range;

use diag::Code;

/// One place, one reason, perhaps one repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suspect {
    pub(super) code: Code,
    /// Bytes of the source.
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) hint: String,
    /// What the repair does, as an imperative; empty without one.
    pub(super) title: String,
    /// Replacements, in the order of the source.
    pub(super) edits: Vec<(Range<usize>, String)>,
    /// Whether the repair may change what was meant.
    pub(super) guess: bool,
    /// Whether the finding stands even if no repair was confirmed and the engine points elsewhere.
    pub(super) certain: bool,
}

impl Suspect {
    /// An explanation that counts only if it lies where the engine stumbled, or if its repair works.
    pub(super) fn new(
        code: Code,
        range: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            code,
            range,
            message: message.into(),
            hint: hint.into(),
            title: String::new(),
            edits: Vec::new(),
            guess: false,
            certain: false,
        }
    }

    /// An explanation that needs no confirmation.
    pub(super) fn certain(mut self) -> Self {
        self.certain = true;
        self
    }

    /// Marks the repair as one that somebody should look at.
    pub(super) fn guess(mut self) -> Self {
        self.guess = true;
        self
    }

    /// Adds a repair.
    pub(super) fn fix(
        mut self,
        title: impl Into<String>,
        edits: impl IntoIterator<Item = (Range<usize>, String)>,
    ) -> Self {
        self.title = title.into();
        self.edits = edits.into_iter().collect();
        self
    }
}
