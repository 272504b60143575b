//! The days of the prompt: which task each one speaks of, and whether the task keeps it.

use serde::{Deserialize, Serialize};

use super::super::break_down_work::Wbs;
use super::super::trace::Trace;
use super::Row;
use crate::archetype::says;
use crate::calendar::{Date, Timeline};
use crate::facts::{DateRole, Fact, Facts, Limit, Moment, Precision};
use crate::id::{FactId, WorkId};
use crate::schedule::Timetable;

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
}

/// Every day of the prompt with the task it speaks of, and those that no task is about. What speaks
/// of nothing in particular is about the task of the deadline, if that has no day yet.
pub(super) fn claims<'a>(wbs: &Wbs, facts: &'a Facts) -> (Vec<Claim<'a>>, Vec<Unanswered>) {
    let trace = Trace::new(wbs, facts);
    let deadline = wbs.deadline_position();
    let last = wbs.entries().count().checked_sub(1);
    let mut found: Vec<(&Moment, &Fact, Option<usize>)> = Vec::new();
    for (moment, fact) in facts.due() {
        let task = if ends_money(fact, facts) {
            last
        } else if moment.role == DateRole::Window {
            deadline
        } else if fact.is_goal {
            // The words of a goal may be anywhere in the work; an entry of its list names its task:
            // "a trial with 84 patients, first patient in Q3".
            let is_entry = !facts.thing.is_empty() && !fact.about.contains(&facts.thing);
            let named = is_entry.then(|| trace.named(&fact.about)).flatten();
            named.or(deadline)
        } else {
            trace.dated(&fact.about, deadline)
        };
        found.push((moment, fact, task));
    }
    if !found.iter().any(|(.., task)| task.is_some() && *task == deadline)
        && let Some(open) = found.iter_mut().find(|(.., task)| task.is_none())
    {
        open.2 = deadline;
    }
    // Words alone tie a day to a task that no template knows: "the city grants 6,000 EUR if it is in use by
    // 1 May" is not about applying. Where nothing else binds the result, the last of these days does.
    let is_template =
        |task: usize| wbs.entries().nth(task).is_some_and(|(_, it)| it.work().is_some());
    if !found.iter().any(|(.., task)| *task == deadline || task.is_some_and(is_template))
        && let Some(last) = found.iter_mut().max_by_key(|(moment, ..)| moment.to)
    {
        last.2 = deadline;
    }
    let mut claims = Vec::new();
    let mut unanswered = Vec::new();
    for (moment, fact, task) in found {
        match task {
            Some(task) => claims.push(Claim::new(fact, moment, task, wbs)),
            None => unanswered.push(Unanswered {
                fact: fact.id.clone(),
                quote: fact.quote.clone(),
                about: fact.about.clone(),
                date: moment.to,
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
        (claims.is_empty(), deadline.filter(|&task| !takes(task)), facts.limit())
    {
        let (anchor, is_fixed, not_before) = (Anchor::End, false, None);
        claims.push(Claim { fact, limit, task, anchor, is_fixed, not_before });
    }
    (claims, unanswered)
}

/// The first day of each task that waits for the range it takes place in.
pub(super) fn floors(claims: &[Claim<'_>], timeline: &Timeline, count: usize) -> Vec<u32> {
    let mut floors = vec![0; count];
    for claim in claims {
        if let Some(first) = claim.not_before {
            let day = u32::try_from(timeline.day(first)).unwrap_or(0);
            floors[claim.task] = floors[claim.task].max(day);
        }
    }
    floors
}

/// The day by which each task has to be over, counted from day 0; far away for those without one.
pub(super) fn days(claims: &[Claim<'_>], timeline: &Timeline, count: usize) -> Vec<u32> {
    let mut days = vec![1_000_000; count];
    for claim in claims {
        if let Limit::Day(date) = claim.limit {
            let day = u32::try_from(timeline.day(date.plus_days(1))).unwrap_or(0);
            days[claim.task] = days[claim.task].min(day);
        }
    }
    days
}

/// Whether a day is the last one for money: "we have 90,000 EUR until October".
fn ends_money(fact: &Fact, facts: &Facts) -> bool {
    let about = fact.about.to_lowercase();
    let has_money = facts.monies().any(|(_, money)| fact.about.contains(&money.quote));
    has_money
        && ["until", "till", "bis", "jusqu"].iter().any(|word| says(&about, word))
        && !fact.is_goal
}

/// Words of what takes place in a range of days and not by its end.
const HAPPENS: [&str; 16] = [
    "first patient",
    "recruitment",
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
const LATEST: [&str; 10] =
    ["by", "before", "until", "ends", "expires", "back", "bis", "vor", "avant", "latest"];

impl<'a> Claim<'a> {
    fn new(fact: &'a Fact, moment: &Moment, task: usize, wbs: &Wbs) -> Self {
        let is_deadline = wbs.deadline_position() == Some(task);
        let title = wbs.entries().nth(task).map_or("", |(_, entry)| entry.title.as_str());
        // What follows the colon is how the goal calls it.
        let title = title.split(": ").next().unwrap_or_default().to_lowercase();
        let is_trial = ["closed test", "pilot", "trial"].iter().any(|word| title.contains(word));
        // Doors that open on a day need not have been open for a week by then.
        let is_opening = is_deadline && title.starts_with("open ");
        let about = fact.about.to_lowercase();
        let is_first = says(&about, "first patient") || says(&about, "first participant");
        let is_start = is_trial || is_opening || is_first || moment.role == DateRole::OthersBegin;
        let is_held = is_deadline && wbs.deadline_kind == "fixed";
        // "on 14 August" is the day itself, "by 14 August" and "before it ends on 14 August" are not.
        let is_latest =
            LATEST.iter().any(|word| says(&about, word)) || moment.role == DateRole::Deadline;
        let is_day = moment.precision == Precision::Day;
        let takes_place = moment.role == DateRole::TakesPlace;
        // Who moves "in July" does not move in March.
        let is_then = is_deadline && !is_latest && moment.precision <= Precision::Month;
        let happens = is_held || is_then || HAPPENS.iter().any(|word| says(&about, word));
        // What lasts from one day to another begins on the first.
        let lasts = takes_place && is_day && moment.from < moment.to && is_held;
        let limit = if lasts { moment.from } else { moment.to };
        Self {
            fact,
            limit: Limit::Day(limit),
            task,
            anchor: if is_start || lasts { Anchor::Start } else { Anchor::End },
            is_fixed: is_deadline && (is_held || takes_place) && !is_latest && is_day,
            not_before: Some(moment.from)
                .filter(|from| happens && takes_place && *from < moment.to),
        }
    }

    /// The claim against the timetable.
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
            slack_days: day - i64::from(expected),
            slack_p80_days: day - i64::from(sure),
            is_fixed: self.is_fixed,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_day_that_binds_the_result_is_not_tied_to_a_task_by_a_chance_word() {
        let prompt = "Build a greenhouse in Freiburg. The city grants 6,000 EUR if it is in use by 1 May 2027.";
        let facts = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let task = |id: &str, title: &str| json!({ "id": id, "title": title, "deliverable": "", "done_when": "", "role": "Lead" });
        let wbs: Wbs = serde_json::from_value(json!({
            "lead": "Lead", "deadline_task": "Hand over", "deadline_kind": "latest",
            "stages": [{ "id": "W1", "title": "All", "milestone": "Done",
                         "tasks": [task("W1.1", "Apply for the grant of the city"), task("W1.2", "Hand over")] }],
        }))
        .unwrap();
        let (claims, open) = claims(&wbs, &facts);
        assert_eq!(claims.iter().map(|it| it.task).collect::<Vec<_>>(), [1]);
        assert!(open.is_empty());
    }
}
