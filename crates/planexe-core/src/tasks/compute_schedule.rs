//! ComputeSchedule: dates, float, critical path and the end with 80 % confidence. Code in every mode.

use serde::{Deserialize, Serialize};

use super::break_down_work::Wbs;
use super::estimate_tasks::Estimates;
use super::link_tasks::Dependencies;
use crate::artifact::Kind;
use crate::calendar::Date;
use crate::facts::Facts;
use crate::schedule::{Days, Link, Network, Timetable, timetable, timetable_after};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

mod due;

pub(super) use due::{Anchor, Due, Unanswered};

pub(super) const TASK: Task = Task {
    name: "ComputeSchedule",
    phase: Phase::GeneratingPlan,
    version: 4,
    inputs: &[
        hard("wbs.json"),
        hard("estimates.json"),
        hard("dependencies.json"),
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
    /// Why that day.
    pub(super) start_basis: String,
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
    pub(super) critical_path: Vec<String>,
    /// Every day and span of the prompt by which something has to be there, in its order.
    #[serde(default)]
    pub(super) due: Vec<Due>,
    /// Days of the prompt that no task is about.
    #[serde(default)]
    pub(super) unanswered: Vec<Unanswered>,
}

/// One task in time.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) stage: String,
    pub(super) role: String,
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
    pub(super) stage: String,
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

    /// The tasks of the critical path that decide whether the tightest day is kept, the longest first.
    pub(super) fn decisive(&self) -> Vec<&Row> {
        let tightest = self.tightest().map(|due| due.task.as_str());
        let last = self.tasks.iter().find(|row| Some(row.id.as_str()) == tightest);
        let is_before = |row: &&Row| last.is_none_or(|last| row.end_day <= last.end_day);
        let is_critical = |row: &&Row| self.critical_path.contains(&row.id);
        let mut rows: Vec<&Row> = self.tasks.iter().filter(is_critical).filter(is_before).collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.end_day - row.start_day, row.criticality)));
        rows
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
    let estimates: Estimates = ctx.inputs.read("estimates.json")?;
    let dependencies: Dependencies = ctx.inputs.read("dependencies.json")?;
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
    let links = dependencies.resolve(wbs)?;
    let days: Vec<Days> = wbs.entries().map(|(_, entry)| estimates.of(&entry.id).days).collect();
    let table = timetable(&days, &links).map_err(|fault| format!("{fault:?}"))?;
    let deadline = wbs.deadline_position();
    let (claims, unanswered) = due::claims(wbs, facts);
    let (start, start_basis) = start(facts, &claims, &table);
    let floors = due::floors(&claims, start, days.len());
    let table = timetable_after(&days, &links, &floors).map_err(|fault| format!("{fault:?}"))?;
    let first = |day: u32| start.map(|start| start.plus_working(i64::from(day)));
    let last = |day: u32| start.map(|start| start.plus_working(i64::from(day.max(1)) - 1));
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
            start: first(slot.start),
            end: if slot.end > slot.start { last(slot.end) } else { first(slot.start) },
            float_days: slot.float,
            criticality: slot.criticality,
        })
        .collect();
    let critical_path = table.critical.iter().map(|&task| tasks[task].id.clone()).collect();
    let due = claims.iter().map(|claim| claim.judge(start, &table, &tasks)).collect();
    let mut schedule = Schedule {
        milestones: milestones(wbs, &table, last),
        tasks,
        start,
        start_basis,
        total_days: table.total,
        p50_days: table.p50,
        p80_days: table.p80,
        p95_days: table.p95,
        finish: last(table.total),
        finish_p80: last(table.p80),
        critical_path,
        due,
        unanswered,
    };
    if let Some(task) = deadline {
        hold_day(&mut schedule, task, &links);
    }
    let network = Network::new(days.len(), &links).map_err(|fault| format!("{fault:?}"))?;
    leave_float(&mut schedule, &network);
    Ok(schedule)
}

