//! Checks on the days that the prompt names: each is kept, missed, or answered by no task.

use super::super::compute_schedule::{Due, Schedule};
use super::super::working_days;
use super::{Check, Verdict};
use crate::calendar::Date;
use crate::facts::Facts;

/// Days that have passed, and every day that the work misses as it is expected to go.
pub(super) fn deadline(schedule: Option<&Schedule>, facts: Option<&Facts>) -> Check {
    let Some(schedule) = schedule else { return Check::skipped("deadline", "schedule.json") };
    let today = facts.map(|facts| facts.today);
    let passed = |due: &&Due| due.date.zip(today).is_some_and(|(date, today)| date < today);
    if let Some(due) = schedule.due.iter().find(passed) {
        let detail = format!("\"{}\" lies in the past", due.quote);
        return Check::new("deadline", Verdict::Fail, detail).about(vec![due.quote.clone()]);
    }
    if let Some(start) = schedule.start.filter(|start| today.is_some_and(|today| *start < today)) {
        let detail = format!("work is planned to begin on {start}, which has passed");
        return Check::new("deadline", Verdict::Fail, detail).about(vec![start.to_string()]);
    }
    let missed: Vec<String> =
        schedule.missed().map(|due| sentence(due, due.computed, due.slack_days)).collect();
    let tightest = schedule.due.iter().min_by_key(|due| due.slack_days);
    let good = tightest.map_or_else(
        || "the prompt sets no latest end".to_owned(),
        |due| {
            let (quote, spare) = (&due.quote, working_days(due.slack_days));
            format!(
                "every day of the prompt is kept; the tightest, \"{quote}\", with {spare} to spare"
            )
        },
    );
    let bad = "the critical path is too long for what the prompt asks";
    Check::found("deadline", Verdict::Fail, &good, bad, missed)
}

/// A missed day with both dates.
fn sentence(due: &Due, computed: Option<Date>, slack: i64) -> String {
    let (quote, task, title) = (&due.quote, &due.task, &due.title);
    let (verb, late) = (due.anchor.verb(), working_days(-slack));
    match (due.date, computed) {
        (Some(date), Some(computed)) => {
            format!("\"{quote}\" is {date}: {task} ({title}) {verb} on {computed}, {late} too late")
        }
        _ => format!("\"{quote}\": {task} ({title}) {verb} {late} too late"),
    }
}

/// Days that are kept only if nothing goes wrong.
pub(super) fn deadline_p80(schedule: Option<&Schedule>) -> Check {
    let Some(schedule) = schedule else { return Check::skipped("deadline_p80", "schedule.json") };
    let is_unsafe = |due: &&Due| due.slack_days >= 0 && due.slack_p80_days < 0;
    let unsafe_ones = schedule.due.iter().filter(is_unsafe);
    let found = unsafe_ones.map(|due| sentence(due, due.computed_p80, due.slack_p80_days));
    let good = match (schedule.due.is_empty(), schedule.missed().next()) {
        (true, _) => "the prompt sets no latest end",
        (_, Some(_)) if schedule.due.iter().all(|due| due.slack_days < 0) => {
            return Check::new(
                "deadline_p80",
                Verdict::Skipped,
                "every day of the prompt is missed as expected",
            );
        }
        (_, Some(_)) => "what is not missed as expected holds with 80 % confidence",
        _ => "every day of the prompt holds with 80 % confidence",
    };
    let bad = "days that are missed at 80 % confidence";
    Check::found("deadline_p80", Verdict::Warn, good, bad, found.collect())
}

/// Days of the prompt that nothing in the plan is about.
pub(super) fn answered(schedule: Option<&Schedule>) -> Check {
    let Some(schedule) = schedule else { return Check::skipped("dates_answered", "schedule.json") };
    let open = schedule.open_days().map(|one| format!("\"{}\": {}", one.quote, one.about));
    let good = "every day of the prompt has its task";
    let bad = "no task of the plan answers this date";
    Check::found("dates_answered", Verdict::Warn, good, bad, open.collect())
}
