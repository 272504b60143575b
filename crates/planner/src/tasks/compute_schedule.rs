//! ComputeSchedule: dates, float, critical path and the end with 80 % confidence. Code in every mode.

use serde::{Deserialize, Serialize};

use super::break_down_work::{Entry, Stage, Wbs};
use super::consult_experts::Experts;
use super::estimate_tasks::Estimates;
use super::link_tasks::Dependencies;
use crate::artifact::Kind;
use crate::calendar::{Blackout, Date, Scope, Timeline, WorkDays};
use crate::facts::Facts;
use crate::id::{Role, StageId, WorkId};
use crate::schedule::{Days, Link, Network, Timetable};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

mod crew;
mod due;
mod level;

pub(super) use crew::capacity;
use crew::{Crew, crews, with_more_hours};
use due::Claim;
pub(super) use due::{Anchor, Due, Unanswered, unanswered};
use level::levelled;

pub(super) const TASK: Task = Task {
    name: "ComputeSchedule",
    phase: Phase::GeneratingPlan,
    version: 16,
    inputs: &[
        hard("wbs.json"),
        hard("estimates.json"),
        hard("dependencies.json"),
        hard("experts.json"),
        hard("facts.json"),
    ],
    outputs: &[output("schedule.json", Kind::Intermediate)],
    weight: 1,
    by: By::Code,
    run,
};

/// `schedule.json`. Days are working days from Day 0; dates are there when the prompt has one.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Schedule {
    /// The first working day, if any date is known.
    pub(super) start: Option<Date>,
    /// Why the schedule starts on that day, in one sentence.
    pub(super) start_basis: String,
    /// Which days are worked on, in a sentence.
    #[serde(default)]
    pub(super) calendar: String,
    /// Times in which work stops.
    #[serde(default)]
    pub(super) blackouts: Vec<Blackout>,
    pub(super) tasks: Vec<Row>,
    pub(super) milestones: Vec<Milestone>,
    /// Working days by expected durations.
    pub(super) total_days: u32,
    pub(super) p50_days: u32,
    pub(super) p80_days: u32,
    pub(super) p95_days: u32,
    /// The last day by expected durations.
    pub(super) finish: Option<Date>,
    /// The last day with 80 % confidence.
    pub(super) finish_p80: Option<Date>,
    pub(super) critical_path: Vec<WorkId>,
    /// Every day and span of the prompt by which something has to be there, in its order.
    #[serde(default)]
    pub(super) due: Vec<Due>,
    /// Days of the prompt before which a task cannot begin, and by which nothing has to be there.
    #[serde(default)]
    pub(super) not_before: Vec<Due>,
    /// Days of the prompt that no task is about.
    #[serde(default)]
    pub(super) unanswered: Vec<Unanswered>,
    /// How many times the stated hours a week the work takes so that a fixed day is kept, where they do not do.
    #[serde(default)]
    pub(super) more_hours: Option<f64>,
}

/// One task in time.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) id: WorkId,
    pub(super) title: String,
    pub(super) stage: StageId,
    pub(super) role: Role,
    pub(super) start_day: u32,
    /// The first day after the task.
    pub(super) end_day: u32,
    pub(super) start: Option<Date>,
    /// The last day of the task.
    pub(super) end: Option<Date>,
    pub(super) float_days: u32,
    /// Of a hundred simulated projects, in how many it decides the end.
    pub(super) criticality: u32,
}

impl Row {
    /// Whether a day lost here is a day lost at the end.
    pub(super) fn is_critical(&self) -> bool {
        self.float_days == 0
    }
}

/// The end of a stage.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Milestone {
    /// `M1` and up.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) stage: StageId,
    pub(super) day: u32,
    pub(super) day_p80: u32,
    pub(super) date: Option<Date>,
    pub(super) date_p80: Option<Date>,
}

impl Schedule {
    /// A day as a date or a number, as readers should see it.
    pub(super) fn when(&self, day: u32, date: Option<Date>) -> String {
        let dated = self.start.and(date);
        dated.map_or_else(|| format!("Day {day}"), |date| date.to_string())
    }

    /// The demand with the least time left, if the prompt makes any.
    pub(super) fn tightest(&self) -> Option<&Due> {
        self.due.iter().min_by_key(|due| due.slack_p80_days)
    }

