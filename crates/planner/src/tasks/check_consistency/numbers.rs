//! Checks on time and money: what the plan states against what was computed.

use super::super::compute_budget::Budget;
use super::super::compute_schedule::Schedule;
use super::super::parse_plan::Plan;
use super::super::staff_team::Team;
use super::super::write_detailed_plan::too_few_hours;
use super::{Check, Verdict};
use crate::facts::amount;

pub(super) fn total(plan: &Plan, schedule: Option<&Schedule>) -> Check {
    let Some(schedule) = schedule else { return Check::skipped("total_days", "schedule.json") };
    let computed = schedule.total_days;
    match plan.total_days {
        None => Check::new("total_days", Verdict::Warn, "the plan does not state a total of days"),
        Some(stated) if stated == u64::from(computed) => Check::pass(
            "total_days",
            format!("the stated total of {stated} days is the computed one"),
        ),
        Some(stated) => {
            let detail = format!("the plan says {stated} days, the schedule has {computed}");
            Check::new("total_days", Verdict::Fail, detail).about(vec![format!("Total: {stated}")])
        }
    }
}

/// What `plan.md` states otherwise than it was computed, each with both numbers. An edit of the plan
/// makes such differences; summary, premortem and report repeat them.
pub(in super::super) fn differences(
    plan: &Plan,
    schedule: Option<&Schedule>,
    budget: Option<&Budget>,
) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(schedule) = schedule {
        out.extend(total(plan, Some(schedule)).differs());
        out.extend(wrong_dates(plan, schedule));
    }
    out.extend(budget_total(plan, budget).differs());
    out.extend(arithmetic(plan).about);
    out
}

/// Every dated row of the plan against the schedule, and each row in itself.
pub(super) fn dates(plan: &Plan, schedule: Option<&Schedule>) -> Check {
    let Some(schedule) = schedule else { return Check::skipped("dates", "schedule.json") };
    if plan.rows.is_empty() {
        return Check::new("dates", Verdict::Warn, "the plan dates no task");
    }
    let wrong = wrong_dates(plan, schedule);
    let good = format!("{} dated tasks are as computed", plan.rows.len());
    Check::found("dates", Verdict::Fail, &good, "dates that differ from the schedule", wrong)
}

fn wrong_dates(plan: &Plan, schedule: &Schedule) -> Vec<String> {
    let end = schedule.when(schedule.total_days, schedule.finish);
    let stated = plan.end.iter().filter(|stated| **stated != end);
    let mut wrong: Vec<String> =
        stated.map(|stated| format!("End: {stated}, computed {end}")).collect();
    for row in &plan.rows {
        let known = schedule.tasks.iter().find(|task| *task.id == row.id);
        let is_right = known.is_some_and(|task| {
            row.start == schedule.when(task.start_day, task.start)
                && row.end == schedule.when(task.end_day, task.end)
        });
        // ISO dates compare as text; day numbers were compared above.
        let is_backward = row.start.len() == row.end.len() && row.start > row.end;
        if is_backward {
            wrong.push(format!("{} ends before it starts: {} to {}", row.id, row.start, row.end));
        } else if !is_right {
            let computed = known.map_or_else(
                || "no such task".to_owned(),
                |task| {
                    let start = schedule.when(task.start_day, task.start);
                    format!("{start} to {}", schedule.when(task.end_day, task.end))
                },
            );
            wrong.push(format!("{}: {} to {}, computed {computed}", row.id, row.start, row.end));
        }
    }
    wrong
}

/// Every sum that a table of the plan states, added up again.
pub(super) fn arithmetic(plan: &Plan) -> Check {
    let wrong = plan.sums.iter().filter(|sum| sum.stated != sum.computed).map(|sum| {
        format!(
            "{}: {} is {}, the rows add up to {}",
            sum.section,
            sum.label,
            amount(sum.stated),
            amount(sum.computed)
        )
    });
    let good = format!("{} sums in tables are right", plan.sums.len());
    Check::found("arithmetic", Verdict::Fail, &good, "sums that are wrong", wrong.collect())
}

