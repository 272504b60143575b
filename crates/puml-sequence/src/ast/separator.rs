//! What happens along the whole width: dividers, delays, space, pages, durations.

use puml_syntax::TextRange;

/// `== text ==`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Divider {
    /// May be empty.
    pub text: TextRange,
}

/// `...` or `...text...`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delay {
    /// Between the dots.
    pub text: Option<TextRange>,
}

/// `|||` or `||45||`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// The default room where absent.
    pub pixels: Option<u32>,
}

/// `newpage [title]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPage {
    /// The title of the page that begins.
    pub title: Option<TextRange>,
}

/// `{from} <-> {to} [: text]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration {
    /// The name of the anchor written first.
    pub from: TextRange,
    /// The name of the anchor written second.
    pub to: TextRange,
    /// What stands beside the line.
    pub text: Option<TextRange>,
}
