//! The days of the prompt: which task each one speaks of, and whether the task keeps it.

use serde::{Deserialize, Serialize};

use self::tied::{Day, is_on_site, work_of_window};
use super::super::break_down_work::{Entry, Wbs};
use super::super::trace::Trace;
use super::Row;
use crate::archetype::{says, says_any};
use crate::calendar::{Date, Timeline};
use crate::facts::{DateRole, Fact, Facts, Limit, Occasion, Precision};
use crate::id::{FactId, WorkId};
use crate::schedule::Timetable;

mod tied;

/// A day or span of the prompt, against what the work takes.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct Due {
    /// The fact that states it.
    pub(in super::super) fact: FactId,
    pub(in super::super) quote: String,
    /// The clause of the prompt around it.
    #[serde(default)]
    pub(in super::super) about: String,
    pub(in super::super) date: Option<Date>,
    /// Working days from Day 0.
    pub(in super::super) day: i64,
    /// The task that it speaks of.
    pub(in super::super) task: WorkId,
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
    /// The last day of what takes place on several days.
    #[serde(default)]
    pub(in super::super) last: Option<Date>,
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
    pub(in super::super) fact: FactId,
    pub(in super::super) quote: String,
    #[serde(default)]
    pub(in super::super) about: String,
    pub(in super::super) date: Date,
    /// Whether the day is one of others: somebody is there from then on, money comes in.
    #[serde(default)]
    pub(in super::super) is_of_others: bool,
}

/// What the prompt asks of one task.
pub(super) struct Claim<'a> {
    fact: &'a Fact,
    limit: Limit,
    task: usize,
    anchor: Anchor,
    is_fixed: bool,
    /// The first day of the range in which the task takes place.
    not_before: Option<Date>,
    /// The last day of what takes place on several days.
    last: Option<Date>,
    /// Whether the day only says from when on: nobody is late who begins after it.
    pub(super) is_earliest: bool,
}

/// Every day of the prompt with the task it speaks of, and those that no task is about. What speaks
/// of nothing in particular is about the task of the deadline, if that has no day yet.
pub(super) fn claims<'a>(wbs: &Wbs, facts: &'a Facts) -> (Vec<Claim<'a>>, Vec<Unanswered>) {
    let mut claims = Vec::new();
    let mut unanswered = Vec::new();
    for day in tied::days(wbs, facts) {
        match day.task {
            Some(task) => claims.push(Claim::new(&day, task, wbs)),
            None => unanswered.push(Unanswered {
                fact: day.fact.id.clone(),
                quote: day.fact.quote.clone(),
                about: day.fact.about.clone(),
                date: day.moment.to,
                is_of_others: day.occasion != Occasion::Due,
            }),
        }
    }
    // A span is about the whole: it counts where no day does, and where it is not how long the last
    // task takes.
    let takes = |task: usize| {
        let work = wbs.entries().nth(task).and_then(|(_, entry)| entry.work());
        work.is_some_and(|(_, work)| work.span.as_deref() == Some("length"))
    };
    if let (true, Some(task), Some((limit @ Limit::Span(..), fact))) =
        (claims.is_empty(), wbs.deadline_position().filter(|&task| !takes(task)), facts.limit())
    {
        let (anchor, is_fixed, not_before, last) = (Anchor::End, false, None, None);
        let is_earliest = false;
        claims.push(Claim { fact, limit, task, anchor, is_fixed, not_before, last, is_earliest });
    }
    (claims, unanswered)
}

/// Whether a task is done in rooms or on ground that somebody hands over.
fn is_in_rooms(entry: &Entry) -> bool {
    is_on_site(entry) || entry.work().is_some_and(|(_, work)| work.in_rooms)
}

/// The days of the prompt that no task is about, and the day of the result.
pub(in super::super) fn unanswered(wbs: &Wbs, facts: &Facts) -> (Vec<Unanswered>, Option<Date>) {
    let (claims, open) = claims(wbs, facts);
    let of_result = claims.iter().filter(|it| Some(it.task) == wbs.deadline_position());
    let days = of_result.filter_map(|it| match it.limit {
        Limit::Day(date) => Some(date),
        Limit::Span(..) => None,
    });
    (open, days.max())
}

