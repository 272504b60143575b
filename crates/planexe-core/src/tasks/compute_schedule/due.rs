//! The days of the prompt: which task each one speaks of, and whether the task keeps it.

use serde::{Deserialize, Serialize};

use super::super::break_down_work::Wbs;
use super::super::trace::Trace;
use super::Row;
use crate::archetype::says;
use crate::calendar::{Date, working_in};
use crate::facts::{Fact, Facts, Kind, Limit};
use crate::schedule::Timetable;

/// A day or span of the prompt, against what the work takes.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct Due {
    /// The fact that states it.
    pub(in super::super) fact: String,
    pub(in super::super) quote: String,
    /// The clause of the prompt around it.
    #[serde(default)]
    pub(in super::super) about: String,
    pub(in super::super) date: Option<Date>,
    /// Working days from Day 0.
    pub(in super::super) day: i64,
    /// The task that it speaks of.
    pub(in super::super) task: String,
    pub(in super::super) title: String,
    pub(in super::super) anchor: Anchor,
    /// The day on which the task begins or ends, by its anchor.
    pub(in super::super) computed: Option<Date>,
    /// The same with 80 % confidence.
    pub(in super::super) computed_p80: Option<Date>,
    /// Working days left; negative when it is too late.
    pub(in super::super) slack_days: i64,
    /// The same with 80 % confidence.
    pub(in super::super) slack_p80_days: i64,
    /// Whether the task takes place on the day itself; what is left is then left before it.
    #[serde(default)]
    pub(in super::super) is_fixed: bool,
}

/// Which end of a task has to be there in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in super::super) enum Anchor {
    /// Others begin to use it: a pilot, a trial.
    Start,
    End,
}

impl Anchor {
    /// As a verb of the task.
    pub(in super::super) fn verb(self) -> &'static str {
        match self {
            Self::Start => "begins",
            Self::End => "ends",
        }
    }
}

/// A day of the prompt that no task is about.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct Unanswered {
    pub(in super::super) fact: String,
    pub(in super::super) quote: String,
    #[serde(default)]
    pub(in super::super) about: String,
    pub(in super::super) date: Date,
}

impl Unanswered {
    fn new(fact: &Fact, date: Date) -> Self {
        let (fact, quote, about) = (fact.id.clone(), fact.quote.clone(), fact.about.clone());
        Self { fact, quote, about, date }
    }
}

/// What the prompt asks of one task.
pub(super) struct Claim<'a> {
    fact: &'a Fact,
    limit: Limit,
    task: usize,
    anchor: Anchor,
    is_fixed: bool,
    /// The first day of the stretch of time in which the task takes place.
    not_before: Option<Date>,
}

/// Every day of the prompt with the task it speaks of, and those that no task is about. What speaks
/// of nothing in particular is about the task of the deadline, if that has no day yet.
pub(super) fn claims<'a>(wbs: &Wbs, facts: &'a Facts) -> (Vec<Claim<'a>>, Vec<Unanswered>) {
    let trace = Trace::new(wbs, facts);
    let deadline = wbs.deadline_position();
    let last = wbs.entries().count().checked_sub(1);
    let mut found: Vec<(Date, &Fact, Option<usize>)> = Vec::new();
    for (date, fact) in facts.due() {
        let task = match fact.role.as_str() {
            "window_start" => deadline,
            _ if ends_money(fact, facts) => last,
            // The words of a goal may be anywhere in the work.
            _ if fact.is_goal => deadline,
            _ => trace.dated(&fact.about, deadline),
        };
        found.push((date, fact, task));
    }
    if !found.iter().any(|(.., task)| task.is_some() && *task == deadline)
        && let Some(open) = found.iter_mut().find(|(.., task)| task.is_none())
    {
        open.2 = deadline;
    }
    let mut claims = Vec::new();
    let mut unanswered = Vec::new();
    for (date, fact, task) in found {
        match task {
            Some(task) => {
                claims.push(Claim::new(fact, Limit::Day(date), task, wbs));
            }
            None => unanswered.push(Unanswered::new(fact, date)),
        }
    }
    for fact in facts.of(Kind::Date).filter(|fact| fact.role == "available") {
        unanswered.extend(fact.date().map(|date| Unanswered::new(fact, date)));
    }
    // A span is about the whole: it counts where no day does, and where it is not how long the last
    // task takes.
    let takes = |task: usize| {
        let work = wbs.entries().nth(task).and_then(|(_, entry)| entry.work());
        work.is_some_and(|(_, work)| work.span.as_deref() == Some("length"))
    };
    if let (true, Some(task), Some((limit @ Limit::Span(_), fact))) =
        (claims.is_empty(), deadline.filter(|&task| !takes(task)), facts.limit())
    {
        claims.push(Claim::new(fact, limit, task, wbs));
    }
    (claims, unanswered)
}

