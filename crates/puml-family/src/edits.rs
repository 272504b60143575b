//! Structural edits as data: what an agent or editor wants done. A family turns them into text edits; untouched lines
//! stay byte for byte.

mod change_theme;
mod remove;
mod target;
mod wrap;

use puml_syntax::ast::NoteSide;

pub use change_theme::change_theme;
pub use remove::{only_by_line, remove, shift};
pub use target::{Target, one_line};
pub use wrap::wrap;

/// One change to a diagram. What a family has no such thing for it refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Declares a participant that messages may name.
    AddParticipant(AddParticipant),
    /// Adds a member to a class, a field to an object.
    AddMember(AddMember),
    /// Adds a message, a relation or a link.
    AddMessage(AddMessage),
    /// Adds a note beside or over something.
    AddNote(AddNote),
    /// Puts lines into a group.
    WrapGroup(WrapGroup),
    /// Gives a participant another name wherever it is used as a name.
    RenameParticipant(RenameParticipant),
    /// Sets or takes away the theme.
    ChangeTheme(ChangeTheme),
    /// Takes a part away, with all that cannot stand without it.
    Remove(Remove),
    /// Puts a part somewhere else.
    Move(Move),
}

/// Where a new line goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// Behind everything else.
    #[default]
    End,
    /// Behind the statement on this line, counted from 1.
    After(u32),
}

/// Why an edit cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The source holds no diagram.
    #[error("the source has no diagram that can be edited")]
    NoDiagram,
    /// The family has nothing of the kind.
    #[error("{noun} has no {what}")]
    Unsupported {
        /// With its article: `a sequence diagram`.
        noun: &'static str,
        /// What was to be added or changed.
        what: &'static str,
    },
    /// No statement of the diagram stands there.
    #[error("no statement of the diagram stands on line {0}")]
    NoStatement(u32),
    /// The name is not used.
    #[error("there is no participant `{0}`")]
    UnknownParticipant(String),
    /// The name is used already.
    #[error("there is a participant `{0}` already")]
    TakenName(String),
    /// The name cannot be written down.
    #[error("`{0}` cannot be the name of a participant")]
    BadName(String),
    /// A place takes bare names only.
    #[error("line {line} takes only a name of letters, digits, `_`, `.` and `@`")]
    NeedsBareName {
        /// Counted from 1.
        line: u32,
    },
    /// The lines begin or end inside another group or box.
    #[error("the lines {first} to {last} cut through a group or box")]
    CutsFrame {
        /// Counted from 1.
        first: u32,
        /// Counted from 1.
        last: u32,
    },
    /// A line says more than the part that is to go.
    #[error("`{name}` is used on line {line}; change that line first")]
    StillUsed {
        /// The part that is to go.
        name: String,
        /// Counted from 1.
        line: u32,
    },
    /// The root of everything.
    #[error("everything else hangs from `{0}`")]
    HoldsOthers(String),
    /// The new place is part of what is moved.
    #[error("a part cannot be moved into itself")]
    IntoItself,
    /// Parts of this family stand in no others.
    #[error("parts of this diagram stand beside each other: give the line to stand behind")]
    NoNesting,
    /// A value stands in a map or list, not on a line.
    #[error("name the map or list that the value goes to")]
    NeedsOwner,
    /// A line may hold many values.
    #[error("name the value by its path, such as `a / b / 0`")]
    NeedsName,
    /// Only values of one line can be moved.
    #[error("`{0}` takes several lines; move its members one by one")]
    NeedsOneLine(String),
    /// Several lines may make the part.
    #[error(
        "give the line of what is removed or moved: its name does not say which lines are meant"
    )]
    NeedsLine,
    /// What was asked for does not read back as what it should be.
    #[error("`{0}` is not a valid line")]
    BadLine(String),
}

/// What a new participant is called and looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddParticipant {
    /// The keyword of its kind: `actor`, `participant`, `class`.
    pub kind: String,
    /// What messages call it; must be new.
    pub code: String,
    /// What is drawn, if it differs.
    pub shown: Option<String>,
    /// The line to stand behind; behind the last declaration by default.
    pub place: Option<Place>,
}

/// A line for the body of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddMember {
    /// The name of the entity that gets the member.
    pub owner: String,
    /// As in a source: `+name : String`.
    pub text: String,
}

/// Who sends what to whom, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddMessage {
    /// Who sends; created if nobody has that name.
    pub from: String,
    /// Who receives; created if nobody has that name.
    pub to: String,
    /// As in a source: `->`, `-->`, `->>`, `-[#red]>` …
    pub arrow: String,
    /// The label; line ends are kept.
    pub text: Option<String>,
    /// The place in the source where the message is inserted.
    pub place: Place,
}

/// The text of a note and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddNote {
    /// Beside one participant; over one or two where absent; at the latest message without any.
    pub side: Option<NoteSide>,
    /// The participants that the note is at; at most two.
    pub participants: Vec<String>,
    /// What it says; several lines make a block.
    pub text: String,
    /// The place in the source where the note is inserted.
    pub place: Place,
}

/// A group around lines that exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrapGroup {
    /// The first line inside, counted from 1.
    pub first: u32,
    /// The last line inside, counted from 1.
    pub last: u32,
    /// The keyword of the group: `alt`, `loop`.
    pub kind: String,
    /// The condition, or the title of a `group`.
    pub label: Option<String>,
}

/// From one code to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameParticipant {
    /// The code in use.
    pub from: String,
    /// The code to use; must be new.
    pub to: String,
}

/// A part of the diagram, as edits name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The statement on this line, counted from 1.
    Line(u32),
    /// Everything that is called so.
    Name(String),
}

/// A part to take away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remove {
    /// The part that is removed.
    pub part: Part,
}

/// A part to put somewhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The part that changes its place.
    pub part: Part,
    /// Its new place.
    pub to: Destination,
}

/// Where a part goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// Among the lines of the source.
    Place(Place),
    /// Into another part, behind what is there.
    Under(String),
}

/// The theme from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeTheme {
    /// None takes the theme away.
    pub theme: Option<String>,
}
