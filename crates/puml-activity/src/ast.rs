//! The statements of activity diagrams. Nothing here is resolved: what a stereotype means is the model's business.

use puml_syntax::TextRange;
use puml_syntax::ast::{BorderStyle, ColorRef, ColorSet, Kind, Link, NoteSide, Shared, Text};

/// A parsed activity diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line of an activity diagram can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `start`, `stop`, `end`.
    Terminal(Terminal),
    /// `kill`, `detach`.
    Kill,
    /// `:text;` in any spelling, `- text`.
    Action(Box<Action>),
    /// `-> label;`, `link #red`.
    Arrow(Box<Arrow>),
    /// `if (test) then (label)`.
    If(Box<Condition>),
    /// `elseif (test) then (label)`.
    ElseIf(Box<Condition>),
    /// `else (label)`.
    Else(Option<Box<BranchLabel>>),
    /// `endif`; its stereotypes colour the merge.
    EndIf(Vec<TextRange>),
    /// `switch (test)`.
    Switch(Box<Switch>),
    /// `case (label)`.
    Case(TextRange),
    /// `endswitch`.
    EndSwitch(Vec<TextRange>),
    /// `while (test) is (label)`.
    While(Box<While>),
    /// `endwhile (label)`.
    EndWhile(Option<TextRange>),
    /// `repeat`, `repeat :text;`.
    Repeat(Box<Repeat>),
    /// `repeat while (test) is (label) not (label)`.
    RepeatWhile(Box<RepeatWhile>),
    /// `backward :text;`.
    Backward(Box<Backward>),
    /// `break`.
    Break,
    /// `fork`.
    Fork(Vec<TextRange>),
    /// `fork again`.
    ForkAgain,
    /// `end fork {label}`, `end merge {label}`.
    EndFork(EndFork),
    /// `split`.
    Split,
    /// `split again`.
    SplitAgain,
    /// `end split`.
    EndSplit,
    /// `partition P {` and its like.
    Group(Box<Group>),
    /// `}`, `end group`.
    Close,
    /// `|lane|title`, `swimlane lane as title`.
    Lane(Box<Lane>),
    /// `(A)`.
    Connector(Connector),
    /// A note of any kind.
    Note(Box<Note>),
    /// `label name`.
    Label(TextRange),
    /// `goto name`.
    Goto(TextRange),
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

/// Where a flow begins or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminal {
    /// `start`, `stop` or `end`.
    pub kind: TerminalKind,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
}

/// The three circles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerminalKind {
    /// A disc.
    Start,
    /// A bull's-eye: everything ends.
    Stop,
    /// A crossed circle: this flow ends.
    End,
}

impl TerminalKind {
    /// Its keyword.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Stop => "stop",
            Self::End => "end",
        }
    }
}

/// One thing that is done.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// What it says.
    pub text: Text,
    /// How it is spelt.
    pub form: ActionForm,
    /// `#red:` before the colon.
    pub color: Option<ColorRef>,
    /// The insides of the stereotypes behind it.
    pub marks: Vec<TextRange>,
    /// `[[…]]`.
    pub link: Option<Link>,
}

/// The spellings of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionForm {
    /// `:text;`.
    Plain,
    /// `- text`, `* text`.
    Item,
    /// `:text|`: the character that ends it says its shape.
    Ended(char),
}

/// What a link looks like, and what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    /// Beside the line.
    pub label: Option<Text>,
    /// In the brackets.
    pub style: LineStyle,
}

/// `[#red,dashed]`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LineStyle {
    /// The first colour.
    pub color: Option<ColorRef>,
    /// Dashes, dots or weight.
    pub border: Option<BorderStyle>,
    /// Not drawn.
    pub hidden: bool,
}

/// A test with the label of its branch.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// `[[…]]`.
    pub link: Option<Link>,
    /// `#red:` before the keyword.
    pub color: Option<ColorRef>,
    /// What stands on the line from the test before; only of an `elseif`.
    pub before: Option<BranchLabel>,
    /// What is asked.
    pub test: Text,
    /// Of the branch that follows.
    pub label: Option<Text>,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
}

/// `(label)`, `(->label)`, `(-[#red]->label)`.
#[derive(Debug, Clone, PartialEq)]
pub struct BranchLabel {
    /// What it says.
    pub text: Text,
    /// How the line that the label stands at is drawn.
    pub style: LineStyle,
}

/// `switch (test)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Switch {
    /// What is asked.
    pub test: TextRange,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
}

/// `while (test) is (label)`.
#[derive(Debug, Clone, PartialEq)]
pub struct While {
    /// What is asked.
    pub test: TextRange,
    /// Of the way into the loop.
    pub label: Option<TextRange>,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
}

/// `repeat :text;`.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeat {
    /// The first action, where it has one.
    pub text: Option<TextRange>,
    /// `#red:` before the keyword.
    pub color: Option<ColorRef>,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
}

/// `repeat while (test) is (label) not (label) -> label`.
#[derive(Debug, Clone, PartialEq)]
pub struct RepeatWhile {
    /// What is asked.
    pub test: Option<Text>,
    /// Of the way back.
    pub back: Option<Text>,
    /// Of the way out.
    pub out: Option<TextRange>,
    /// The line back.
    pub arrow: Option<Arrow>,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
}

/// `(label) backward :text; (label)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Backward {
    /// What it says.
    pub text: Text,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
    /// Of the line to it.
    pub incoming: Option<BranchLabel>,
    /// Of the line from it.
    pub outgoing: Option<BranchLabel>,
}

/// How branches that run side by side come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndFork {
    /// Whether they only meet and do not wait for each other.
    pub merge: bool,
    /// `{or}`, with the braces.
    pub label: Option<TextRange>,
}

/// `partition`, `group`, `package`, `rectangle` or `card` around steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Decides the outline of the frame.
    pub kind: GroupKind,
    /// Its title without quotes; may be empty.
    pub title: TextRange,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
    /// Whether its opening brace is there.
    pub braced: bool,
}

/// The sorts of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupKind {
    /// A frame with a tab.
    Partition,
    /// Drawn as a partition.
    Group,
    /// A folder.
    Package,
    /// A box with a title in its middle.
    Rectangle,
    /// A box with a line below its title.
    Card,
}

impl GroupKind {
    /// All with their keywords.
    pub const ALL: [(&str, Self); 5] = [
        ("partition", Self::Partition),
        ("group", Self::Group),
        ("package", Self::Package),
        ("rectangle", Self::Rectangle),
        ("card", Self::Card),
    ];

    /// Its keyword.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Partition => "partition",
            Self::Group => "group",
            Self::Package => "package",
            Self::Rectangle => "rectangle",
            Self::Card => "card",
        }
    }
}

/// A line that says which swimlane the steps below it stand in.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// What tells it from the others, blanks included.
    pub name: TextRange,
    /// What stands above it, where that is not its name.
    pub title: Option<TextRange>,
    /// What the whole lane is filled with.
    pub color: Option<ColorRef>,
}

/// `#red:(A)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connector {
    /// The letter between the parentheses.
    pub letter: TextRange,
    /// Its fill.
    pub color: Option<ColorRef>,
}

/// `note left`, `floating note right` and others, with their text.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Left where absent.
    pub side: Option<NoteSide>,
    /// Whether no line leads to it.
    pub floating: bool,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// The insides of its stereotypes.
    pub marks: Vec<TextRange>,
    /// What it says.
    pub text: Text,
}