/// Float is what a task can slip without moving the end and without missing a day of the prompt that
/// is kept so far.
fn leave_float(schedule: &mut Schedule, network: &Network) {
    let mut ends = vec![schedule.total_days; schedule.tasks.len()];
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

/// Puts a task that takes place on a stated day there, with what follows it and what its own stage
/// does right before it; the rest keeps its dates.
fn hold_day(schedule: &mut Schedule, task: usize, links: &[Link]) {
    let id = &schedule.tasks[task].id;
    let Some(held) = schedule.due.iter().find(|due| due.is_fixed && due.task == *id) else {
        return;
    };
    let (Some(start), Some(day)) = (schedule.start, held.date) else { return };
    let Ok(delay) = u32::try_from(held.slack_days) else { return };
    let mut moves = vec![false; schedule.tasks.len()];
    moves[task] = true;
    // Every round reaches one link further; more rounds than tasks reach nothing new.
    for _ in 0..moves.len() {
        for link in links {
            moves[link.to] |= moves[link.from];
            let is_close = schedule.tasks[link.from].stage == schedule.tasks[task].stage;
            moves[link.from] |= moves[link.to] && is_close;
        }
    }
    for (row, moves) in schedule.tasks.iter_mut().zip(&moves) {
        if *moves {
            row.start_day += delay;
            row.end_day += delay;
            row.start = Some(start.plus_working(i64::from(row.start_day)));
            row.end = Some(start.plus_working(i64::from(row.end_day.max(row.start_day + 1)) - 1));
        }
    }
    let held = &mut schedule.tasks[task];
    if held.end_day - held.start_day <= 1 {
        // A Saturday is as good a day for a feast as any.
        (held.start, held.end) = (Some(day), Some(day));
    }
    for due in schedule.due.iter_mut().filter(|due| !due.is_fixed) {
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
    let last = |days: u32| Some(start.plus_working(i64::from(days.max(1)) - 1));
    schedule.finish = last(schedule.total_days);
    schedule.finish_p80 = last(schedule.p80_days);
    for milestone in &mut schedule.milestones {
        let rows = schedule.tasks.iter().filter(|row| row.stage == milestone.stage);
        milestone.day = rows.map(|row| row.end_day).max().unwrap_or(milestone.day);
        milestone.day_p80 = milestone.day_p80.max(milestone.day);
        let rows = schedule.tasks.iter().filter(|row| row.stage == milestone.stage);
        // The day of a feast may be a Saturday.
        milestone.date = rows.filter_map(|row| row.end).max().max(last(milestone.day));
        milestone.date_p80 = last(milestone.day_p80).max(milestone.date);
    }
}

fn milestones(wbs: &Wbs, table: &Timetable, last: impl Fn(u32) -> Option<Date>) -> Vec<Milestone> {
    let mut milestones = Vec::new();
    let mut position = 0;
    for (idx, stage) in wbs.stages.iter().enumerate() {
        let tasks = position..position + stage.tasks.len();
        position = tasks.end;
        let day = table.slots[tasks.clone()].iter().map(|slot| slot.end).max().unwrap_or(0);
        let day_p80 = table.ends_p80[tasks].iter().copied().max().unwrap_or(0);
        milestones.push(Milestone {
            id: format!("M{}", idx + 1),
            title: stage.milestone.clone(),
            stage: stage.id.clone(),
            day,
            day_p80,
            date: last(day),
            date_p80: last(day_p80),
        });
    }
    milestones
}

/// The first working day: stated, or counted back from the tightest day with 80 % confidence, but
/// never before the day of the prompt.
fn start(facts: &Facts, claims: &[due::Claim<'_>], table: &Timetable) -> (Option<Date>, String) {
    if let Some((date, fact)) = facts.start() {
        return (Some(date.working()), format!("stated: \"{}\"", fact.quote));
    }
    let latest = claims.iter().filter_map(|claim| Some((claim.latest_start(table)?, claim)));
    let today = facts.today().working();
    match latest.min_by_key(|(start, _)| *start) {
        None => (None, "not stated; days are counted from Day 0".to_owned()),
        Some((start, claim)) if start < today => {
            let basis = format!(
                "the first working day from {} on; counted back from \"{}\", work had to begin on {start} to \
                 keep it with 80 % confidence",
                facts.today(),
                claim.quote()
            );
            (Some(today), basis)
        }
        Some((start, claim)) => {
            let basis = format!(
                "counted back from \"{}\", the tightest date: the latest start that keeps it with 80 % confidence, {} \
                 after {}, the day of this plan",
                claim.quote(),
                super::working_days(start.working_since(today)),
                facts.today()
            );
            (Some(start), basis)
        }
    }
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
        schedule(
            &wbs,
            &estimates,
            &dependencies,
            &facts::read(prompt, "2026-11-16".parse().unwrap()),
        )
        .unwrap()
    }

    #[test]
    fn a_stated_start_gives_dates_and_weekends_are_free() {
        let schedule = plan("Start on 2027-03-01.");
        let ends: Vec<String> =
            schedule.tasks.iter().map(|row| row.end.unwrap().to_string()).collect();
        assert_eq!(ends, ["2027-03-05", "2027-03-12", "2027-03-19"]);
        assert_eq!((schedule.total_days, schedule.due.is_empty()), (15, true));
    }

    #[test]
    fn a_deadline_alone_is_counted_back_from() {
        let schedule = plan("Ready by 2027-03-12.");
        assert_eq!(schedule.start.unwrap().to_string(), "2027-03-01");
        let due = &schedule.due[0];
        assert_eq!((due.task.as_str(), due.slack_days), ("W2.1", 0), "the task it is about");
    }

    #[test]
    fn what_takes_place_on_a_day_takes_place_on_that_day() {
        let saturday = "It takes place on 2027-06-12. We start on 2027-03-01.";
        let schedule = plan_with(saturday, "fixed");
        let row = &schedule.tasks[1];
        assert_eq!((row.start, row.end), (row.end, schedule.due[0].date));
        assert_eq!(schedule.tasks[2].start.unwrap().to_string(), "2027-06-14", "the Monday after");
        assert!(schedule.tasks[0].float_days > 0, "what comes long before may be late");
        assert_eq!(schedule.total_days, schedule.tasks[2].end_day);
        assert!(schedule.due[0].slack_days > 0, "all is ready before the day");
    }

    #[test]
    fn a_month_is_no_day_to_hold() {
        let schedule = plan_with("It takes place in June 2027.", "fixed");
        assert!(!schedule.due[0].is_fixed);
    }

    #[test]
    fn a_span_without_dates_counts_working_days() {
        let schedule = plan("Ready within 1 week.");
        assert!(schedule.start.is_none());
        assert_eq!(schedule.due[0].slack_days, -5);
    }
}
