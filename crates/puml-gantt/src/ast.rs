//! The statements of Gantt charts. Nothing here is resolved: which task a name means and which day a date is are the
//! model's business.

use puml_syntax::TextRange;
use puml_syntax::ast::{BorderStyle, Kind, Lines, Link as Url, Shared, Stereotype};
use puml_syntax::color;

/// A parsed Gantt chart.
pub type Document = puml_syntax::ast::Document<StmtKind>;
/// One statement of it.
pub type Stmt = puml_syntax::ast::Stmt<StmtKind>;

/// Everything a line of a Gantt chart can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `[A] lasts 5 days and starts D+2`.
    Task(Box<TaskSentence>),
    /// `Project starts 2026-03-02`.
    Project(Date),
    /// `today is 2026-03-05 and is colored in red`.
    Today(Vec<TodayPhrase>),
    /// `{Alice} is off on monday`.
    Resource(Box<ResourceSentence>),
    /// `saturday are closed`, `2026-03-05 to 2026-03-08 are named [Holiday]`.
    Days(Box<DaysSentence>),
    /// `separator just before 2026-03-05`.
    Rule(Rule),
    /// `from 8:00 to 12:00 are working hours`.
    Hours(Hours),
    /// `[A] -> [B]` or `A -> B`.
    Link(Box<Link>),
    /// `[A] #red/blue`.
    Tint(Tint),
    /// `-- text --`; empty for `--`.
    Separator(TextRange),
    /// `group [G]`: opens a frame.
    Group(TextRange),
    /// `end group`.
    EndGroup,
    /// `weeks starts on sunday and must have at least 4 days`.
    Week {
        /// Its first day.
        first: Weekday,
        /// How many days the first week of a year has at least.
        at_least: i64,
    },
    /// `language fr`.
    Language(TextRange),
    /// `printscale weekly zoom 2`.
    Scale(TimeScale),
    /// `print between D and D`.
    Print(Date, Date),
    /// `note bottom` … `end note`.
    Note(Note),
    /// `hide footbox` and its like.
    Switch(Part, puml_syntax::ast::Switch),
    /// `task default completion to 50`.
    DefaultCompletion(i64),
    /// `label on first column`: has no effect any more.
    LabelColumn,
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

/// A subject and what is said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskSentence {
    /// Whose dates these are.
    pub subject: Subject,
    /// In order; at least one.
    pub phrases: Vec<Phrase>,
}

/// The subject of a sentence about a task.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// `[then] [NAME] as [CODE] on {A} {B}`.
    Named(Named),
    /// `it`.
    It(TextRange),
}

/// A task by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// Whether it follows the task before it.
    pub then: bool,
    /// Without the brackets.
    pub name: TextRange,
    /// What sentences call it; the name where absent.
    pub code: Option<TextRange>,
    /// `<<critical>>`.
    pub stereotype: Option<Stereotype>,
    /// Who works on it.
    pub resources: Vec<Resource>,
}

/// `{Alice:50%}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resource {
    /// Without braces and share.
    pub name: TextRange,
    /// In percent; all of it where absent.
    pub share: Option<i64>,
    /// With the braces.
    pub range: TextRange,
}

/// What is said about a task.
#[derive(Debug, Clone, PartialEq)]
pub enum Phrase {
    /// `lasts 5 days`, `requires 2 weeks`.
    Lasts(Duration),
    /// `starts 2026-03-05`, `ends D+5`.
    On(Edge, DateTime),
    /// `starts at [A]'s end with red link`.
    At(Edge, Anchor, LinkStyle),
    /// `happens on 2026-03-05`.
    HappensOn(Date),
    /// `happens at [A]'s end`.
    HappensAt(Anchor),
    /// `occurs from [A] to [B]`.
    Occurs(TextRange, TextRange),
    /// `is colored in red/blue`: fill and line.
    Colored(Color, Option<Color>),
    /// `is colored for completion from red to green`.
    ColoredForCompletion(Color, Color),
    /// `is 40% complete`.
    Complete(i64),
    /// `pauses on 2026-03-05 to 2026-03-08`.
    Pauses(Pause),
    /// `is deleted`.
    Deleted,
    /// `links to [[url]]`.
    LinksTo(Url),
    /// `displays on same row as [A]`.
    SameRow(TextRange),
    /// `is displayed as text`: has no effect.
    DisplayedAs(TextRange),
}

