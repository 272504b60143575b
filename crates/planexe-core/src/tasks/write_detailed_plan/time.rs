//! The sections about time: what to do first, and the schedule.

use std::fmt::Write as _;

use super::super::compute_schedule::Schedule;
use super::super::text;
use super::{Material, inline, table};
use crate::draw::Language;

/// Working days of the first steps.
const SOON: u32 = 10;

/// Tasks, tests and questions that come first.
pub(super) fn first_steps(all: &Material) -> String {
    let schedule = &all.schedule;
    let mut out = String::new();
    let mut rows: Vec<_> = schedule.tasks.iter().filter(|row| row.start_day < SOON).collect();
    rows.sort_by_key(|row| (row.start_day, row.id.clone()));
    for row in rows {
        let begins = schedule.when(row.start_day, row.start);
        let _ =
            writeln!(out, "- {begins}: {} {} ({})", row.id, inline(&row.title), inline(&row.role));
    }
    for one in all.assumptions.assumptions.iter().filter(|one| one.is_shaky()) {
        let statement = super::super::uncapitalised(one.statement.trim_end_matches('.'));
        let _ = writeln!(out, "- Test {} ({}): {}", one.id, inline(&statement), inline(&one.test));
    }
    let questions: Vec<&str> =
        all.intake["questions"].as_array().into_iter().flatten().map(text).collect();
    if !questions.is_empty() {
        out.push_str("\nQuestions that change the plan most, to be answered in `prompt.md`:\n\n");
        for question in questions {
            let _ = writeln!(out, "- {}", inline(question));
        }
    }
    out
}

/// How long, until when, how sure, and what decides it.
pub(super) fn schedule(all: &Material) -> String {
    let schedule = &all.schedule;
    let mut out = String::new();
    let _ = write!(
        out,
        "Start: {}. Total: {} working days on the critical path. Of 100 simulated projects, 50 end within \
         {}, 80 within {} and 95 within {} working days.\n\n",
        start(schedule),
        schedule.total_days,
        schedule.p50_days,
        schedule.p80_days,
        schedule.p95_days
    );
    let _ = write!(out, "Critical path: {}.\n\n", schedule.critical_path.join(" → "));
    fence(&mut out, Language::Mermaid, &all.gantt);
    out.push_str("### Milestones\n\n");
    let rows = schedule.milestones.iter().map(|one| {
        vec![
            one.id.clone(),
            one.title.clone(),
            schedule.when(one.day, one.date),
            schedule.when(one.day_p80, one.date_p80),
        ]
    });
    out.push_str(&table(&["Id", "Milestone", "Expected", "With 80 % confidence"], rows));
    out.push_str("\n### Tasks\n\n");
    let rows = schedule.tasks.iter().map(|row| {
        vec![
            row.id.clone(),
            row.title.clone(),
            schedule.when(row.start_day, row.start),
            schedule.when(row.end_day, row.end),
            (row.end_day - row.start_day).to_string(),
            row.float_days.to_string(),
            format!("{} %", row.criticality),
        ]
    });
    let headings = ["Id", "Task", "Start", "End", "Days", "Float", "Decides the end in"];
    out.push_str(&table(&headings, rows));
    out.push_str("\n### Order of work\n\n");
    fence(&mut out, Language::Mermaid, &all.graph);
    out
}

fn start(schedule: &Schedule) -> String {
    match schedule.start {
        Some(date) => format!("{date}, {}", schedule.start_basis),
        None => format!("Day 0, {}", schedule.start_basis),
    }
}

/// A diagram source as a fenced block.
pub(super) fn fence(out: &mut String, language: Language, source: &str) {
    let _ = write!(out, "```{}\n{}\n```\n\n", language.fence(), source.trim_end());
}
