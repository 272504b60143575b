//! The statements of the older syntax.

use puml_graph::{Direction, Side};
use puml_syntax::TextRange;
use puml_syntax::ast::{ColorSet, Kind, LineStyle, NoteSide, Shared, Text};

/// A parsed diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `(*) --> "text"`.
    Link(Box<Link>),
    /// `if "test" then`, perhaps with the line that leads to it.
    If(Box<If>),
    /// `else`.
    Else,
    /// `endif`.
    EndIf,
    /// `partition P {`.
    Partition(Box<Partition>),
    /// `}`, `end partition`.
    Close,
    /// `note left`, `note "…" as N` and others.
    Note(Box<Note>),
    /// `left to right direction`.
    Direction(Direction),
    /// What every family has.
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

/// `from arrow [label] to`.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The last step where absent.
    pub from: Option<Step>,
    /// Its length and look.
    pub arrow: Arrow,
    /// In brackets.
    pub label: Option<TextRange>,
    /// Where it leads.
    pub to: Step,
}

/// `-left[#red]->`.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    /// From the first dash to the head, brackets included.
    pub range: TextRange,
    /// How many characters its body has.
    pub length: u32,
    /// The word in it.
    pub direction: Option<Side>,
    /// Whether its body is made of dots.
    pub dotted: bool,
    /// In brackets.
    pub style: LineStyle,
}

/// An end of a link.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What the step is known by.
    pub name: StepName,
    /// Stereotypes with their chevrons left out.
    pub stereotypes: Vec<TextRange>,
    /// `in P`.
    pub partition: Option<TextRange>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
}

/// The forms in which a line names a step.
#[derive(Debug, Clone, PartialEq)]
pub enum StepName {
    /// `(*)`, `(*top)`, `(*2)`; the range covers what follows the star.
    Circle(TextRange),
    /// `===B===`; the range covers the name.
    Bar(TextRange),
    /// A name, quoted or not.
    Action {
        /// What is drawn.
        text: Text,
        /// What links call it; the text where absent.
        code: Option<TextRange>,
    },
    /// `{`: a frame without a name.
    Open,
}

/// `if "question" then`.
#[derive(Debug, Clone, PartialEq)]
pub struct If {
    /// The step before it, where it is named.
    pub from: Option<Step>,
    /// The line that leads to it, where it is written.
    pub arrow: Option<Arrow>,
    /// Of that line.
    pub label: Option<TextRange>,
    /// What is asked.
    pub test: TextRange,
    /// What links call it.
    pub code: Option<TextRange>,
}

/// `partition "title" {`.
#[derive(Debug, Clone, PartialEq)]
pub struct Partition {
    /// Without quotes.
    pub title: TextRange,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
}

/// A note beside a step, or one that stands free under a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Beside the last step; on the last link where absent.
    pub side: Option<NoteSide>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// What it says.
    pub text: Text,
}
