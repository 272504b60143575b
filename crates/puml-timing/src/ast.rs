//! The statements of timing diagrams. Nothing here is resolved: which player a name means and when something happens
//! are the model's business.

use puml_syntax::TextRange;
use puml_syntax::ast::{ColorRef, ColorSet, Kind, Name, NoteSide, Shared, Stereotype, Text};

/// A parsed timing diagram.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line of a timing diagram can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `robust "Web" as W`.
    Player(Box<Player>),
    /// `mode compact`.
    CompactMode,
    /// `W has a,b,c`.
    States(TextRange, Vec<TextRange>),
    /// `W has "Label" as a`.
    StateLabel {
        /// Whose.
        player: TextRange,
        /// What is shown.
        label: TextRange,
        /// What changes call it.
        state: TextRange,
    },
    /// `@5 as :start`.
    Time(Tick, Option<TextRange>),
    /// `@W`: the ticks that follow are its own.
    Focus(TextRange),
    /// `W is idle` or `5 is idle`.
    Change(Box<Change>),
    /// `W@5 -> C@7 : text`.
    Message(Box<Message>),
    /// `W@5 <-> @7 : text`.
    Constraint(Box<Constraint>),
    /// `highlight 5 to 7 #gold : caption`.
    Highlight(Box<Highlight>),
    /// `scale 5 as 100 pixels`.
    Scale {
        /// How much time.
        time: f64,
        /// How wide that is.
        pixels: f64,
    },
    /// `hide time-axis`, `manual time-axis`.
    Axis(Axis),
    /// `W is 100 pixels height`.
    Height(TextRange, f64),
    /// `W ticks every 5`.
    Ticks(TextRange, i64),
    /// A note at a player.
    Note(Box<Note>),
    /// `use date format "dd"`; the pattern without its quotes.
    DateFormat(TextRange),
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

/// Somebody whose states change.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// What sort.
    pub kind: PlayerKind,
    /// Whether its name stands beside it and its frame is small.
    pub compact: bool,
    /// What is drawn; the code where absent.
    pub shown: Option<Name>,
    /// What other lines call it.
    pub code: TextRange,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// Of a clock: period, pulse, offset.
    pub beat: Option<Beat>,
    /// Of an analog signal.
    pub range: Option<ValueRange>,
}

/// The values that an analog signal is drawn between, as they are written: the first may be the greater one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueRange {
    /// The value at the bottom of the plot.
    pub low: f64,
    /// The value at the top of the plot.
    pub high: f64,
}

/// The sorts of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// A line that steps between levels.
    Robust,
    /// A ribbon with pointed ends.
    Concise,
    /// A ribbon with straight ends.
    Rectangle,
    /// High or low.
    Binary,
    /// High and low in turn.
    Clock,
    /// A curve.
    Analog,
}

impl PlayerKind {
    /// Every keyword.
    pub const KEYWORDS: [(&'static str, Self); 6] = [
        ("robust", Self::Robust),
        ("concise", Self::Concise),
        ("rectangle", Self::Rectangle),
        ("binary", Self::Binary),
        ("clock", Self::Clock),
        ("analog", Self::Analog),
    ];

    /// Its keyword.
    pub fn word(self) -> &'static str {
        Self::KEYWORDS[self as usize].0
    }
}

/// When a clock is high.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beat {
    /// From one rise to the next.
    pub period: f64,
    /// How long it stays high; half the period where absent.
    pub pulse: Option<f64>,
    /// When it rises first.
    pub offset: Option<f64>,
}

/// A moment, as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tick {
    /// The moment's words.
    pub range: TextRange,
    /// What it says.
    pub kind: TickKind,
}

/// What a moment says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TickKind {
    /// `5`, `-2.5`.
    Number(f64),
    /// `+5`: after the moment before.
    After(f64),
    /// `1:30:00`, in seconds.
    Clock(f64),
    /// `2026/03/01`, in days after 1970-01-01; nothing where there is no such day.
    Date(Option<i64>),
    /// `:start+5`.
    Label(TextRange, f64),
    /// `clk*3`.
    Pulse(TextRange, f64),
}

/// A player has another state from now on.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Whose state; that of the player in focus where absent.
    pub player: Option<TextRange>,
    /// When; now where absent.
    pub at: Option<Tick>,
    /// The state that begins.
    pub state: State,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// Behind the colon.
    pub comment: Option<TextRange>,
}

/// A state, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// A word, or a text without its quotes.
    Named(TextRange),
    /// `{hidden}`: nothing is drawn.
    Hidden,
    /// `{-}`: a flat line.
    Flat,
    /// `{...}`: a ribbon without a text.
    Blank,
    /// `{a,b}`: one of two.
    Either(TextRange, TextRange),
}

/// An arrow between two players.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Who sends.
    pub from: TextRange,
    /// When; now where absent.
    pub from_at: Option<Tick>,
    /// Who receives.
    pub to: TextRange,
    /// When; now where absent.
    pub to_at: Option<Tick>,
    /// The line's colour.
    pub color: Option<ColorRef>,
    /// Behind the colon.
    pub label: Option<TextRange>,
}

/// An arrow from one moment to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// Above whom; the player in focus where absent.
    pub player: Option<TextRange>,
    /// Its first moment.
    pub from: Tick,
    /// Its last moment.
    pub to: Tick,
    /// The line's colour.
    pub color: Option<ColorRef>,
    /// `[bold]`, `[dashed]`, `[dotted]`.
    pub border: Option<puml_syntax::ast::BorderStyle>,
    /// Behind the colon.
    pub label: Option<TextRange>,
}

/// A coloured interval of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Highlight {
    /// Its first moment.
    pub from: Tick,
    /// Its last moment.
    pub to: Tick,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// Behind the colon.
    pub caption: Option<TextRange>,
}

/// What becomes of the time axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// It is left out.
    Hidden,
    /// Only moments that `@` names are written.
    Manual,
}

/// A note at a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Above or below.
    pub side: NoteSide,
    /// At whom.
    pub player: TextRange,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// What it says.
    pub text: Text,
}
