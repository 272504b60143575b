//! DrawSchedule: the timetable as a Gantt chart and the order of work as a graph.

use std::fmt::Write as _;

use super::break_down_work::Wbs;
use super::compute_schedule::Schedule;
use super::link_tasks::Dependencies;
use super::picture;
use crate::artifact::Kind;
use crate::calendar::Date;
use crate::draw::Notation;
use crate::id::WorkId;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "DrawSchedule",
    phase: Phase::GeneratingPlan,
    version: 4,
    inputs: &[hard("wbs.json"), hard("dependencies.json"), hard("schedule.json")],
    outputs: &[
        output("diagrams/gantt.mmd", Kind::Plan),
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
    let dependencies: Dependencies = ctx.inputs.read("dependencies.json")?;
    let schedule: Schedule = ctx.inputs.read("schedule.json")?;
    let gantt = gantt(&wbs, &schedule);
    let graph = graph(&wbs, &dependencies, &schedule);
    Ok(vec![
        picture(ctx, "diagrams/gantt.svg", Notation::Mermaid, &gantt)?,
        picture(ctx, "diagrams/dependencies.svg", Notation::Mermaid, &graph)?,
        Produced::text("diagrams/gantt.mmd", gantt),
        Produced::text("diagrams/dependencies.mmd", graph),
    ])
}

/// A Gantt chart with a section per stage; critical tasks stand out. Without dates it counts weeks
/// from a Monday that stands for Day 0.
fn gantt(wbs: &Wbs, schedule: &Schedule) -> String {
    let day_0 = Date::new(2001, 1, 1).expect("the first Monday of its century exists");
    let start = schedule.start.unwrap_or(day_0);
    // As many marks as labels fit beside each other.
    let (axis, tick) = match (schedule.start, schedule.total_days) {
        (Some(_), 0..=50) => ("%d %b", "1week"),
        (Some(_), 51..=300) => ("%d %b %y", "1month"),
        (Some(_), 301..=700) => ("%b %y", "3month"),
        (Some(_), _) => ("%b %y", "6month"),
        (None, 0..=50) => ("week %W", "1week"),
        (None, 51..=249) => ("week %W", "4week"),
        (None, _) => ("year %y week %W", "6month"),
    };
    // Room for the names of the stages, which are written beside the bars.
    let longest = wbs.stages.iter().map(|stage| stage.title.chars().count()).max().unwrap_or(0);
    let padding = 30 + 7 * longest;
    let mut out = format!(
        "%%{{init: {{\"gantt\": {{\"leftPadding\": {padding}}}}}}}%%\ngantt\n  dateFormat YYYY-MM-DD\n  \
         axisFormat {axis}\n  tickInterval {tick}\n  todayMarker off\n"
    );
    for (stage, milestone) in wbs.stages.iter().zip(&schedule.milestones) {
        let _ = writeln!(out, "  section {}", label(&stage.title));
        for row in schedule.tasks.iter().filter(|row| row.stage == stage.id) {
            let mark = if row.is_critical() { "crit, " } else { "" };
            let from = row.start.unwrap_or(start);
            // Bars end where the day after their last one begins.
            let last = row.end.unwrap_or(from);
            let span = format!("{from}, {}", last.plus_days(1));
            let _ = writeln!(
                out,
                "  {} {} :{mark}{}, {span}",
                row.id,
                short(&label(&row.title)),
                name(&row.id)
            );
        }
        let last = milestone.date.unwrap_or(start);
        let day = format!("{last}, 0d");
        let id = milestone.id.to_lowercase();
        let _ =
            writeln!(out, "  {} {} :milestone, {id}, {day}", milestone.id, label(&milestone.title));
    }
    out
}

/// The order of work, without the links that others imply.
fn graph(wbs: &Wbs, dependencies: &Dependencies, schedule: &Schedule) -> String {
    let mut out = String::from("flowchart TD\n");
    for stage in &wbs.stages {
        let _ = writeln!(
            out,
            "  subgraph {}[\"{} {}\"]",
            name(&stage.id),
            stage.id,
            quoted(&stage.title)
        );
        for entry in &stage.tasks {
            let _ =
                writeln!(out, "    {}[\"{} {}\"]", name(&entry.id), entry.id, quoted(&entry.title));
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

/// A text without the characters that end a Gantt label.
fn label(text: &str) -> String {
    text.replace([':', ';', '#', ',', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// As much of a label as fits beside a bar; the whole title is in the table of tasks.
fn short(label: &str) -> String {
    if label.chars().count() <= WIDEST {
        return label.to_owned();
    }
    let mut out = String::new();
    for word in label.split(' ') {
        if out.chars().count() + word.chars().count() >= WIDEST {
            break;
        }
        out.push_str(word);
        out.push(' ');
    }
    format!("{}…", if out.is_empty() { label.chars().take(WIDEST).collect() } else { out })
        .replace(" …", "…")
}

/// Letters that fit beside a bar.
const WIDEST: usize = 40;

/// A text inside a quoted Mermaid label.
fn quoted(text: &str) -> String {
    text.replace('"', "'").replace(['\n', '#', ';', '<', '>', '`'], " ")
}
