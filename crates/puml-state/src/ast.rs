//! The statements of state diagrams. Nothing here is resolved: which state a name means is the model's business.

use puml_graph::{Direction, Side};
use puml_syntax::TextRange;
use puml_syntax::ast::{
    ColorSet, Kind, LineStyle, Link, Name, NoteSide, Outline, Shared, Stereotype, Switch, Table,
    Text,
};

/// A parsed state diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line of a state diagram can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `state A : text`.
    State(Box<Declaration>),
    /// `state A {`, `frame F begin`: everything up to the `}` stands inside.
    Open(Container, Box<Declaration>),
    /// `}`, `end state`.
    Close,
    /// `--`, `||`: another concurrent region of the state around it.
    Region(Separator),
    /// `A : text`.
    Description(Description),
    /// `A --> B : label`.
    Transition(Box<Transition>),
    /// A note of any kind.
    Note(Box<Note>),
    /// `map M {`, `json J {`.
    Table(Box<Table>),
    /// `hide`, `show`, `remove`, `restore` and what they are about.
    Visibility(Visibility),
    /// `hide empty description` is off.
    EmptyDescription(Switch),
    /// `left to right direction`, `top to bottom direction`.
    Direction(Direction),
    /// `set separator x`; the range covers `x`.
    NameSeparator(TextRange),
    /// `url of A is [[…]]`.
    Url(Name, Link),
    /// What every family has: titles, styles, comments, directives, broken lines.
    Shared(Shared),
}

impl From<Shared> for StmtKind {
    fn from(shared: Shared) -> Self {
        Self::Shared(shared)
    }
}

impl From<Table> for StmtKind {
    fn from(table: Table) -> Self {
        Self::Table(Box::new(table))
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

/// What holds other states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// A composite state.
    State,
    /// A frame around states, which is no state itself.
    Frame,
}

/// `name [tags][stereotypes][tags] [link] [colors] [##outline] [: text]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// `state` or `frame`.
    pub keyword: TextRange,
    /// What transitions call it.
    pub code: Name,
    /// What is drawn; the code where absent.
    pub shown: Option<Name>,
    /// Without the `$`.
    pub tags: Vec<TextRange>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// `[[…]]`.
    pub link: Option<Link>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// `##[dashed]red`.
    pub outline: Option<Outline>,
    /// Behind the colon.
    pub text: Option<TextRange>,
}

/// How the regions of a state are separated. The first separator of a state decides for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// `--`: one below the other.
    Horizontal,
    /// `||`: side by side.
    Vertical,
}

/// `A : text`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Description {
    /// Whose it is.
    pub state: Name,
    /// What is added; may be empty.
    pub text: TextRange,
}

/// `end arrow end <<stereotype>> : label`.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The end written first.
    pub left: End,
    /// The end written second.
    pub right: End,
    /// The line between them.
    pub arrow: Arrow,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Behind the colon.
    pub label: Option<TextRange>,
}

/// One end, as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Name, brackets and marks included.
    pub range: TextRange,
    /// Whether it is a state or a pseudo state.
    pub kind: EndKind,
}

/// What a transition can end at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndKind {
    /// A state by its code; the range of the end is the code.
    State,
    /// `[*]`: a start where the transition leaves, an end where it arrives.
    Mark,
    /// `[H]` of the state around, or `A[H]` of another one.
    History(Option<TextRange>),
    /// `[H*]`, `A[H*]`.
    DeepHistory(Option<TextRange>),
    /// `==name==`: a bar; the range covers the name.
    Bar(TextRange),
}

/// `-->`, `<-[#red]-`, `x-left->o `.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// Name, brackets and marks included.
    pub range: TextRange,
    /// `<--`: from the right to the left.
    pub reversed: bool,
    /// How many dashes it has.
    pub length: u32,
    /// `-left-`.
    pub direction: Option<Side>,
    /// In brackets.
    pub style: LineStyle,
    /// `x-->`: a crossed circle where it leaves.
    pub cross: bool,
    /// `-->o`: a circle before the head.
    pub circle: bool,
}

/// A note beside a state, on a transition, or one that stands free.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Where it stands.
    pub place: NotePlace,
    /// Without the `$`.
    pub tags: Vec<TextRange>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// `[[…]]`.
    pub link: Option<Link>,
    /// What it says.
    pub text: Text,
}

/// Where a note stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotePlace {
    /// `left of A`.
    Beside(NoteSide, Name),
    /// `left`: of what was declared last.
    Latest(NoteSide),
    /// `on link`.
    OnLink(Option<NoteSide>),
    /// `as N`.
    Free(Name),
}

/// `hide|show|remove|restore WHAT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visibility {
    /// What is done.
    pub action: Action,
    /// A name, a pattern with `*`, `$tag`, `<<stereotype>>` or `@unlinked`.
    pub what: TextRange,
}

/// What a command about visibility does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Not drawn; keeps its place.
    Hide,
    /// Drawn again.
    Show,
    /// Leaves the picture.
    Remove,
    /// Comes back.
    Restore,
}
