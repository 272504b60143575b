//! The statements of mind maps and work breakdown structures. Which node hangs from which is the model's business.

pub use puml_syntax::ast::{ColorRef, Kind, Lines, Shared};

use puml_syntax::TextRange;

/// A parsed tree diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line of a tree diagram can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `** text`, `++ text`, `*:text` over several lines.
    Node(Box<Node>),
    /// `left side`: where the following nodes grow.
    Side(Side),
    /// `top to bottom direction`: how the whole map grows.
    Direction(Direction),
    /// `a -> b`, between the codes of two nodes.
    Link(Box<Link>),
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

/// One node as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The run of `*`, `#`, `+` and `-`, or the `0` of a root.
    pub marks: TextRange,
    /// Blanks before the marks; a tab counts as one.
    pub blanks: u32,
    /// `[#colour]`.
    pub color: Option<ColorRef>,
    /// `_`: the text stands without a box.
    pub boxless: bool,
    /// `<` or `>`, or what the marks say; nothing where the place in the source decides.
    pub side: Option<Side>,
    /// The name that links use.
    pub code: Option<TextRange>,
    /// What it says.
    pub text: NodeText,
    /// The style classes behind the text.
    pub stereotypes: Vec<TextRange>,
}

/// One line, or a block of lines.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeText {
    /// Behind the marks; may be empty.
    Line(TextRange),
    /// From `:` to `;`: each line whole, the last one without its `;`.
    Lines(Vec<TextRange>),
}

/// Where nodes grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// To the left, or upwards in a map that grows from top to bottom.
    Left,
    /// To the right, or downwards.
    Right,
}

/// How a whole map grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Direction {
    /// `left to right direction`.
    #[default]
    LeftToRight,
    /// `top to bottom direction`.
    TopToBottom,
}

/// An arrow between two nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The code of the node where it begins.
    pub from: TextRange,
    /// The code of the node where it ends.
    pub to: TextRange,
    /// Whether the line is dotted (`..>`).
    pub dotted: bool,
    /// Of the line.
    pub color: Option<ColorRef>,
    /// Style classes.
    pub stereotypes: Vec<TextRange>,
    /// What it says.
    pub text: Option<TextRange>,
}
