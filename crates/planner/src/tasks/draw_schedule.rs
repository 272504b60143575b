//! DrawSchedule: the timetable as a Gantt chart and the order of work as a graph.

use std::fmt::Write as _;

use super::break_down_work::Wbs;
use super::compute_schedule::Schedule;
use super::consult_experts::Experts;
use super::link_tasks::Dependencies;
use super::{picture, plain, shortened};
use crate::artifact::Kind;
use crate::calendar::Date;
use crate::draw::Notation;
use crate::id::WorkId;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "DrawSchedule",
    phase: Phase::GeneratingPlan,
    version: 9,
    inputs: &[
        hard("wbs.json"),
        hard("dependencies.json"),
        hard("experts.json"),
        hard("schedule.json"),
    ],
    outputs: &[
        output("diagrams/gantt.puml", Kind::Plan),
        output("diagrams/gantt.svg", Kind::Plan),
        output("diagrams/dependencies.mmd", Kind::Plan),
        output("diagrams/dependencies.svg", Kind::Plan),
    ],
    weight: 2,
    by: By::Drawing,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let wbs: Wbs = ctx.inputs.read("wbs.json")?;
    let experts: Experts = ctx.inputs.read("experts.json")?;
    let dependencies: Dependencies = experts.ordered(ctx.inputs.read("dependencies.json")?);
    let schedule: Schedule = ctx.inputs.read("schedule.json")?;
    let gantt = gantt(&wbs, &schedule);
    let graph = graph(&wbs, &dependencies, &schedule);
    Ok(vec![
        picture(ctx, "diagrams/gantt.svg", Notation::PlantUml, &gantt)?,
        picture(ctx, "diagrams/dependencies.svg", Notation::Mermaid, &graph)?,
        Produced::text("diagrams/gantt.puml", gantt),
        Produced::text("diagrams/dependencies.mmd", graph),
    ])
}

/// A Gantt chart with a heading per stage; critical tasks and deadlines stand out. Its
/// durations would be in days of the calendar, not in working days as everywhere else in a plan: they are left out.
fn gantt(wbs: &Wbs, schedule: &Schedule) -> String {
    let mut out = String::from("@startgantt\nhide footbox\nhide column duration\n");
    // A unit that leaves the chart about as wide as a page.
    let scale = match schedule.total_days {
        0..=25 => "daily",
        26..=80 => "weekly with calendar date",
        81..=250 => "monthly zoom 2",
        251..=600 => "monthly",
        _ => "quarterly",
    };
    let start = schedule.when(0, schedule.start);
    let _ = writeln!(out, "Project starts {start}\nprintscale {scale}");
    for (stage, milestone) in wbs.stages.iter().zip(&schedule.milestones) {
        let _ = writeln!(out, "-- {} --", plain(&stage.title));
        for row in schedule.tasks.iter().filter(|row| row.stage == stage.id) {
            let (start, end) =
                (schedule.when(row.start_day, row.start), schedule.when(row.end_day, row.end));
            let color = if schedule.critical_path.contains(&row.id) { CRITICAL } else { ORDINARY };
            let (id, name) = (&row.id, shortened(&plain(&row.title), WIDEST));
            let _ = writeln!(
                out,
                "[{id} {name}] starts {start} and ends {end} and is colored in {color}"
            );
        }
        let day = schedule.when(milestone.day, milestone.date);
        let name = format!("{} {}", milestone.id, plain(&milestone.title));
        let _ = writeln!(out, "[{name}] happens on {day}\n[{name}] is colored in {MILESTONE}");
    }
    deadlines(schedule, &mut out);
    out.push_str("@endgantt\n");
    out
}

/// What the prompt says has to be there by a day: a milestone each, and its day marked in the calendar.
fn deadlines(schedule: &Schedule, out: &mut String) {
    let mut days: Vec<(Date, String)> = Vec::new();
    for due in &schedule.due {
        if let Some(date) = due.date
            && !days.iter().any(|(known, _)| *known == date)
        {
            days.push((date, format!("{}, {}", shortened(&plain(&due.quote), WIDEST), due.fact)));
        }
    }
    if !days.is_empty() {
        out.push_str("-- Deadlines --\n");
    }
    for (date, name) in days {
        let _ = writeln!(
            out,
            "[Deadline: {name}] happens on {date}\n[Deadline: {name}] is colored in {DEADLINE}\n\
             {date} is colored in {DEADLINE_DAY}"
        );
    }
}

/// Fill and line of bars and marks: blue for work, red for what decides the end.
const ORDINARY: &str = "#CFE2F8/#0A62C2";
const CRITICAL: &str = "#F5B7B1/#C0392B";
const MILESTONE: &str = "#0A62C2";
const DEADLINE: &str = "#C0392B";
const DEADLINE_DAY: &str = "#F5B7B1";

/// The order of work, without the links that others imply.
fn graph(wbs: &Wbs, dependencies: &Dependencies, schedule: &Schedule) -> String {
    let mut out = String::from("flowchart TD\n");
    for stage in &wbs.stages {
        let _ = writeln!(
            out,
            "  subgraph {}[\"{} {}\"]",
            name(&stage.id),
            stage.id,
            plain(&stage.title)
        );
        for entry in &stage.tasks {
            let _ =
                writeln!(out, "    {}[\"{} {}\"]", name(&entry.id), entry.id, plain(&entry.title));
        }
        out.push_str("  end\n");
    }
    let reaches = |from: &WorkId, to: &WorkId| {
        let mut open = vec![from];
        let mut seen = Vec::new();
        while let Some(at) = open.pop() {
            for link in dependencies.links.iter().filter(|link| link.from == *at) {
                if link.to == *to {
                    return true;
                }
                if !seen.contains(&&link.to) {
                    seen.push(&link.to);
                    open.push(&link.to);
                }
            }
        }
        false
    };
    for link in &dependencies.links {
        let is_implied = dependencies.links.iter().any(|other| {
            other.from == link.from && other.to != link.to && reaches(&other.to, &link.to)
        });
        if !is_implied {
            let _ = writeln!(out, "  {} --> {}", name(&link.from), name(&link.to));
        }
    }
    let critical: Vec<String> =
        schedule.tasks.iter().filter(|row| row.is_critical()).map(|row| name(&row.id)).collect();
    out.push_str("  classDef critical stroke:#c0392b,stroke-width:3px\n");
    if !critical.is_empty() {
        let _ = writeln!(out, "  class {} critical", critical.join(","));
    }
    out
}

/// An id that Mermaid takes as a node name.
fn name(id: &str) -> String {
    id.replace('.', "_")
}

/// Letters that fit beside a bar; the whole title is in the table of tasks.
const WIDEST: usize = 40;
