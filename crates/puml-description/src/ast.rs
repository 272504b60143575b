//! The statements of component, deployment and use case diagrams. Nothing here is resolved: which element a name means
//! is the model's business.

use puml_graph::{Head, LineStyle, Middle, Side, Symbol};
use puml_syntax::TextRange;
use puml_syntax::ast::{
    ColorRef, ColorSet, Kind, Lines, Link as Url, NoteSide, Shared, Stereotype, Table, Text,
};

/// A parsed diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `component A`, `[A]`, `(use)`, `:who:`, `() port`, `node A [` … `]`.
    Element(Box<Element>),
    /// `A --> B : label`.
    Link(Box<Link>),
    /// `node A {`, `together {`: opens a frame.
    Group(Box<Group>),
    /// `}`.
    Close,
    /// A note of any kind.
    Note(Box<Note>),
    /// `map M {` … `}`, `json J {` … `}`.
    Table(Box<Table>),
    /// `hide`, `show`, `remove`, `restore`.
    Visibility(Box<Visibility>),
    /// `url of A is [[…]]`.
    Address(Code, Url),
    /// `left to right direction`, `top to bottom direction`.
    Direction(puml_graph::Direction),
    /// `set separator x`; the range covers `x`.
    Separator(TextRange),
    /// `newpage`.
    NewPage,
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

/// A name with the marks around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Without its marks.
    pub range: TextRange,
    /// With its marks.
    pub outer: TextRange,
    /// Which marks.
    pub form: Form,
}

/// The marks around a name. They also say what an element is that nothing else declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `name`.
    Bare,
    /// `"name"`.
    Quoted,
    /// `[name]`: a component.
    Brackets,
    /// `(name)`: a use case.
    Parens,
    /// `(name)/`: a use case of a business.
    BusinessParens,
    /// `:name:`: an actor.
    Colons,
    /// `:name:/`: an actor of a business.
    BusinessColons,
    /// `() name`, `() "name"`: an interface.
    Circle,
}

impl Form {
    /// What the marks say that the element is.
    pub const fn symbol(self) -> Option<Symbol> {
        match self {
            Self::Bare | Self::Quoted => None,
            Self::Brackets => Some(Symbol::Component),
            Self::Parens => Some(Symbol::UseCase),
            Self::BusinessParens => Some(Symbol::BusinessUseCase),
            Self::Colons => Some(Symbol::Actor),
            Self::BusinessColons => Some(Symbol::BusinessActor),
            Self::Circle => Some(Symbol::Interface),
        }
    }
}

/// `[word] name [as name] [tags] [stereotypes] [tags] [link] [color] [text]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// The word before the name.
    pub keyword: Option<TextRange>,
    /// The shape that it is drawn as.
    pub symbol: Symbol,
    /// What links call it.
    pub code: Code,
    /// What is drawn; the code where absent.
    pub shown: Option<Code>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Without the `$`.
    pub tags: Vec<TextRange>,
    /// `[[…]]`.
    pub link: Option<Url>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// The text over several lines, in brackets or quotes.
    pub text: Option<LongText>,
}

/// A text over several lines.
#[derive(Debug, Clone, PartialEq)]
pub struct LongText {
    /// What stands behind the opening mark on the first line.
    pub first: TextRange,
    /// The lines between.
    pub lines: Lines,
    /// What stands before the closing mark on the last line.
    pub last: TextRange,
}

/// `end "1" arrow "*" end color stereotype : label`.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The left end.
    pub left: Code,
    /// The right end.
    pub right: Code,
    /// The line and its heads.
    pub arrow: Arrow,
    /// At the left end.
    pub left_text: Option<TextRange>,
    /// At the right end.
    pub right_text: Option<TextRange>,
    /// Of line and label.
    pub colors: Option<ColorSet>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Behind the colon.
    pub label: Option<TextRange>,
}

/// The line of a link.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    /// From the first dash to the head, brackets included.
    pub range: TextRange,
    /// At the left end.
    pub left: Head,
    /// At the right end.
    pub right: Head,
    /// How many characters its body has.
    pub length: u32,
    /// `-left-`.
    pub direction: Option<Side>,
    /// `-0-`, `-(0)-`.
    pub middle: Middle,
    /// What its body is made of: `.` wins over `~`, that over `=`.
    pub body: Body,
    /// `[#red;#blue,dashed]`.
    pub style: ArrowStyle,
}

/// What the body of an arrow is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Body {
    /// `-`.
    #[default]
    Solid,
    /// `.`.
    Dashed,
    /// `~`.
    Dotted,
    /// `=`.
    Bold,
}

/// What stands in the brackets of an arrow.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ArrowStyle {
    /// One line is drawn for each.
    pub colors: Vec<ColorRef>,
    /// `plain`, `dashed`, `dotted`, `bold`.
    pub line: Option<LineStyle>,
    /// `thickness=2`.
    pub thickness: Option<u32>,
    /// `hidden`.
    pub hidden: bool,
    /// `norank`.
    pub free: bool,
    /// `single`.
    pub single: bool,
}

/// A package, a node or another container of elements.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The word before the name.
    pub keyword: TextRange,
    /// How it is drawn; nothing for `together`.
    pub symbol: Option<Symbol>,
    /// What links call it.
    pub code: Option<Code>,
    /// Its title; the code where absent.
    pub shown: Option<Code>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Without the `$`.
    pub tags: Vec<TextRange>,
    /// `[[…]]`.
    pub link: Option<Url>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
}

/// A note beside an element, on a link, or one that stands free.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Where it stands.
    pub place: NotePlace,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Without the `$`.
    pub tags: Vec<TextRange>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// `[[…]]`.
    pub link: Option<Url>,
    /// What it says.
    pub text: Text,
}

/// Where a note stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotePlace {
    /// `left of A`.
    Beside(NoteSide, Code),
    /// `left`: of what was declared last.
    Latest(NoteSide),
    /// `on link`, perhaps with a side.
    OnLink(Option<NoteSide>),
    /// `as N`.
    Free(TextRange),
}

/// `hide|show|remove|restore [who] [empty] [part]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visibility {
    /// What is done.
    pub action: Action,
    /// Which elements; all where absent.
    pub who: Option<TextRange>,
    /// Which part of them; the whole where absent.
    pub part: Option<Part>,
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

/// A part of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// `stereotypes`.
    Stereotypes,
    /// What only classes have: nothing changes.
    Members,
}