/// The two ends of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Where it begins.
    Start,
    /// `end`.
    End,
}

/// A day, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Date {
    /// A day of the calendar, counted from 1970-01-01; nothing where there is no such day.
    Day(TextRange, Option<i64>),
    /// Days after the start of the project.
    AfterStart(TextRange, i64),
}

impl Date {
    /// Where it stands.
    pub fn range(self) -> TextRange {
        match self {
            Self::Day(range, _) | Self::AfterStart(range, _) => range,
        }
    }
}

/// A day and perhaps a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateTime {
    /// Without its time.
    pub date: Date,
    /// Midnight where absent.
    pub time: Option<ClockTime>,
}

/// A time of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockTime {
    /// Seconds after midnight.
    Seconds(i64),
    /// No clock shows it.
    Impossible,
}

/// `2 weeks and 3 days`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duration {
    /// The words from first to last, blanks between them included.
    pub range: TextRange,
    /// In order.
    pub parts: Vec<(i64, Unit)>,
}

/// Units of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// 1/60 of a minute.
    Second,
    /// 60 seconds.
    Minute,
    /// 60 minutes.
    Hour,
    /// The working time of a day.
    Day,
    /// The open days of a week.
    Week,
    /// 30 days.
    Month,
}

/// `2 working days after [A]'s end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchor {
    /// The words from first to last, blanks between them included.
    pub range: TextRange,
    /// Without the brackets.
    pub name: TextRange,
    /// Which end.
    pub edge: Edge,
    /// Days and weeks from there; negative before it.
    pub days: i64,
    /// As `days`.
    pub weeks: i64,
    /// Whether closed days do not count.
    pub working: bool,
}

/// `with dotted red link`, or what stands between the brackets of an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkStyle {
    /// The line's colour.
    pub color: Option<Color>,
    /// How it is stroked.
    pub border: Option<BorderStyle>,
    /// Not drawn.
    pub hidden: bool,
    /// `thickness=2`.
    pub thickness: Option<u32>,
}

/// A colour with or without `#`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// As written.
    pub range: TextRange,
    /// Nothing where nobody knows it.
    pub color: Option<color::Color>,
}

/// When nobody works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// One day, or all days up to another.
    Days(Date, Option<Date>),
    /// Up to an end of a task.
    UpTo(Date, Anchor),
    /// Every week.
    Weekly(Weekday),
}

/// The days of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weekday {
    /// The first day of a week.
    Monday,
    /// The day after Monday.
    Tuesday,
    /// The day after Tuesday.
    Wednesday,
    /// The day after Wednesday.
    Thursday,
    /// The day after Thursday.
    Friday,
    /// The day after Friday.
    Saturday,
    /// The last day of a week.
    Sunday,
}

impl Weekday {
    /// From Monday to Sunday.
    pub const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    /// Its English name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Monday => "monday",
            Self::Tuesday => "tuesday",
            Self::Wednesday => "wednesday",
            Self::Thursday => "thursday",
            Self::Friday => "friday",
            Self::Saturday => "saturday",
            Self::Sunday => "sunday",
        }
    }
}

/// What is said about today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TodayPhrase {
    /// `is 2026-03-05`.
    Is(Date),
    /// `is colored in red`.
    Colored(Color),
}

/// A person and what is said about their calendar.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceSentence {
    /// Nothing for `he`, `she`, `they`.
    pub who: Option<Resource>,
    /// The range of the name or pronoun.
    pub range: TextRange,
    /// In order; at least one.
    pub phrases: Vec<ResourcePhrase>,
}

/// What is said about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourcePhrase {
    /// `is off on monday`.
    Off(Pause),
    /// `is off before 2026-03-05`.
    OffBefore(Date),
    /// `is off after 2026-03-05`.
    OffAfter(Date),
    /// `is on 2026-03-05`.
    On(Date, Option<Date>),
    /// `works on [A]`, which never works.
    WorksOn(TextRange),
}