/// Whether a day is when the money ends: by then all of the work is over.
fn ends_money(fact: &Fact, facts: &Facts) -> bool {
    let about = fact.about.to_lowercase();
    let has_amount = facts.of(Kind::Money).any(|money| fact.about.contains(&money.quote));
    has_amount && ["until", "till", "bis"].iter().any(|word| says(&about, word))
}

/// For each task the first working day from the start on which it may begin.
pub(super) fn floors(claims: &[Claim<'_>], start: Option<Date>, count: usize) -> Vec<u32> {
    let mut floors = vec![0; count];
    for claim in claims {
        let day =
            start.zip(claim.not_before).map(|(start, day)| day.working().working_since(start));
        if let Some(day) = day.and_then(|day| u32::try_from(day).ok()) {
            floors[claim.task] = floors[claim.task].max(day);
        }
    }
    floors
}

/// Words by which a prompt says that something happens in a stretch of time and not by its end.
const HAPPENS: [&str; 14] = [
    "during",
    "field",
    "fieldwork",
    "filming",
    "happen",
    "happens",
    "harvest",
    "shooting",
    "stattfinden",
    "take place",
    "takes place",
    "travel",
    "trip",
    "visit",
];

/// Words by which a day is the last one and not the day itself.
const LATEST: [&str; 8] = ["by", "before", "until", "ends", "expires", "back", "bis", "vor"];

impl<'a> Claim<'a> {
    fn new(fact: &'a Fact, limit: Limit, task: usize, wbs: &Wbs) -> Self {
        let is_deadline = wbs.deadline_position() == Some(task);
        let title = wbs.entries().nth(task).map_or("", |(_, entry)| entry.title.as_str());
        let title = title.to_lowercase();
        let is_trial = ["closed test", "pilot", "trial"].iter().any(|word| title.contains(word));
        let is_start = is_trial || fact.role == "milestone";
        let about = fact.about.to_lowercase();
        let is_held = is_deadline && wbs.deadline_kind == "fixed";
        let happens = is_held || HAPPENS.iter().any(|word| says(&about, word));
        // "on 14 August" is the day itself, "by 14 August" and "before it ends on 14 August" are not.
        let is_latest = LATEST.iter().any(|word| says(&about, word));
        let is_on = is_deadline && fact.about.contains(&format!(" on {}", fact.quote));
        Self {
            fact,
            limit,
            task,
            anchor: if is_start { Anchor::Start } else { Anchor::End },
            is_fixed: (is_held || is_on)
                && !is_latest
                && matches!(limit, Limit::Day(_))
                && fact.names_day(),
            not_before: fact.not_before().filter(|_| happens),
        }
    }

    pub(super) fn quote(&self) -> &str {
        &self.fact.quote
    }

    /// The last day on which all can begin so that the task keeps its day with 80 % confidence; none
    /// for spans, which count from the start.
    pub(super) fn latest_start(&self, table: &Timetable) -> Option<Date> {
        let Limit::Day(date) = self.limit else { return None };
        let needed = match self.anchor {
            Anchor::Start => table.starts_p80[self.task] + 1,
            Anchor::End => table.ends_p80[self.task],
        };
        Some(date.working_before().plus_working(1 - i64::from(needed)))
    }

    /// The claim against the timetable.
    pub(super) fn judge(&self, start: Option<Date>, table: &Timetable, rows: &[Row]) -> Due {
        let (day, date) = match (self.limit, start) {
            (Limit::Day(date), Some(start)) => (date.plus_days(1).working_since(start), Some(date)),
            // A day without a start sets the start itself, so that this cannot be reached.
            (Limit::Day(date), None) => (0, Some(date)),
            (Limit::Span(span), Some(start)) => {
                let date = start.plus_days(span);
                (date.working_since(start), Some(date))
            }
            (Limit::Span(span), None) => (working_in(span), None),
        };
        // The day that has to be over: of a beginning the first one.
        let (expected, sure) = match self.anchor {
            Anchor::Start => (table.slots[self.task].start + 1, table.starts_p80[self.task] + 1),
            Anchor::End => (table.slots[self.task].end, table.ends_p80[self.task]),
        };
        let on = |days: u32| start.map(|start| start.plus_working(i64::from(days.max(1)) - 1));
        let row = &rows[self.task];
        Due {
            fact: self.fact.id.clone(),
            quote: self.fact.quote.clone(),
            about: self.fact.about.clone(),
            date,
            day,
            task: row.id.clone(),
            title: row.title.clone(),
            anchor: self.anchor,
            computed: on(expected),
            computed_p80: on(sure),
            slack_days: day - i64::from(expected),
            slack_p80_days: day - i64::from(sure),
            is_fixed: self.is_fixed,
        }
    }
}
