//! The sections about time: what to do first, and the schedule.

use std::fmt::Write as _;

use super::super::compute_schedule::Schedule;
use super::words::{beginning, merged, telling, verdict};
use super::{Material, inline, table};
use crate::calendar::{Date, Scope};
use crate::draw::Notation;

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
    let questions = all.intake.questions();
    if !questions.is_empty() {
        out.push_str("\nQuestions that change the plan most; answer with `planexe answer QUESTION TEXT`:\n\n");
        for open in questions {
            let _ = writeln!(out, "- {}: {}", open.id, inline(&open.question));
        }
    }
    out
}

/// How long, until when, how sure, and what decides it.
pub(super) fn schedule(all: &Material) -> String {
    let schedule = &all.schedule;
    let mut out = String::new();
    let chances = if schedule.p50_days == schedule.p95_days {
        format!(
            "95 end within {} working days: a day of the prompt fixes the end.",
            schedule.p95_days
        )
    } else {
        format!(
            "50 end within {}, 80 within {} and 95 within {} working days.",
            schedule.p50_days, schedule.p80_days, schedule.p95_days
        )
    };
    let _ = write!(
        out,
        "Start: {}. Total: {} working days on the critical path. Of 100 simulated projects, {chances}\n\n",
        start(schedule),
        schedule.total_days
    );
    let path: Vec<&str> = schedule.critical_path.iter().map(crate::id::Id::as_str).collect();
    let _ = write!(out, "Critical path: {}.\n\n", path.join(" → "));
    let _ = write!(out, "Working days: {}.", schedule.calendar);
    // Those of later years say nothing about this plan.
    let last = schedule.tasks.iter().filter_map(|row| row.end).max();
    for blackout in schedule.blackouts.iter().filter(|it| last.is_none_or(|last| it.from <= last)) {
        let what = match blackout.scope {
            Scope::AllWork => "no work",
            Scope::Changes => "no changes to what is in use",
            Scope::OnSite => "no work on the site",
            Scope::OnePerson => "one person is away and the others go on,",
        };
        let _ = write!(
            out,
            " \"{}\": {what} from {} to {}.",
            blackout.quote, blackout.from, blackout.to
        );
    }
    out.push_str(" Tasks start as early as they can; float says how long each may wait.\n\n");
    if let Some(times) = schedule.more_hours {
        let _ = write!(out, "**{}**\n\n", too_few_hours(times));
    }
    fence(&mut out, Notation::PlantUml, &all.gantt);
    days(schedule, &mut out);
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
            row.id.to_string(),
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
    fence(&mut out, Notation::Mermaid, &all.graph);
    out
}

/// What the stated hours are short of.
pub(in super::super) fn too_few_hours(times: f64) -> String {
    format!(
        "The stated hours a week do not do: so that the fixed day is kept, the plan reckons with {times} times as many. Find \
         more people or hours, or leave work out."
    )
}

/// Days of a long prompt that stand in the table; `schedule.json` has all of them.
const MOST_DAYS: usize = 24;

/// Every day of the prompt with the day on which its task is there.
fn days(schedule: &Schedule, out: &mut String) {
    if [&schedule.due, &schedule.not_before].iter().all(|it| it.is_empty())
        && schedule.unanswered.is_empty()
    {
        return;
    }
    let day = |date: Option<Date>, day: i64| {
        date.map_or_else(|| format!("Day {day}"), |date| date.to_string())
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    let (dates, further) = telling(&schedule.due, MOST_DAYS);
    let judged = dates.into_iter().map(|due| (due, verdict(due)));
    let earliest = schedule.not_before.iter().map(|due| (due, beginning(due)));
    for (due, verdict) in judged.chain(earliest) {
        let said = if due.about.is_empty() { &due.quote } else { &due.about };
        rows.push(vec![
            due.fact.to_string(),
            said.clone(),
            day(due.date, due.day),
            format!("{} {} {}", due.task, due.title, due.anchor.verb()),
            day(due.computed, due.day - due.slack_days),
            day(due.computed_p80, due.day - due.slack_p80_days),
            verdict,
        ]);
    }
    for one in schedule.unanswered.iter().take(MOST_DAYS) {
        let none = if one.is_of_others {
            "none: a day of others"
        } else {
            "no task of the plan answers this date"
        };
        let blank = || "–".to_owned();
        let (fact, date) = (one.fact.to_string(), one.date.to_string());
        rows.push(vec![fact, one.about.clone(), date, none.to_owned(), blank(), blank(), blank()]);
    }
    let rows = merged(rows);
    out.push_str("### Days that the prompt names\n\n");
    let headings =
        ["Id", "The prompt says", "Day", "Task", "Expected", "With 80 % confidence", "Verdict"];
    out.push_str(&table(&headings, rows));
    if further > 0 {
        let _ =
            write!(out, "\n{further} further days are in schedule.json; each has more to spare.\n");
    }
    out.push('\n');
}

fn start(schedule: &Schedule) -> String {
    match schedule.start {
        Some(date) => format!("{date}, {}", schedule.start_basis),
        None => format!("Day 0, {}", schedule.start_basis),
    }
}

/// A diagram source as a fenced block.
pub(super) fn fence(out: &mut String, notation: Notation, source: &str) {
    let _ = write!(out, "```{}\n{}\n```\n\n", notation.fence(), source.trim_end());
}
