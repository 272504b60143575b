//! The sections about time: what to do first, and the schedule.

use std::fmt::Write as _;

use super::super::cells;
use super::super::compute_schedule::Schedule;
use super::words::{UNANSWERED, beginning, merged, telling, verdict};
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
    let _ = write!(
        out,
        "Start: {}, {}. Total: {} working days on the critical path. {}\n\n",
        schedule.when(0, schedule.start),
        schedule.start_basis,
        schedule.total_days,
        chances(schedule)
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
    fence(&mut out, Notation::PlantUml, &all.gantt);
    days(schedule, &mut out);
    out.push_str("### Milestones\n\n");
    out.push_str(&milestones(schedule));
    out.push_str("\n### Tasks\n\n");
    let rows = schedule.tasks.iter().map(|it| {
        let (start, end) =
            (schedule.when(it.start_day, it.start), schedule.when(it.end_day, it.end));
        let (days, decides) = (it.end_day - it.start_day, format!("{} %", it.criticality));
        cells([&it.id, &it.title, &start, &end, &days, &it.float_days, &decides])
    });
    let headings = ["Id", "Task", "Start", "End", "Days", "Float", "Decides the end in"];
    out.push_str(&table(&headings, rows));
    out.push_str("\n### Order of work\n\n");
    fence(&mut out, Notation::Mermaid, &all.graph);
    out
}

/// The table of milestones.
pub(in super::super) fn milestones(schedule: &Schedule) -> String {
    let rows = schedule.milestones.iter().map(|it| {
        let (expected, sure) =
            (schedule.when(it.day, it.date), schedule.when(it.day_p80, it.date_p80));
        cells([&it.id, &it.title, &expected, &sure])
    });
    table(&["Id", "Milestone", "Expected", "With 80 % confidence"], rows)
}

/// How sure the end is.
pub(in super::super) fn chances(schedule: &Schedule) -> String {
    let Schedule { p50_days, p80_days, p95_days, .. } = schedule;
    if p50_days == p95_days {
        return format!(
            "Of 100 simulated projects, 95 end within {p95_days} working days: a day of the prompt fixes the end."
        );
    }
    format!(
        "Of 100 simulated projects, 50 end within {p50_days}, 80 within {p80_days} and 95 within {p95_days} working days."
    )
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
    let day = |date: Option<Date>| date.map_or_else(|| "–".to_owned(), |date| date.to_string());
    let judged = telling(&schedule.due, MOST_DAYS).into_iter().map(|it| (it, verdict(it)));
    let earliest = schedule.not_before.iter().map(|it| (it, beginning(it)));
    let due = judged.chain(earliest).map(|(it, verdict)| {
        let said = if it.about.is_empty() { &it.quote } else { &it.about };
        let task = format!("{} {} {}", it.task, it.title, it.anchor.verb());
        let expected = day(it.computed);
        let sure = day(it.computed_p80);
        cells([&it.fact, said, &day(it.date), &task, &expected, &sure, &verdict])
    });
    let open = schedule.unanswered.iter().take(MOST_DAYS).map(|it| {
        let none = if it.is_of_others { "none: a day of others" } else { UNANSWERED };
        cells([&it.fact, &it.about, &it.date, &none, &"–", &"–", &"–"])
    });
    let rows = merged(due.chain(open));
    if rows.is_empty() {
        return;
    }
    out.push_str("### Days that the prompt names\n\n");
    let headings =
        ["Id", "The prompt says", "Day", "Task", "Expected", "With 80 % confidence", "Verdict"];
    out.push_str(&table(&headings, rows));
    out.push('\n');
}

/// A diagram source as a fenced block.
pub(super) fn fence(out: &mut String, notation: Notation, source: &str) {
    let _ = write!(out, "```{}\n{}\n```\n\n", notation.fence(), source.trim_end());
}
