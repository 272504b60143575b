//! What a Gantt chart says: tasks with their dates, links, days and people, and what stands around the chart.

use diag::Span;
use puml_family::{Label, Link, LookId, Looks, Sprite, Surroundings};

use crate::ast::{Part, ScaleUnit, WeekLabels};
use crate::schedule::{Calendar, Moment};

pub use crate::ast::Edge;

/// One Gantt chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// In the order of their rows.
    pub entries: Vec<Entry>,
    /// In order.
    pub links: Vec<Dependency>,
    /// In order of first mention.
    pub people: Vec<Person>,
    /// Ranges with a name, in order.
    pub names: Vec<DayName>,
    /// Days that are coloured, in order.
    pub(crate) tints: Vec<(i64, LookId)>,
    /// Colours of week days from Monday on.
    pub(crate) weekday_tints: [Option<LookId>; 7],
    /// Vertical lines.
    pub(crate) rules: Vec<(Moment, Span)>,
    /// What the time axis shows.
    pub chart: Chart,
    /// Closed days and working hours.
    pub(crate) calendar: Calendar,
    /// Title, header, footer, legend, caption, frame and scale.
    pub surroundings: Surroundings,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

impl Model {
    /// A model of unknown family, if it is one of a Gantt chart.
    pub fn of(model: &dyn puml_family::Model) -> Option<&Self> {
        model.as_any().downcast_ref()
    }
}

/// What the time axis shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Its first day, counted from 1970-01-01.
    pub first: i64,
    /// Its last day.
    pub last: i64,
    /// Whether days have dates; else they are counted from 1.
    pub has_dates: bool,
    /// What one column is.
    pub unit: ScaleUnit,
    /// How weeks are labelled.
    pub weeks: WeekLabels,
    /// 0 for Monday: the first day of a week.
    pub first_weekday: usize,
    /// How many days the first week of a year has at least.
    pub first_week: i64,
    /// A factor for the width of columns.
    pub zoom: f64,
    /// The language of months and week days, in lower case.
    pub language: String,
    /// Today, where the chart marks it.
    pub today: Option<(i64, LookId)>,
    /// What is left out.
    pub hidden: Vec<Part>,
}

impl Chart {
    /// Whether a part is drawn.
    pub fn shows(&self, part: Part) -> bool {
        !self.hidden.contains(&part)
    }
}

/// A row of the chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What sort.
    pub kind: EntryKind,
    /// What sentences call it.
    pub id: String,
    /// What is shown.
    pub label: Label,
    /// Its first moment; a separator has none.
    pub start: Option<Moment>,
    /// One past its last moment.
    pub end: Option<Moment>,
    /// Work in seconds.
    pub load: i64,
    /// In percent.
    pub completion: i64,
    /// Who works on it: the place in [`Model::people`] and the percent.
    pub team: Vec<(usize, i64)>,
    /// The group it stands in.
    pub group: Option<usize>,
    /// The task whose row it shares.
    pub row_of: Option<usize>,
    /// Where a click leads.
    pub link: Option<Link>,
    /// Below it.
    pub note: Option<Note>,
    /// For styles.
    pub stereotype: Option<String>,
    /// When it is worked on, in order: closed days are gaps.
    pub pieces: Vec<(Moment, Moment)>,
    /// Whether it was taken back.
    pub deleted: bool,
    /// How it is drawn.
    pub look: LookId,
    /// How the part that is not done is drawn.
    pub undone_look: LookId,
    /// Where it is first mentioned.
    pub origin: Span,
}

/// The sorts of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A bar.
    Task,
    /// A diamond.
    Milestone,
    /// A bracket over its tasks.
    Group,
    /// A line with a text.
    Separator,
}

impl EntryKind {
    /// The word for it in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Milestone => "milestone",
            Self::Group => "group",
            Self::Separator => "separator",
        }
    }
}

/// A note below a task.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// What it says.
    pub label: Label,
    /// How it is drawn.
    pub look: LookId,
    /// Where it stands.
    pub origin: Span,
}

/// One end of a task follows an end of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Dependency {
    /// The task that comes first.
    pub from: usize,
    /// Which of its ends.
    pub from_edge: Edge,
    /// Days between.
    pub days: i64,
    /// The task that follows.
    pub to: usize,
    /// Which of its ends.
    pub to_edge: Edge,
    /// Not drawn.
    pub hidden: bool,
    /// How it is drawn.
    pub look: LookId,
    /// Where it stands.
    pub origin: Span,
}

/// Somebody who works.
#[derive(Debug, Clone, PartialEq)]
pub struct Person {
    /// As the source spells it; unique in the chart.
    pub name: String,
    /// The first mention.
    pub origin: Span,
    /// Percent of each day of the chart from its first one on.
    pub loads: Vec<i64>,
}

/// `2026-03-05 to 2026-03-08 are named [Holiday]`.
#[derive(Debug, Clone, PartialEq)]
pub struct DayName {
    /// The words above the days.
    pub label: Label,
    /// Its first day.
    pub from: i64,
    /// Its last day.
    pub to: i64,
    /// Where it stands.
    pub origin: Span,
}