pub(super) fn budget_total(plan: &Plan, budget: Option<&Budget>) -> Check {
    let Some(budget) = budget else { return Check::skipped("budget_total", "budget.json") };
    let Some(stated) = plan.total_budget else {
        let detail = if budget.lines.is_empty() {
            "no price of this project is known yet"
        } else {
            "the plan does not state a total of money"
        };
        return Check::new("budget_total", Verdict::Warn, detail);
    };
    let sum = &budget.sum;
    let pairs = [
        ("Total budget", Some(stated), sum.total),
        ("Money needed", plan.needed, sum.total),
        ("Reserve", plan.reserve, sum.contingency),
    ];
    let others: Vec<(&str, i64, i64)> = pairs
        .into_iter()
        .filter_map(|(name, said, computed)| Some((name, said?, computed)))
        .filter(|(_, said, computed)| said != computed)
        .collect();
    if others.is_empty() {
        let detail = format!("the stated total of {} is the computed one", amount(stated));
        return Check::pass("budget_total", detail);
    }
    let detail = others.iter().map(|(name, said, computed)| {
        format!("{name}: the plan says {}, the budget has {}", amount(*said), amount(*computed))
    });
    let detail = detail.collect::<Vec<_>>().join("; ");
    let about = others.iter().map(|(name, said, computed)| {
        format!("{name}: {}, computed {}", amount(*said), amount(*computed))
    });
    Check::new("budget_total", Verdict::Fail, detail).about(about.collect())
}

pub(super) fn budget_gap(budget: Option<&Budget>) -> Check {
    let Some(budget) = budget else { return Check::skipped("budget_gap", "budget.json") };
    let currency = &budget.currency;
    if let Some(misfit) = budget.misfit() {
        let about = budget.open.iter().map(|one| format!("{}: {}", one.task, one.item)).collect();
        return Check::new("budget_gap", Verdict::Fail, misfit).about(about);
    }
    match (&budget.stated, budget.gap) {
        (Some(stated), Some(gap)) if gap < 0 => {
            let detail =
                format!("{} {currency} are missing against \"{}\"", amount(-gap), stated.quote);
            Check::new("budget_gap", Verdict::Fail, detail).about(vec![stated.quote.clone()])
        }
        (Some(stated), Some(_)) if budget.thin().is_some() => {
            let percent = budget.thin().unwrap_or_default();
            let detail = format!(
                "only {percent} % of \"{}\" is planned: work may be missing, or the money is for more than this",
                stated.quote
            );
            Check::new("budget_gap", Verdict::Warn, detail).about(vec![stated.quote.clone()])
        }
        (Some(stated), Some(gap)) => {
            let detail = format!("{} {currency} are left of \"{}\"", amount(gap), stated.quote);
            Check::pass("budget_gap", detail)
        }
        (Some(stated), None) => {
            let detail = format!("no price is known to compare \"{}\" with", stated.quote);
            Check::new("budget_gap", Verdict::Warn, detail)
        }
        _ => Check::new("budget_gap", Verdict::Warn, "the prompt names no amount to compare with"),
    }
}

/// A week that asks for more than its people have.
pub(super) fn load(team: Option<&Team>) -> Check {
    let Some(team) = team else { return Check::skipped("load", "team.json") };
    let over =
        team.roles.iter().filter(|role| role.peak_percent > 100).map(|role| {
            format!("{}: {} % in week {}", role.title, role.peak_percent, role.peak_week)
        });
    let bad = "roles with more work in a week than the people have time for";
    Check::found(
        "load",
        Verdict::Warn,
        "no week asks for more than the people have",
        bad,
        over.collect(),
    )
}

/// Whether a fixed day is kept with the hours a week that the prompt states.
pub(super) fn hours(schedule: Option<&Schedule>) -> Check {
    let Some(schedule) = schedule else { return Check::skipped("hours", "schedule.json") };
    match schedule.more_hours {
        Some(times) => Check::new("hours", Verdict::Fail, too_few_hours(times)),
        None => Check::pass("hours", "no fixed day needs more hours a week than are stated"),
    }
}
