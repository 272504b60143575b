//! The statements of class diagrams. Nothing here is resolved: which class a name means is the model's business.

use puml_graph::{Head, Side};
use puml_syntax::TextRange;
use puml_syntax::ast::{
    BorderStyle, ColorRef, ColorSet, Kind, Lines, Link as Url, Name, NoteSide, Shared, Stereotype,
    Text,
};

/// A parsed class diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line of a class diagram can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `class A`, `interface B extends C {` … `}`.
    Declaration(Box<Declaration>),
    /// `A : text`.
    Member(Member),
    /// `A <|-- B : label`.
    Link(Box<Link>),
    /// `package P {`, `namespace N {`, `together {`: opens a frame.
    Group(Box<Group>),
    /// `package P { }`.
    EmptyGroup(Box<Group>),
    /// `}`.
    Close,
    /// A note of any kind.
    Note(Box<Note>),
    /// `hide`, `show`, `remove`, `restore`.
    Visibility(Box<Visibility>),
    /// `left to right direction`, `top to bottom direction`.
    Direction(puml_graph::Direction),
    /// `set separator x`; the range covers `x`.
    Separator(TextRange),
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

/// `[visibility] kind name [generic] [tags] [stereotypes] [link] [colors] [extends …] [implements …] [body]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// The keyword.
    pub keyword: TextRange,
    /// What it declares.
    pub kind: EntityKind,
    /// What links call it.
    pub code: Name,
    /// What is drawn; the code where absent.
    pub shown: Option<Name>,
    /// Without the angle brackets.
    pub generic: Option<TextRange>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Without the `$`.
    pub tags: Vec<TextRange>,
    /// `[[…]]`.
    pub link: Option<Url>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// `##[dashed]red`.
    pub outline: Option<Outline>,
    /// Parents.
    pub extends: Vec<TextRange>,
    /// Interfaces.
    pub implements: Vec<TextRange>,
    /// Between the braces.
    pub body: Option<Lines>,
}

/// `##[dashed]red`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// In the brackets.
    pub style: Option<BorderStyle>,
    /// Behind them.
    pub color: Option<ColorRef>,
}

/// What can be declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntityKind {
    /// A class.
    Class,
    /// `abstract`, `abstract class`.
    Abstract,
    /// An interface.
    Interface,
    /// An enumeration.
    Enum,
    /// An annotation.
    Annotation,
    /// An entity of a data model.
    Entity,
    /// A protocol.
    Protocol,
    /// A struct.
    Struct,
    /// An exception.
    Exception,
    /// A metaclass.
    Metaclass,
    /// A stereotype.
    Stereotype,
    /// A data class.
    Dataclass,
    /// A record.
    Record,
    /// An instance.
    Object,
    /// A small circle: an interface without members.
    Circle,
    /// A rhombus: an association of several.
    Diamond,
}

impl EntityKind {
    /// Every keyword, longer ones first where one begins another.
    pub const KEYWORDS: [(&str, Self); 18] = [
        ("abstract class", Self::Abstract),
        ("static class", Self::Class),
        ("abstract", Self::Abstract),
        ("class", Self::Class),
        ("interface", Self::Interface),
        ("enum", Self::Enum),
        ("annotation", Self::Annotation),
        ("entity", Self::Entity),
        ("protocol", Self::Protocol),
        ("struct", Self::Struct),
        ("exception", Self::Exception),
        ("metaclass", Self::Metaclass),
        ("stereotype", Self::Stereotype),
        ("dataclass", Self::Dataclass),
        ("record", Self::Record),
        ("object", Self::Object),
        ("circle", Self::Circle),
        ("diamond", Self::Diamond),
    ];

    /// The word for it in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Abstract => "abstract",
            Self::Interface => "interface",
            Self::Enum => "enum",
            Self::Annotation => "annotation",
            Self::Entity => "entity",
            Self::Protocol => "protocol",
            Self::Struct => "struct",
            Self::Exception => "exception",
            Self::Metaclass => "metaclass",
            Self::Stereotype => "stereotype",
            Self::Dataclass => "dataclass",
            Self::Record => "record",
            Self::Object => "object",
            Self::Circle => "circle",
            Self::Diamond => "diamond",
        }
    }
}

/// `A : text`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// Whose it is.
    pub owner: Name,
    /// What is added.
    pub text: TextRange,
}

/// `end [qualifier] "1" arrow "*" end color link stereotype : label`.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The left end.
    pub left: Name,
    /// The right end.
    pub right: Name,
    /// The line and its heads.
    pub arrow: Arrow,
    /// At the left end.
    pub left_text: Option<TextRange>,
    /// At the right end.
    pub right_text: Option<TextRange>,
    /// Of line and label.
    pub colors: Option<ColorSet>,
    /// `[[…]]`.
    pub link: Option<Url>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Behind the colon.
    pub label: Option<TextRange>,
}

/// The line of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arrow {
    /// All of it.
    pub range: TextRange,
    /// At the left end.
    pub left: Head,
    /// At the right end.
    pub right: Head,
    /// How many characters its body has.
    pub length: u32,
    /// `-left-`.
    pub direction: Option<Side>,
    /// Whether a dot is in its body.
    pub dashed: bool,
    /// `[#red]`.
    pub color: Option<ColorRef>,
    /// `[dashed]`, `[dotted]`, `[bold]`.
    pub style: Option<BorderStyle>,
    /// `[thickness=2]`.
    pub thickness: Option<u32>,
    /// `[hidden]`.
    pub hidden: bool,
    /// `[norank]`.
    pub free: bool,
}

/// A frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What sort.
    pub kind: GroupKind,
    /// Its title; a `together` has none.
    pub name: Option<Name>,
    /// What links call it; the title where absent.
    pub code: Option<Name>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Without the `$`.
    pub tags: Vec<TextRange>,
    /// `[[…]]`.
    pub link: Option<Url>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
}

/// The sorts of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupKind {
    /// A folder.
    Package,
    /// Also a folder.
    Namespace,
    /// `rectangle`, `node`, `frame` and their like, drawn as a rectangle.
    Rectangle,
    /// No frame: what it holds stays together.
    Together,
}

/// A note.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Where it stands.
    pub place: NotePlace,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
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
    Beside(NoteSide, Name),
    /// `left`: of what was declared last.
    Latest(NoteSide),
    /// `on link`.
    OnLink,
    /// `as N`.
    Free(Name),
}

/// `hide|show|remove|restore [who] [empty] [part]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visibility {
    /// What is done.
    pub action: Action,
    /// Which elements; all where absent.
    pub who: Option<TextRange>,
    /// Only compartments with nothing in them.
    pub empty: bool,
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

/// A part of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Fields and methods.
    Members,
    /// Fields.
    Fields,
    /// Methods.
    Methods,
    /// The letter in a circle.
    Circle,
    /// The stereotypes.
    Stereotypes,
}
