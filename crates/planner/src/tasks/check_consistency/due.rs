//! Checks on the days that the prompt names: each is kept, missed, or answered by no task.

use super::super::compute_schedule::Due;
use super::super::working_days;
use super::{Material, Outcome, Verdict};
use crate::calendar::Date;

/// Days that have passed, and every day that the work misses as it is expected to go.
pub(super) fn deadline(all: &Material<'_>) -> Option<Outcome> {
    let schedule = all.schedule.as_ref()?;
    let is_past = |date: Option<Date>| {
        date.zip(all.facts.as_ref()).is_some_and(|(date, facts)| date < facts.today)
    };
    if let Some(due) = schedule.due.iter().find(|due| is_past(due.date)) {
        let detail = format!("\"{}\" lies in the past", due.quote);
        return Some(Outcome::new(Verdict::Fail, detail).about([due.quote.clone()]));
    }
    if let Some(start) = schedule.start.filter(|start| is_past(Some(*start))) {
        let detail = format!("work is planned to begin on {start}, which has passed");
        return Some(Outcome::new(Verdict::Fail, detail).about([start.to_string()]));
    }
    let missed = schedule.missed().map(|due| sentence(due, due.computed, due.slack_days));
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
    let bad = (Verdict::Fail, "the critical path is too long for what the prompt asks");
    Some(Outcome::found(bad, good, missed))
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
pub(super) fn deadline_p80(all: &Material<'_>) -> Option<Outcome> {
    let due = &all.schedule.as_ref()?.due;
    let is_missed = |due: &&Due| due.slack_days < 0;
    let found = due.iter().filter(|due| !is_missed(due) && due.slack_p80_days < 0);
    let found = found.map(|due| sentence(due, due.computed_p80, due.slack_p80_days));
    let good = match (due.iter().filter(is_missed).count(), due.len()) {
        (_, 0) => "the prompt sets no latest end",
        (0, _) => "every day of the prompt holds with 80 % confidence",
        (missed, all) if missed < all => {
            "what is not missed as expected holds with 80 % confidence"
        }
        _ => {
            let detail = "every day of the prompt is missed as expected";
            return Some(Outcome::new(Verdict::Skipped, detail));
        }
    };
    Some(Outcome::found((Verdict::Warn, "days that are missed at 80 % confidence"), good, found))
}

/// Days of the prompt that nothing in the plan is about.
pub(super) fn answered(all: &Material<'_>) -> Option<Outcome> {
    let open = all.schedule.as_ref()?.open_days();
    let open = open.map(|one| format!("\"{}\": {}", one.quote, one.about));
    let bad = (Verdict::Warn, "no task of the plan answers this date");
    Some(Outcome::found(bad, "every day of the prompt has its task", open))
}
