//! The statements of data diagrams: lines of data, what is highlighted in it, and what every family has.

pub use puml_syntax::ast::{Kind, Shared};

use puml_syntax::TextRange;

/// A parsed data diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;

/// Everything a line of a data diagram can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// A line of the data, with the blanks before it.
    Data(TextRange),
    /// `#highlight "a" / "b"`.
    Highlight(Highlight),
    /// A line that begins with `#` and is left out of the data.
    Remark,
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

/// What is to stand out.
#[derive(Debug, Clone, PartialEq)]
pub struct Highlight {
    /// The names and positions from the outside in, without quotes.
    pub path: Vec<TextRange>,
    /// Style classes.
    pub stereotypes: Vec<TextRange>,
}
