//! The statements of class diagrams. Nothing here is resolved: which class a name means is the model's business.

use puml_graph::{Head, Middle, Side, Visibility as Mark};
use puml_syntax::TextRange;
use puml_syntax::ast::{
    BorderStyle, ColorRef, ColorSet, Kind, Lines, Link as Url, Name, NoteSide, Outline, Shared,
    Stereotype, Table, TableKind, Text,
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
    /// `A <<text>>`: new stereotypes for a class.
    Stereotyped(Box<Stereotyped>),
    /// `url of A is [[…]]`.
    Url(Box<AddressOf>),
    /// `A <|-- B : label`.
    Link(Box<Link>),
    /// `A ()-- B`: a circle of its own at a class.
    Lollipop(Box<Lollipop>),
    /// `constraint on links : text`.
    Constraint(Box<Constraint>),
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
    /// `hide private members`.
    Filter(Box<Filter>),
    /// `allowmixing`: elements of description diagrams may follow.
    AllowMixing,
    /// `newpage`.
    NewPage,
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

impl From<Table> for StmtKind {
    fn from(table: Table) -> Self {
        let kind = match table.kind {
            TableKind::Map => EntityKind::Map,
            TableKind::Json => EntityKind::Json,
        };
        let (body, value) = match table.text {
            Text::Lines(lines) => (Some(lines), None),
            Text::Line(range) => (None, Some(range)),
        };
        Self::Declaration(Box::new(Declaration {
            shown: table.shown,
            stereotypes: table.stereotypes,
            link: table.link,
            colors: table.colors,
            outline: table.outline,
            body,
            value,
            ..Declaration::bare(table.keyword, kind, table.code)
        }))
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
    /// The word that opens the declaration, such as `class`.
    pub keyword: TextRange,
    /// The sign before the keyword.
    pub visibility: Option<Mark>,
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
    pub extends: Vec<Name>,
    /// What stands behind `implements`.
    pub implements: Vec<Name>,
    /// Between the braces, or between the brackets of a long text.
    pub body: Option<Lines>,
    /// `json J 1`: the value on the same line.
    pub value: Option<TextRange>,
}

impl Declaration {
    /// A declaration of nothing but a name.
    pub(crate) fn bare(keyword: TextRange, kind: EntityKind, code: Name) -> Self {
        Self {
            keyword,
            visibility: None,
            kind,
            code,
            shown: None,
            generic: None,
            stereotypes: Vec::new(),
            tags: Vec::new(),
            link: None,
            colors: None,
            outline: None,
            extends: Vec::new(),
            implements: Vec::new(),
            body: None,
            value: None,
        }
    }
}

/// What can be declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntityKind {
    /// `class`.
    Class,
    /// `abstract`, `abstract class`.
    Abstract,
    /// `interface`.
    Interface,
    /// An enumeration.
    Enum,
    /// `annotation`.
    Annotation,
    /// An entity of a data model.
    Entity,
    /// `protocol`.
    Protocol,
    /// `struct`.
    Struct,
    /// `exception`.
    Exception,
    /// `metaclass`.
    Metaclass,
    /// `stereotype`.
    Stereotype,
    /// A data class.
    Dataclass,
    /// `record`.
    Record,
    /// An instance.
    Object,
    /// A small circle: an interface without members.
    Circle,
    /// A rhombus: an association of several.
    Diamond,
    /// A table of keys and values.
    Map,
    /// A value in JSON, as a table.
    Json,
    /// An element of description diagrams, by its keyword.
    Described(&'static str),
}

impl EntityKind {
    /// Every keyword, longer ones first where one begins another.
    pub const KEYWORDS: [(&str, Self); 19] = [
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
        ("map", Self::Map),
    ];

    /// The elements of description diagrams that may be mixed in.
    pub const DESCRIBED: [&str; 34] = [
        "actor/",
        "actor",
        "action",
        "agent",
        "artifact",
        "boundary",
        "card",
        "circle",
        "cloud",
        "collections",
        "component",
        "control",
        "database",
        "entity",
        "file",
        "folder",
        "frame",
        "hexagon",
        "interface",
        "label",
        "node",
        "package",
        "person",
        "portin",
        "portout",
        "port",
        "process",
        "queue",
        "rectangle",
        "stack",
        "state",
        "storage",
        "usecase/",
        "usecase",
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
            Self::Map => "map",
            Self::Json => "json",
            Self::Described(word) => word,
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

/// `A <<text>>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Stereotyped {
    /// Whose they are.
    pub owner: Name,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
}

/// `url of A is [[…]]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AddressOf {
    /// What a click is to lead from.
    pub owner: Name,
    /// Where it leads.
    pub link: Url,
}

/// `end [qualifier] "1" arrow "*" end color link stereotype : label`.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The end written first.
    pub left: LinkEnd,
    /// The end written second.
    pub right: LinkEnd,
    /// The line and its heads.
    pub arrow: Arrow,
    /// Of line and label.
    pub colors: Option<ColorSet>,
    /// `[[…]]`.
    pub link: Option<Url>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// Behind the colon.
    pub label: Option<TextRange>,
}

/// One end of a link with what stands beside it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkEnd {
    /// What it ends at.
    pub target: LinkTarget,
    /// `[key]`.
    pub qualifier: Option<TextRange>,
    /// `"1"`.
    pub quantifier: Option<TextRange>,
    /// `/role`.
    pub role: Option<TextRange>,
}

