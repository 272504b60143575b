//! The choices of a layout that are the author's. What is not chosen stays as most lines have it.

/// Which of several good layouts is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Form {
    /// What one level of nesting is indented by.
    pub indent: Option<Indent>,
    /// Before the colon of a text: `B : text` or `B: text`.
    pub colon: Option<Gap>,
    /// Around an arrow: `A -> B` or `A->B`.
    pub arrows: Option<Gap>,
    /// Lines that are indented further than their frame asks for, as authors do between `activate` and `deactivate`.
    /// Where nothing is chosen they stay in a source without errors: a broken one may be read otherwise once it moved.
    pub offsets: Option<Offsets>,
    /// Parts of neighbouring lines that stand below each other.
    pub columns: Columns,
}

impl Form {
    /// For a text that a program wrote, which has no author with a habit.
    pub fn generated() -> Self {
        Self { indent: Some(Indent::default()), ..Self::default() }
    }
}

/// What one level of nesting is indented by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indent {
    /// This number of spaces.
    Blanks(u8),
    /// One tab.
    Tab,
}

impl Default for Indent {
    fn default() -> Self {
        Self::Blanks(2)
    }
}

impl Indent {
    /// What stands before a line inside this many frames.
    pub fn times(self, depth: usize) -> String {
        match self {
            Self::Blanks(count) => " ".repeat(depth * usize::from(count)),
            Self::Tab => "\t".repeat(depth),
        }
    }

    /// The columns it takes.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Blanks(count) => usize::from(count),
            Self::Tab => 4,
        }
    }
}

/// Whether a blank stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// It does.
    Spaced,
    /// It does not.
    Tight,
}

/// What becomes of lines that are indented further than their frame asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offsets {
    /// They stay so, where activations are indented.
    Keep,
    /// All lines of a frame are indented alike.
    Flat,
}

/// What becomes of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Columns {
    /// They stay.
    #[default]
    Keep,
    /// One blank stands between parts.
    Single,
}
