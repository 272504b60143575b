//! The days of the prompt: which task each one speaks of, and whether the task keeps it.

use serde::{Deserialize, Serialize};

use super::super::break_down_work::{Entry, Wbs};
use super::super::trace::Trace;
use super::Row;
use crate::archetype::says;
use crate::calendar::{Date, Timeline};
use crate::facts::{DateRole, Fact, Facts, Limit, Moment, MoneyRole, Precision};
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
    let trace = Trace::new(wbs, facts);
    let deadline = wbs.deadline_position();
    let last = wbs.entries().count().checked_sub(1);
    let on_site = wbs.entries().position(|(_, entry)| is_on_site(entry));
    let mut found: Vec<(&Moment, &Fact, Option<usize>)> = Vec::new();
    for (moment, fact) in facts.due() {
        let own = wbs.entries().position(|(_, it)| it.template == format!("date:{}", fact.id));
        let task = if own.is_some() {
            own
        } else if is_rent(moment, fact) && on_site.is_some() {
            on_site
        } else if ends_money(fact, facts) {
            last
        } else if moment.role == DateRole::Window {
            work_of_window(wbs, &trace, fact).or(deadline)
        } else if fact.is_goal && wbs.is_day_of_all() && is_span(moment) {
            deadline
        } else if fact.is_goal {
            // The words of a goal may be anywhere in the work; an entry of its list names its task:
            // "a trial with 84 patients, first patient in Q3".
            let is_entry = !facts.thing.is_empty() && !fact.about.contains(&facts.thing);
            let is_named = || trace.named(&fact.about).or_else(|| trace.written(&fact.about, wbs));
            is_entry.then(is_named).flatten().or(deadline)
        } else {
            trace.dated(&fact.about, deadline)
        };
        found.push((moment, fact, task));
    }
    step_on_the_way(&mut found, &trace, facts, deadline);
    // "We open in May … the opening is on 15 May": the day says more exactly what the month says.
    for at in 0..found.len() {
        let (moment, _, None) = found[at] else { continue };
        let holds =
            |it: &Moment| it.role == moment.role && it.from <= moment.from && moment.to <= it.to;
        let around = found.iter().find(|(it, _, task)| task.is_some() && holds(it));
        found[at].2 = around.and_then(|it| it.2);
    }
    // A window says when work may be done, and not when the result has to be there.
    let is_held_to = |(moment, _, task): &(&Moment, &Fact, Option<usize>)| {
        !matches!(moment.role, DateRole::Window | DateRole::OthersBegin)
            && task.is_some()
            && *task == deadline
    };
    if !found.iter().any(is_held_to) {
        // What takes place on a day that is not the last one is a step on the way: "studio days 5 and 6 June".
        let latest = found.iter().map(|(moment, ..)| moment.to).max();
        let is_held = wbs.is_day_of_all();
        let binds = |moment: &Moment| {
            is_held || moment.role != DateRole::TakesPlace || Some(moment.to) == latest
        };
        // From when on something is possible, and by when it has to be there, may both be said.
        let is_bound = |(.., task): &(&Moment, &Fact, Option<usize>)| *task == deadline;
        let is_free = !found.iter().any(is_bound);
        let mut open: Vec<&mut (&Moment, &Fact, Option<usize>)> =
            found.iter_mut().filter(|(moment, _, task)| task.is_none() && binds(moment)).collect();
        let due = open.iter().position(|it| it.0.role != DateRole::OthersBegin);
        let from = open.iter().position(|it| {
            it.0.role == DateRole::OthersBegin
                && (due.is_none() || is_earliest(&it.1.about.to_lowercase(), it.0))
        });
        for at in due.into_iter().chain(from.filter(|_| is_free)) {
            open[at].2 = deadline;
        }
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
        let (anchor, is_fixed, not_before, last) = (Anchor::End, false, None, None);
        let is_earliest = false;
        claims.push(Claim { fact, limit, task, anchor, is_fixed, not_before, last, is_earliest });
    }
    (claims, unanswered)
}

/// "30 interviews, done between February and May … article submitted by December": where other words name the last task
/// and a later day for it, an earlier day of the goal is about what the goal counts.
fn step_on_the_way(
    found: &mut [(&Moment, &Fact, Option<usize>)],
    trace: &Trace<'_>,
    facts: &Facts,
    deadline: Option<usize>,
) {
    let is_last = |fact: &Fact| !fact.is_goal && trace.named(&fact.about) == deadline;
    let named = found.iter().filter(|(_, fact, task)| *task == deadline && is_last(fact));
    let Some(last) = named.map(|(moment, ..)| moment.to).max() else { return };
    let counted: Vec<&Fact> = facts.counts().map(|(_, fact)| fact).collect();
    let step = |before: usize| {
        let mut counted = counted.iter().filter(|it| it.offset < before);
        counted.find_map(|it| trace.named(&it.quote)).filter(|step| Some(*step) != deadline)
    };
    for (moment, fact, task) in found {
        if fact.is_goal && *task == deadline && moment.to < last {
            *task = step(fact.offset).or(deadline);
        }
    }
}