    /// The tasks of the critical path that decide whether the tightest day is kept, the longest first. Where the day
    /// alone is critical, because its task waits for it: those that may slip least on the way there.
    pub(super) fn decisive(&self) -> Vec<&Row> {
        let tightest = self.tightest().map(|due| &due.task);
        let last = self.tasks.iter().find(|row| Some(&row.id) == tightest);
        let is_before = |row: &&Row| last.is_none_or(|last| row.end_day <= last.end_day);
        let is_critical = |row: &&Row| self.critical_path.contains(&row.id);
        let mut rows: Vec<&Row> = self.tasks.iter().filter(is_critical).filter(is_before).collect();
        if let Some(last) = last.filter(|last| rows.iter().all(|row| row.id == last.id)) {
            let before = || self.tasks.iter().filter(|row| row.end_day <= last.start_day);
            let least = before().map(|row| row.float_days).min();
            rows.extend(before().filter(|row| Some(row.float_days) == least));
            rows.retain(|row| least.is_none() || row.id != last.id);
        }
        rows.sort_by_key(|row| std::cmp::Reverse((row.end_day - row.start_day, row.criticality)));
        rows
    }

    /// The days that the plan should have a task for and has none.
    pub(super) fn open_days(&self) -> impl Iterator<Item = &Unanswered> {
        self.unanswered.iter().filter(|day| !day.is_of_others)
    }

    /// The days that are missed even if all goes as expected.
    pub(super) fn missed(&self) -> impl Iterator<Item = &Due> {
        self.due.iter().filter(|due| due.slack_days < 0)
    }