/// What a link ends at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LinkTarget {
    /// One thing.
    One(Name),
    /// `(A, B)`: the association of two.
    Couple(Name, Name),
}

/// `A ()-- text`: a circle at a class.
#[derive(Debug, Clone, PartialEq)]
pub struct Lollipop {
    /// The class that the member belongs to.
    pub owner: Name,
    /// The text of the circle, with its quotes.
    pub circle: TextRange,
    /// Whether the circle stands at the left of the line.
    pub circle_first: bool,
    /// Whether it is half a circle: what the class needs.
    pub half: bool,
    /// How many characters the body has.
    pub length: u32,
    /// Whether a dot is in the body.
    pub dashed: bool,
    /// At the left end.
    pub left_text: Option<TextRange>,
    /// At the right end.
    pub right_text: Option<TextRange>,
    /// Behind the colon.
    pub label: Option<TextRange>,
}

/// `constraint on links #color : text`.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// Of line and text.
    pub colors: Option<ColorSet>,
    /// What it says.
    pub text: TextRange,
}

/// The line of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
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
    /// `-0-`.
    pub middle: Middle,
    /// Whether a dot is in its body.
    pub dashed: bool,
    /// `[#red]`.
    pub color: Option<ColorRef>,
    /// `[dashed]`, `[dotted]`, `[bold]`.
    pub style: Option<BorderStyle>,
    /// `[thickness=2]`.
    pub thickness: Option<u32>,
    /// `[hidden,norank,single]`.
    pub wishes: Wishes,
    /// The direction or head that the reference reads into the name behind a glued arrow.
    pub swallowed: Option<TextRange>,
}

/// What a link asks for beside its look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wishes {
    /// `[hidden]`: acts on the places and is not drawn.
    pub hidden: bool,
    /// `[norank]`: does not act on the ranks.
    pub free: bool,
    /// `[single]`: dropped where the ends are linked already.
    pub single: bool,
}

/// A package, a namespace or another container of classes.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The word that opens the declaration, such as `class`.
    pub kind: GroupKind,
    /// The sign before the keyword.
    pub visibility: Option<Mark>,
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
    /// No frame: what it holds stays together.
    Together,
    /// An element of description diagrams, by its keyword.
    Described(&'static str),
}

impl GroupKind {
    /// The word that opens the declaration, such as `class`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Package => "package",
            Self::Namespace => "namespace",
            Self::Together => "together",
            Self::Described(word) => word,
        }
    }
}

/// A note beside an entity, on a link, or one that stands free.
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
    pub link: Option<Url>,
    /// What it says.
    pub text: Text,
}

/// Where a note stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotePlace {
    /// `left of A`.
    Beside(NoteSide, Name),
    /// `left of A::member`.
    AtMember(NoteSide, Name, TextRange),
    /// `left`: of what was declared last.
    Latest(NoteSide),
    /// `on link`.
    OnLink(Option<NoteSide>),
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

/// `hide|show public,private members`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Hide or show.
    pub action: Action,
    /// The entities that it is about.
    pub marks: Vec<Mark>,
    /// Which part of them.
    pub part: Part,
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
    /// `fields` or `attributes`.
    Fields,
    /// `methods`.
    Methods,
    /// The letter in a circle.
    Circle,
    /// `stereotypes`.
    Stereotypes,
}