/// Whether a task is done where the result will stand.
fn is_on_site(entry: &Entry) -> bool {
    entry.work().is_some_and(|(archetype, work)| work.role(archetype).on_site)
}

/// Whether something takes place from one day to another.
fn is_span(moment: &Moment) -> bool {
    moment.role == DateRole::TakesPlace
        && moment.precision == Precision::Day
        && moment.from < moment.to
}

/// Whether rooms are rented from a day on: nobody works in them before.
fn is_rent(moment: &Moment, fact: &Fact) -> bool {
    let about = fact.about.to_lowercase();
    let words = ["rent", "rental", "lease", "loyer", "bail", "miete", "mietbeginn", "mietvertrag"];
    let ends =
        ["ends", "expires", "runs out", "old", "endet", "läuft aus", "alte", "expire", "ancien"];
    let has = |words: &[&str]| words.iter().any(|word| says(&about, word));
    moment.role == DateRole::OthersBegin && has(&words) && !has(&ends)
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

/// The task that a window is about by its words, where a model wrote the work: "track-side work only during the line
/// closure". The work of templates says by its role whether it is done on site.
fn work_of_window(wbs: &Wbs, trace: &Trace<'_>, fact: &Fact) -> Option<usize> {
    let named = trace.dated(&fact.about, None)?;
    wbs.entries().nth(named).filter(|(_, entry)| entry.work().is_none()).map(|_| named)
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

/// Lets work on site, else the task of the deadline, wait for the window that the prompt states.
pub(super) fn wait_for_window(wbs: &Wbs, facts: &Facts, timeline: &Timeline, floors: &mut [u32]) {
    let window = facts.moments().find(|(moment, _)| moment.role == DateRole::Window);
    let Some((window, fact)) = window else { return };
    let first = u32::try_from(timeline.day(window.from)).unwrap_or(0);
    let on_site = wbs.entries().enumerate().filter(|(_, (_, entry))| is_on_site(entry));
    let mut waiting: Vec<usize> = on_site.map(|(at, _)| at).collect();
    if waiting.is_empty() {
        waiting.extend(work_of_window(wbs, &Trace::new(wbs, facts), fact));
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

/// Whether a day is the last one for money: "we have 90,000 EUR until October".
fn ends_money(fact: &Fact, facts: &Facts) -> bool {
    let about = fact.about.to_lowercase();
    let is_fund = |role| {
        matches!(role, MoneyRole::Budget | MoneyRole::Part | MoneyRole::Share | MoneyRole::Grant)
    };
    let has_money =
        facts.monies().any(|(money, it)| is_fund(money.role) && fact.about.contains(&it.quote));
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

/// "Keys from 15 February", "Einzug ab 1. März möglich": nothing can begin before.
fn is_earliest(about: &str, moment: &Moment) -> bool {
    const FROM: [&str; 6] = ["from", "ab", "dès", "à partir", "not before", "frühestens"];
    const THERE: [&str; 17] = [
        "keys",
        "available",
        "possible",
        "move in",
        "moving in",
        "free",
        "ours",
        "delivered",
        "einzug",
        "möglich",
        "schlüssel",
        "frei",
        "bezugsfertig",
        "disponible",
        "libre",
        "clés",
        "mietbeginn",
    ];
    let has = |words: &[&str]| words.iter().any(|word| says(about, word));
    moment.role == DateRole::OthersBegin && has(&FROM) && has(&THERE)
}

impl<'a> Claim<'a> {
    fn new(fact: &'a Fact, moment: &Moment, task: usize, wbs: &Wbs) -> Self {
        let is_deadline = wbs.deadline_position() == Some(task);
        let title = wbs.entries().nth(task).map_or("", |(_, entry)| entry.title.as_str());
        // What follows the colon is how the goal calls it.
        let title = title.split(": ").next().unwrap_or_default().to_lowercase();
        let is_trial = ["closed test", "pilot", "trial"].iter().any(|word| title.contains(word));
        // Doors that open on a day need not have been open for a week by then.
        let is_opening = is_deadline && (title.starts_with("open ") || title.starts_with("teach "));
        let about = fact.about.to_lowercase();
        let is_first = says(&about, "first patient") || says(&about, "first participant");
        let is_start = is_trial || is_opening || is_first || moment.role == DateRole::OthersBegin;
        let is_held = is_deadline && wbs.is_day_of_all();
        // "on 14 August" is the day itself, "by 14 August" and "before it ends on 14 August" are not.
        let is_latest =
            LATEST.iter().any(|word| says(&about, word)) || moment.role == DateRole::Deadline;
        let is_day = moment.precision == Precision::Day;
        let takes_place = moment.role == DateRole::TakesPlace;
        // Who moves "in July" or "in Q3" does not move in March.
        let is_then = is_deadline && !is_latest && moment.precision <= Precision::HalfYear;
        let happens = is_held || is_then || HAPPENS.iter().any(|word| says(&about, word));
        // What lasts from one day to another begins on the first.
        // So does what fills a weekend: "cut over on 4 and 5 September".
        let is_short = is_deadline && moment.to.days_since(moment.from) <= 3;
        let lasts = takes_place && is_day && moment.from < moment.to && (is_held || is_short);
        let limit = if lasts { moment.from } else { moment.to };
        let is_earliest = is_earliest(&about, moment) || is_rent(moment, fact);
        Self {
            fact,
            limit: Limit::Day(limit),
            task,
            anchor: if is_start || lasts { Anchor::Start } else { Anchor::End },
            is_fixed: is_deadline && (is_held || takes_place) && !is_latest && is_day,
            not_before: Some(moment.from).filter(|from| {
                happens && takes_place && !lasts && *from < moment.to || is_earliest
            }),
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Which task each day of a prompt is about, in a plan of two tasks; how many are about none.
    fn bound(prompt: &str, tasks: [&str; 2]) -> (Vec<usize>, usize) {
        let facts = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let task = |id: &str, title: &str| json!({ "id": id, "title": title, "deliverable": "", "done_when": "", "role": "Lead" });
        let wbs: Wbs = serde_json::from_value(json!({
            "lead": "Lead", "deadline_task": tasks[1], "deadline_kind": "latest",
            "stages": [{ "id": "W1", "title": "All", "milestone": "Done",
                         "tasks": [task("W1.1", tasks[0]), task("W1.2", tasks[1])] }],
        }))
        .unwrap();
        let (claims, open) = claims(&wbs, &facts);
        (claims.iter().map(|it| it.task).collect(), open.len())
    }

    #[test]
    fn a_day_that_binds_the_result_is_not_tied_to_a_task_by_a_chance_word() {
        let prompt = "Build a greenhouse in Freiburg. The city grants 6,000 EUR if it is in use by 1 May 2027.";
        let found = bound(prompt, ["Apply for the grant of the city", "Hand over"]);
        assert_eq!(found, (vec![1], 0));
    }

    #[test]
    fn an_early_day_of_the_goal_is_about_what_the_goal_counts() {
        let prompt = "Thirty interviews about wind parks at Umeå, done by the end of April 2027. Article submitted by 15 December 2027.";
        let facts = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let task = |id: &str, key: &str| json!({ "id": id, "title": key, "deliverable": "", "done_when": "", "role": "Lead", "template": format!("research:{key}") });
        let wbs: Wbs = serde_json::from_value(json!({
            "lead": "Lead", "deadline_task": "submit", "deadline_kind": "latest",
            "stages": [{ "id": "W1", "title": "All", "milestone": "Done",
                         "tasks": [task("W1.1", "collect"), task("W1.2", "submit")] }],
        }))
        .unwrap();
        let tasks: Vec<usize> = claims(&wbs, &facts).0.iter().map(|it| it.task).collect();
        assert_eq!(tasks, [0, 1]);
    }

    #[test]
    fn a_window_is_about_the_work_that_its_words_name() {
        let prompt = "Convert the signal box into a holiday let. Track-side work only during the line closure from 6 to 19 \
             September 2027. First guests at Easter 2028.";
        let tasks = ["Work on the track side in the closure", "Let the first guests in"];
        assert_eq!(bound(prompt, tasks), (vec![0, 1], 0));
    }

    #[test]
    fn a_day_within_a_month_that_is_named_before_is_about_the_same_task() {
        let prompt =
            "Ich eröffne im Mai 2027 in Regensburg einen Laden. Eröffnung ist am 15. Mai 2027.";
        assert_eq!(bound(prompt, ["Waren bestellen", "Hand over"]), (vec![1, 1], 0));
    }

    #[test]
    fn work_on_site_waits_for_its_window_and_preparation_does_not() {
        let prompt = "Rénover deux salles de bains à Reims du 3 mai au 18 juin 2027.";
        let facts = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let task = |id: &str, key: &str| json!({ "id": id, "title": key, "deliverable": "", "done_when": "", "role": "Lead", "template": format!("construction:{key}") });
        let wbs = |keys: [&str; 2]| -> Wbs {
            serde_json::from_value(json!({
                "lead": "Lead", "deadline_task": keys[1], "deadline_kind": "latest",
                "stages": [{ "id": "W1", "title": "All", "milestone": "Done",
                             "tasks": [task("W1.1", keys[0]), task("W1.2", keys[1])] }],
            }))
            .unwrap()
        };
        let start = Date::new(2026, 11, 17).unwrap();
        let timeline = Timeline::new(start, crate::calendar::WorkDays::new(None, &[]));
        let first = u32::try_from(timeline.day(Date::new(2027, 5, 3).unwrap())).unwrap();
        for (keys, expected) in [
            (["design", "bathroom"], [0, first]),
            (["protect", "accept"], [first, 0]),
            (["brief", "accept"], [0, first]),
        ] {
            let mut floors = [0, 0];
            wait_for_window(&wbs(keys), &facts, &timeline, &mut floors);
            assert_eq!(floors, expected, "{keys:?}");
        }
    }
}