    /// The row of the task with that title.
    pub(super) fn titled(&self, title: &str) -> Option<&Row> {
        self.tasks.iter().find(|row| row.title == title)
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let wbs: Wbs = ctx.inputs.read("wbs.json")?;
    let experts: Experts = ctx.inputs.read("experts.json")?;
    let estimates: Estimates = experts.estimated(ctx.inputs.read("estimates.json")?);
    let dependencies: Dependencies = experts.ordered(ctx.inputs.read("dependencies.json")?);
    let facts: Facts = ctx.inputs.read("facts.json")?;
    let schedule = schedule(&wbs, &estimates, &dependencies, &facts)
        .map_err(|fault| TaskError::Recoverable(format!("dependencies.json: {fault}")))?;
    Ok(vec![ctx.computed("schedule.json", &schedule)])
}

fn schedule(
    wbs: &Wbs,
    estimates: &Estimates,
    dependencies: &Dependencies,
    facts: &Facts,
) -> Result<Schedule, String> {
    let fault = |fault: crate::schedule::Fault| format!("{fault:?}");
    let links = dependencies.resolve(wbs)?;
    let (claims, unanswered) = due::claims(wbs, facts);
    let (start, start_basis) = start(facts);
    let blackouts = facts.blackouts();
    let timeline = Timeline::new(start, WorkDays::new(facts.country(), &blackouts));
    let count = wbs.entries().count();
    let due_days = due::days(&claims, &timeline, count);
    let mut floors = due::floors(&claims, wbs, &timeline);
    due::wait_for_window(wbs, facts, &timeline, &mut floors);
    let place = |crews: &[Crew]| -> Result<(Timetable, Vec<Link>), String> {
        let entries = wbs.entries().zip(crews);
        let days: Vec<Days> = entries
            .map(|((_, entry), crew)| crew.stretched(estimates.of(&entry.id).days))
            .collect();
        let level = |floors: &[u32]| levelled(&days, &links, floors, crews, &due_days);
        let mut floors = floors.clone();
        let mut placed = level(&floors).map_err(fault)?;
        // Work that changes what is in use waits for the end of a freeze; what it moves may meet the next.
        for _ in 0..3 {
            if !wait_out(wbs, &blackouts, &timeline, &placed.0, &mut floors) {
                break;
            }
            placed = level(&floors).map_err(fault)?;
        }
        Ok(placed)
    };
    let crews = crews(wbs, estimates, facts);
    let (mut table, mut all_links) = place(&crews)?;
    // A fixed day stays where it is: what is missing are hours.
    let is_late =
        |table: &Timetable| claims.iter().any(|it| it.is_fixed_and_late(&timeline, table));
    let mut more_hours = None;
    for times in MORE_HOURS {
        if !is_late(&table) {
            break;
        }
        let (other, links) = place(&with_more_hours(&crews, times))?;
        if other.total < table.total {
            (table, all_links, more_hours) = (other, links, Some(times));
        }
    }
    let tasks: Vec<Row> = wbs
        .entries()
        .zip(&table.slots)
        .map(|((stage, entry), slot)| Row {
            id: entry.id.clone(),
            title: entry.title.clone(),
            stage: stage.id.clone(),
            role: entry.role.clone(),
            start_day: slot.start,
            end_day: slot.end,
            start: Some(timeline.date(slot.start)),
            end: Some(timeline.last(slot.start, slot.end)),
            float_days: slot.float,
            criticality: slot.criticality,
        })
        .collect();
    let critical_path = table.critical.iter().map(|&task| tasks[task].id.clone()).collect();
    let (not_before, due): (Vec<&Claim<'_>>, Vec<_>) = claims.iter().partition(|it| it.is_earliest);
    let judged = |claims: Vec<&Claim<'_>>| -> Vec<Due> {
        claims.into_iter().map(|claim| claim.judge(&timeline, &table, &tasks)).collect()
    };
    let (not_before, due) = (judged(not_before), judged(due));
    let last = |day: u32| Some(timeline.date(day.max(1) - 1));
    let stages = awaited(wbs, &links);
    let mut schedule = Schedule {
        milestones: milestones(wbs, &stages, &table, last),
        tasks,
        start: Some(timeline.start()),
        start_basis,
        calendar: calendar(&timeline, facts),
        blackouts,
        total_days: table.total,
        p50_days: table.p50,
        p80_days: table.p80,
        p95_days: table.p95,
        finish: last(table.total),
        finish_p80: last(table.p80),
        critical_path,
        due,
        not_before,
        unanswered,
        more_hours,
    };
    if let Some(task) = wbs.deadline_position() {
        hold_day(&mut schedule, task, &links, &timeline, wbs.is_day_of_all(), &stages);
    }
    let network = Network::new(count, &all_links).map_err(fault)?;
    leave_float(&mut schedule, &network);
    Ok(schedule)
}

/// How many times the stated hours are tried, to keep a fixed day.
const MORE_HOURS: [f64; 8] = [1.25, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0, 40.0];

/// Which days are free, in a sentence.
fn calendar(timeline: &Timeline, facts: &Facts) -> String {
    match (timeline.work_days().country(), facts.country()) {
        (Some(country), _) => {
            format!("Monday to Friday without the national public holidays of {}", country.name())
        }
        (None, Some(_)) => "Monday to Friday without 25 December and 1 January; the public holidays of the place are not known here".to_owned(),
        (None, None) => match facts.places().next() {
            Some((place, _)) => format!(
                "Monday to Friday without 25 December and 1 January; the country of {} is not known here, so its public \
                 holidays are not kept",
                place.name
            ),
            None => "Monday to Friday without 25 December and 1 January; no place is stated whose public holidays could be kept".to_owned(),
        },
    }
}

/// Moves tasks that change what is in use behind a freeze; says whether any was moved.
fn wait_out(
    wbs: &Wbs,
    blackouts: &[Blackout],
    timeline: &Timeline,
    table: &Timetable,
    floors: &mut [u32],
) -> bool {
    let mut moved = false;
    let is_part = |it: &&Blackout| matches!(it.scope, Scope::Changes | Scope::OnSite);
    for freeze in blackouts.iter().filter(is_part) {
        for (place, (_, entry)) in wbs.entries().enumerate() {
            let slot = &table.slots[place];
            let (from, to) = (timeline.date(slot.start), timeline.last(slot.start, slot.end));
            if is_stopped(entry, freeze.scope) && from <= freeze.to && freeze.from <= to {
                let after = timeline.day(freeze.to.plus_days(1));
                let floor = u32::try_from(after).unwrap_or(0);
                moved |= floor > floors[place];
                floors[place] = floors[place].max(floor);
            }
        }
    }
    moved
}

/// Whether a blackout of that scope stops a task.
fn is_stopped(entry: &Entry, scope: Scope) -> bool {
    let title = entry.title.to_lowercase();
    let says = |list: &str| list.split('|').any(|word| title.contains(word));
    match scope {
        Scope::Changes => says(CHANGES),
        Scope::OnSite => match entry.work() {
            Some((archetype, work)) => work.role(archetype).on_site,
            None => says(ON_SITE),
        },
        Scope::AllWork | Scope::OnePerson => false,
    }
}

/// Words of titles of work that is done where the result will stand.
const ON_SITE: &str = "install|build|mount|remove|demolish|dismantle|dig|assemble|erect|anchor|lay |paint|on site|fit out";

/// Words of titles of work that changes what is in use.
const CHANGES: &str = "go live|cut over|cutover|switch|deploy|release|move the|open to|migrate";

/// Float is what a task can slip without moving the end and without missing a day of the prompt that
/// is kept so far.
fn leave_float(schedule: &mut Schedule, network: &Network) {
    // The end of all may slip as far as the tightest day of the prompt allows.
    let slack = schedule.due.iter().map(|due| due.slack_days).min().unwrap_or(0).max(0);
    let is_held = schedule.due.iter().any(|due| due.is_fixed);
    let spare = if is_held { 0 } else { u32::try_from(slack).unwrap_or(0) };
    let mut ends = vec![schedule.total_days + spare; schedule.tasks.len()];
    for due in &schedule.due {
        let Some(place) = schedule.tasks.iter().position(|row| row.id == due.task) else {
            continue;
        };
        let row = &schedule.tasks[place];
        let left = u32::try_from(due.slack_days).unwrap_or(0);
        let end = if due.is_fixed { row.end_day } else { row.end_day + left };
        ends[place] = ends[place].min(end);
    }
    let lengths: Vec<u32> = schedule.tasks.iter().map(|row| row.end_day - row.start_day).collect();
    let latest = network.latest_within(&lengths, &ends);
    for (row, latest) in schedule.tasks.iter_mut().zip(latest) {
        row.float_days = latest.saturating_sub(row.start_day);
    }
}

/// Puts a task that takes place on a stated day there, with what follows it; the rest starts as early as it can. Where
/// all is about that day, what the stage of the task does comes right before it: nobody lays tables in March.
fn hold_day(
    schedule: &mut Schedule,
    task: usize,
    links: &[Link],
    timeline: &Timeline,
    is_day_of_all: bool,
    stages: &[Vec<usize>],
) {
    let id = schedule.tasks[task].id.clone();
    let Some(held) = schedule.due.iter().find(|due| due.is_fixed && due.task == id) else {
        return;
    };
    let Some(day) = held.date else { return };
    let (last_day, begins) = (held.last, held.anchor == Anchor::Start);
    let Ok(delay) = u32::try_from(held.slack_days) else { return };
    let mut moves = vec![false; schedule.tasks.len()];
    moves[task] = true;
    // What has a day of its own keeps it: "sign-up closes on 3 September".
    let dated: Vec<bool> = schedule
        .tasks
        .iter()
        .map(|row| schedule.due.iter().any(|due| due.task == row.id && !due.is_fixed))
        .collect();
    // Every round reaches one link further; more rounds than tasks reach nothing new.
    for _ in 0..moves.len() {
        for link in links {
            moves[link.to] |= moves[link.from];
            let before = &schedule.tasks[link.from];
            // What a demand needs has no reason to wait for the day.
            let is_close = is_day_of_all
                && before.stage == schedule.tasks[task].stage
                && !answers_a_demand(&before.title)
                && !dated[link.from];
            moves[link.from] |= moves[link.to] && is_close;
        }
    }
    for (row, moves) in schedule.tasks.iter_mut().zip(&moves) {
        if *moves {
            row.start_day += delay;
            row.end_day += delay;
            row.start = Some(timeline.date(row.start_day));
            row.end = Some(timeline.last(row.start_day, row.end_day));
        }
    }
    // A Saturday is as good a day for a feast as any.
    let held = &mut schedule.tasks[task];
    if last_day.is_some() || held.end_day - held.start_day <= 1 {
        (held.start, held.end) = (Some(day), last_day.or(Some(day)));
    } else if begins {
        (held.start, held.end) = (Some(day), held.end.max(Some(day)));
    } else {
        (held.start, held.end) = (held.start.min(Some(day)), Some(day));
    }
    let days = schedule.due.iter_mut().chain(&mut schedule.not_before);
    for due in days.filter(|due| !due.is_fixed) {
        let place = schedule.tasks.iter().position(|row| row.id == due.task);
        if let Some(place) = place.filter(|&place| moves[place]) {
            let row = &schedule.tasks[place];
            due.computed = if due.anchor == Anchor::Start { row.start } else { row.end };
            due.computed_p80 = due.computed_p80.max(due.computed);
            due.slack_days -= i64::from(delay);
            due.slack_p80_days = due.slack_p80_days.min(due.slack_days);
        }
    }
    for due in schedule.due.iter_mut().filter(|due| due.is_fixed) {
        due.computed = due.date;
        due.computed_p80 = due.computed_p80.max(due.computed);
    }
    schedule.total_days += delay;
    schedule.p50_days = schedule.p50_days.max(schedule.total_days);
    schedule.p80_days = schedule.p80_days.max(schedule.total_days);
    schedule.p95_days = schedule.p95_days.max(schedule.total_days);
    let last = |days: u32| Some(timeline.date(days.max(1) - 1));
    schedule.finish = last(schedule.total_days);
    schedule.finish_p80 = last(schedule.p80_days);
    for (milestone, stage) in schedule.milestones.iter_mut().zip(stages) {
        let rows = || stage.iter().map(|&task| &schedule.tasks[task]);
        milestone.day = rows().map(|row| row.end_day).max().unwrap_or(milestone.day);
        milestone.day_p80 = milestone.day_p80.max(milestone.day);
        // The day of a feast may be a Saturday.
        milestone.date = rows().filter_map(|row| row.end).max().max(last(milestone.day));
        milestone.date_p80 = last(milestone.day_p80).max(milestone.date);
    }
}

/// Whether a title names a fact, as that of a task for a demand does: "Rule out F7: …", "Ethics vote (F7)".
fn answers_a_demand(title: &str) -> bool {
    let is_fact = |name: &str| name.strip_prefix('F').is_some_and(|it| it.parse::<u32>().is_ok());
    if title.ends_with(')') && title.rsplit(['(', ')']).nth(1).is_some_and(is_fact) {
        return true;
    }
    let name = title.split(':').next().and_then(|it| it.rsplit(' ').next()).unwrap_or_default();
    is_fact(name)
}

/// The tasks of each stage that a later stage waits for, all of the last one: what nothing waits for does not hold up
/// the milestone.
fn awaited(wbs: &Wbs, links: &[Link]) -> Vec<Vec<usize>> {
    let stage_of: Vec<usize> = wbs
        .stages
        .iter()
        .enumerate()
        .flat_map(|(stage, it)| std::iter::repeat_n(stage, it.tasks.len()))
        .collect();
    // The last stage that waits for each task, through others of its own stage as well.
    let mut last = stage_of.clone();
    for _ in 0..stage_of.len() {
        for link in links {
            last[link.from] = last[link.from].max(last[link.to]);
        }
    }
    let stages = 0..wbs.stages.len();
    let awaited = stages.map(|stage| {
        let all = (0..stage_of.len()).filter(|&task| stage_of[task] == stage);
        let (waited, rest): (Vec<usize>, Vec<usize>) = all.partition(|&task| last[task] > stage);
        if waited.is_empty() { rest } else { waited }
    });
    awaited.collect()
}

fn milestones(
    wbs: &Wbs,
    stages: &[Vec<usize>],
    table: &Timetable,
    last: impl Fn(u32) -> Option<Date>,
) -> Vec<Milestone> {
    let milestone = |(idx, (stage, tasks)): (usize, (&Stage, &Vec<usize>))| {
        let day = tasks.iter().map(|&task| table.slots[task].end).max().unwrap_or(0);
        let day_p80 = tasks.iter().map(|&task| table.ends_p80[task]).max().unwrap_or(0);
        Milestone {
            id: format!("M{}", idx + 1),
            title: stage.milestone.clone(),
            stage: stage.id.clone(),
            day,
            day_p80,
            date: last(day),
            date_p80: last(day_p80),
        }
    };
    wbs.stages.iter().zip(stages).enumerate().map(milestone).collect()
}

/// The first working day: stated, else the day after the prompt was written. Work starts as early as
/// it can; what is left before a stated day is float.
fn start(facts: &Facts) -> (Date, String) {
    if let Some((date, fact)) = facts.start() {
        return (date, format!("stated: \"{}\"", fact.quote));
    }
    let basis = format!(
        "as early as possible: the first working day after {}, the day of this plan; no start is stated",
        facts.today
    );
    (facts.today.plus_days(1), basis)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::facts;

    fn plan(prompt: &str) -> Schedule {
        plan_with(prompt, "latest")
    }

    fn plan_with(prompt: &str, kind: &str) -> Schedule {
        let wbs: Wbs = serde_json::from_value(
            json!({ "lead": "L", "deadline_task": "b", "deadline_kind": kind, "stages": [{
            "id": "W1", "title": "s", "milestone": "m", "tasks": [
                { "id": "W1.1", "title": "a", "deliverable": "", "done_when": "", "role": "L" },
            ]}, {
            "id": "W2", "title": "t", "milestone": "n", "tasks": [
                { "id": "W2.1", "title": "b", "deliverable": "", "done_when": "", "role": "L" },
                { "id": "W2.2", "title": "c", "deliverable": "", "done_when": "", "role": "L" },
            ]}]}),
        )
        .unwrap();
        let days = |id: &str, days: u32| json!({ "id": id, "effort_days": 1, "days": { "min": days, "likely": days, "max": days }});
        let middle = if kind == "fixed" { 1 } else { 5 };
        let tasks = [days("W1.1", 5), days("W2.1", middle), days("W2.2", 5)];
        let estimates: Estimates =
            serde_json::from_value(json!({ "currency": "EUR", "tasks": tasks })).unwrap();
        let dependencies: Dependencies = serde_json::from_value(json!({ "links": [
            { "from": "W1.1", "to": "W2.1", "kind": "FS" }, { "from": "W2.1", "to": "W2.2", "kind": "FS" }]}))
        .unwrap();
        let facts = facts::read(prompt, "2026-11-16".parse().unwrap());
        schedule(&wbs, &estimates, &dependencies, &facts).unwrap()
    }

    #[test]
    fn work_starts_as_early_as_it_can_and_the_rest_is_float() {
        let schedule = plan("Ready by 29 January 2027.");
        assert_eq!(schedule.start.unwrap().to_string(), "2026-11-17");
        assert_eq!(schedule.tasks[1].end.unwrap().to_string(), "2026-11-30");
        let due = &schedule.due[0];
        assert!(due.slack_days > 30, "{due:?}");
        assert!(schedule.tasks[0].float_days > 0, "{:?}", schedule.tasks[0]);
    }

    #[test]
    fn holidays_of_the_place_and_blackouts_are_no_working_days() {
        let schedule = plan(
            "Work in Munich starts on 21 December 2026. We are away from 4 to 15 January 2027.",
        );
        let ends: Vec<String> =
            schedule.tasks.iter().map(|row| row.end.unwrap().to_string()).collect();
        assert_eq!(ends, ["2026-12-28", "2027-01-19", "2027-01-26"]);
        assert!(schedule.calendar.contains("Germany"), "{}", schedule.calendar);
    }

    #[test]
    fn a_fixed_day_holds_its_task_and_what_comes_before_is_early() {
        let schedule = plan_with("The party is on Saturday 12 June 2027.", "fixed");
        assert_eq!(schedule.tasks[1].start.unwrap().to_string(), "2027-06-12");
        assert_eq!(schedule.tasks[0].start.unwrap().to_string(), "2026-11-17");
    }

    #[test]
    fn work_away_from_the_site_goes_on_while_nobody_may_work_there() {
        let stopped =
            plan("Work starts on 4 January 2027. No work on the water from 5 to 29 January 2027.");
        assert_eq!(stopped.blackouts[0].scope, Scope::OnSite);
        assert_eq!(stopped.tasks[0].end.unwrap().to_string(), "2027-01-08");
    }

    #[test]
    fn a_fixed_day_stays_where_it_is_and_the_missing_hours_are_named() {
        let kept =
            plan_with("The party is on Saturday 12 June 2027. I have 8 hours a week.", "fixed");
        assert_eq!(kept.more_hours, None);
        let few =
            plan_with("The party is on Saturday 5 December 2026. I have 2 hours a week.", "fixed");
        assert_eq!(few.tasks[1].start.unwrap().to_string(), "2026-12-05");
        assert!(few.more_hours.is_some_and(|times| times > 1.0), "{:?}", few.more_hours);
    }

    #[test]
    fn a_weekend_holds_its_task_on_both_days() {
        let schedule = plan_with("The party is on 12 and 13 June 2027.", "fixed");
        let held = &schedule.tasks[1];
        assert_eq!(held.start.unwrap().to_string(), "2027-06-12");
        assert_eq!(held.end.unwrap().to_string(), "2027-06-13");
        assert!(schedule.due[0].slack_days > 100, "{:?}", schedule.due);
    }

    #[test]
    fn who_has_few_hours_a_week_takes_longer() {
        let schedule = plan("I can work 4 hours a week on it.");
        assert_eq!(schedule.tasks[0].end_day - schedule.tasks[0].start_day, 10);
    }
}