/// Working days before the first day of a feast in which its own stage begins.
const SET_UP: u32 = 5;

/// The first day of each task that waits for the range it takes place in.
pub(super) fn floors(claims: &[Claim<'_>], wbs: &Wbs, timeline: &Timeline) -> Vec<u32> {
    let rooms: Vec<bool> = wbs.entries().map(|(_, entry)| is_in_rooms(entry)).collect();
    let mut floors = vec![0; rooms.len()];
    for claim in claims {
        let Some(first) = claim.not_before else { continue };
        let day = u32::try_from(timeline.day(first)).unwrap_or(0);
        // Nobody sets up in April what takes place in June.
        if wbs.is_day_of_all() && Some(claim.task) == wbs.deadline_position() {
            for at in wbs.close_to(claim.task) {
                floors[at] = floors[at].max(day.saturating_sub(SET_UP));
            }
        }
        // Before the keys are there, no work in the rooms begins.
        let is_shared = claim.is_earliest && rooms[claim.task];
        for (at, floor) in floors.iter_mut().enumerate() {
            if at == claim.task || is_shared && rooms[at] {
                *floor = (*floor).max(day);
            }
        }
    }
    floors
}

/// Lets work on site, else the task of the deadline, wait for the window that the prompt states.
pub(super) fn wait_for_window(wbs: &Wbs, facts: &Facts, timeline: &Timeline, floors: &mut [u32]) {
    let window = facts.moments().find(|(moment, _)| moment.role == DateRole::Window);
    let Some((window, fact)) = window else { return };
    let first = u32::try_from(timeline.day(window.from)).unwrap_or(0);
    let on_site = wbs.entries().enumerate().filter(|(_, (_, entry))| is_on_site(entry));
    let mut waiting: Vec<usize> = on_site.map(|(at, _)| at).collect();
    if waiting.is_empty() {
        waiting.extend(work_of_window(wbs, &Trace::new(wbs), fact));
    }
    if waiting.is_empty() {
        waiting.extend(wbs.deadline_position());
    }
    for at in waiting {
        floors[at] = floors[at].max(first);
    }
}

/// The day by which each task has to be over, counted from day 0; far away for those without one.
pub(super) fn days(claims: &[Claim<'_>], timeline: &Timeline, count: usize) -> Vec<u32> {
    let mut days = vec![1_000_000; count];
    for claim in claims.iter().filter(|claim| !claim.is_earliest) {
        if let Limit::Day(date) = claim.limit {
            let day = u32::try_from(timeline.day(date.plus_days(1))).unwrap_or(0);
            days[claim.task] = days[claim.task].min(day);
        }
    }
    days
}

/// Words of what takes place in a range of days and not by its end.
const HAPPENS: &str = "first patient|recruitment|during|field|fieldwork|filming|happen|happens|harvest|shooting|stattfinden|\
    take place|takes place|travel|trip|visit";

/// Verbs of work that is over when what it is for begins: a place at a school.
const OBTAINS: [&str; 9] =
    ["accept ", "find ", "apply ", "book ", "order ", "obtain ", "get ", "secure ", "hire "];

/// Words by which a day is the last one and not the day itself.
const LATEST: &str = "by|before|until|ends|expires|back|bis|vor|avant|latest";

impl<'a> Claim<'a> {
    fn new(day: &Day<'a>, task: usize, wbs: &Wbs) -> Self {
        let (fact, moment) = (day.fact, day.moment);
        let is_deadline = wbs.deadline_position() == Some(task);
        let entry = wbs.entries().nth(task).map(|(_, entry)| entry);
        let title = entry.map_or("", |entry| entry.title.as_str());
        let template = entry.map_or("", |entry| entry.template.as_str());
        // What follows the colon is how the goal calls it.
        let title = title.split(": ").next().unwrap_or_default().to_lowercase();
        let is_trial = ["closed test", "pilot", "trial"].iter().any(|word| title.contains(word));
        // Doors that open on a day need not have been open for a week by then.
        let is_opening = is_deadline && (title.starts_with("open ") || title.starts_with("teach "));
        let about = fact.about.to_lowercase();
        let is_first = says(&about, "first patient") || says(&about, "first participant");
        let begins = matches!(moment.role, DateRole::OthersBegin | DateRole::Start)
            && !OBTAINS.iter().any(|verb| title.starts_with(verb));
        let is_start = is_trial || is_opening || is_first || begins;
        let is_held = is_deadline && wbs.is_day_of_all();
        let is_day = moment.precision == Precision::Day;
        let takes_place = moment.role == DateRole::TakesPlace;
        // What lasts from one day to another begins on the first.
        // So does what fills a weekend: "cut over on 4 and 5 September".
        let is_short = is_deadline && moment.to.days_since(moment.from) <= 3;
        let is_range = takes_place && is_day && moment.from < moment.to;
        let lasts = is_range && (is_held || is_short || is_opening);
        // "on 14 August" is the day itself, "by 14 August" and "before it ends on 14 August" are not.
        let is_latest = !lasts && says_any(&about, LATEST) || moment.role == DateRole::Deadline;
        // Who moves "in July" or "in Q3" does not move in March.
        let is_then = is_deadline && !is_latest && moment.precision <= Precision::HalfYear;
        let happens = is_held || is_then || says_any(&about, HAPPENS);
        // A task of its own prepares what takes place, and is over when that begins.
        let is_own = template.starts_with("date:");
        let waits = happens && takes_place && !lasts && !is_own && moment.from < moment.to;
        let limit = if lasts || is_own && is_range { moment.from } else { moment.to };
        let is_earliest = matches!(day.occasion, Occasion::Arrival | Occasion::Works);
        Self {
            fact,
            limit: Limit::Day(limit),
            task,
            anchor: if (is_start || lasts || is_earliest) && !is_own {
                Anchor::Start
            } else {
                Anchor::End
            },
            is_fixed: is_deadline && (is_held || takes_place) && !is_latest && is_day,
            not_before: (waits || is_earliest).then_some(moment.from),
            last: lasts.then_some(moment.to),
            is_earliest,
        }
    }

    /// The claim against the timetable.
    /// Whether what takes place on this day cannot, because work before it takes longer.
    pub(super) fn is_fixed_and_late(&self, timeline: &Timeline, table: &Timetable) -> bool {
        let Limit::Day(date) = self.limit else { return false };
        let slot = &table.slots[self.task];
        let day = if self.anchor == Anchor::Start { slot.start + 1 } else { slot.end };
        self.is_fixed && timeline.day(date.plus_days(1)) < i64::from(day)
    }

    pub(super) fn judge(&self, timeline: &Timeline, table: &Timetable, rows: &[Row]) -> Due {
        let date = match self.limit {
            Limit::Day(date) => date,
            Limit::Span(unit, count) => unit.after(timeline.start(), count),
        };
        let day = timeline.day(date.plus_days(1));
        // The day that has to be over: of a beginning the first one.
        let (expected, sure) = match self.anchor {
            Anchor::Start => (table.slots[self.task].start + 1, table.starts_p80[self.task] + 1),
            Anchor::End => (table.slots[self.task].end, table.ends_p80[self.task]),
        };
        let on = |days: u32| Some(timeline.date(days.max(1) - 1));
        let row = &rows[self.task];
        let slack = |days: u32| day - i64::from(days);
        Due {
            fact: self.fact.id.clone(),
            quote: self.fact.quote.clone(),
            about: self.fact.about.clone(),
            date: Some(date),
            day,
            task: row.id.clone(),
            title: row.title.clone(),
            anchor: self.anchor,
            computed: on(expected),
            computed_p80: on(sure),
            slack_days: slack(expected),
            slack_p80_days: slack(sure),
            is_fixed: self.is_fixed,
            last: self.last,
        }
    }
}