/// Days and what is said about them.
#[derive(Debug, Clone, PartialEq)]
pub struct DaysSentence {
    /// The days that the sentence is about.
    pub days: Days,
    /// In order; at least one.
    pub phrases: Vec<DaysPhrase>,
}

/// Some days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Days {
    /// Every week.
    Weekly(Weekday),
    /// A single day.
    One(DayRef),
    /// From one to the other, both included.
    Range(DayRef, DayRef),
    /// A day and this many after it.
    Following(DayRef, i64),
    /// `then 3 days`: from the last day that was coloured or named.
    Then(i64),
}

/// A day by its date or counted from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayRef {
    /// By its date or counted from the project's start.
    Date(Date),
    /// `T+3`.
    Today(i64),
    /// `E-1`.
    End(i64),
}

/// What is said about days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DaysPhrase {
    /// `are closed for [A]`.
    Closed(Option<TextRange>),
    /// `are open for [A]`.
    Open(Option<TextRange>),
    /// `are colored in red`: text behind the slash has no meaning.
    Colored(Color),
    /// `are named [X]`.
    Named(TextRange),
}

/// A vertical line across the chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// `just before 2026-03-05`.
    Before(Date),
    /// `just after 2026-03-05`.
    After(Date),
    /// `just at [A]'s end`.
    At(Anchor),
}

/// `from 8:00 to 12:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hours {
    /// The first moment.
    pub from: ClockTime,
    /// One past the last.
    pub to: ClockTime,
}

/// `[A] -[#red]-> [B]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Ends first.
    pub from: TextRange,
    /// Starts then.
    pub to: TextRange,
    /// Whether missing tasks are made, as names in brackets do.
    pub makes: bool,
    /// The characters between.
    pub arrow: TextRange,
    /// How it is drawn.
    pub style: LinkStyle,
}

/// `[A] #red/blue`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tint {
    /// Without the brackets.
    pub name: TextRange,
    /// The bar's.
    pub fill: Color,
    /// The outline's.
    pub line: Option<Color>,
}

/// `printscale weekly with week numbering from 1 zoom 2`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeScale {
    /// What one column is.
    pub unit: ScaleUnit,
    /// How weeks are labelled.
    pub weeks: WeekLabels,
    /// A factor; 1 where absent.
    pub zoom: Option<f64>,
}

/// What one column of the chart is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScaleUnit {
    /// A day.
    #[default]
    Daily,
    /// A week.
    Weekly,
    /// A month.
    Monthly,
    /// Three months.
    Quarterly,
    /// A year.
    Yearly,
}

impl ScaleUnit {
    /// Every word.
    pub const WORDS: [(&'static str, Self); 5] = [
        ("daily", Self::Daily),
        ("weekly", Self::Weekly),
        ("monthly", Self::Monthly),
        ("quarterly", Self::Quarterly),
        ("yearly", Self::Yearly),
    ];

    /// As it is written in a source.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }
}

/// How weeks are labelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WeekLabels {
    /// Their number in the year.
    #[default]
    Number,
    /// The date of their first day.
    Date,
    /// Counted from this number.
    From(i64),
}

/// `note bottom` … `end note`.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// `<<important>>`.
    pub stereotype: Option<Stereotype>,
    /// What it says.
    pub lines: Lines,
}

/// What can be hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The time scale below the chart.
    Footbox,
    /// The names of who works on a task.
    ResourceNames,
    /// The strips below the chart.
    ResourceStrips,
    /// Closed days.
    Closed,
    /// A column of the table.
    Column(Column),
}

/// The columns of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// The name in its brackets.
    Task,
    /// The first day.
    Start,
    /// The last day.
    End,
    /// How long.
    Duration,
}

impl Column {
    /// Every word.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("task", Self::Task),
        ("start", Self::Start),
        ("end", Self::End),
        ("duration", Self::Duration),
    ];

    /// As it is written in a source.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }
}
