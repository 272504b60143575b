//! Checks on time and money: what the plan states against what was computed.

use std::sync::LazyLock;

use regex::Regex;

use super::super::compute_budget::Budget;
use super::super::compute_schedule::Schedule;
use super::super::parse_plan::{Plan, parse};
use super::super::write_detailed_plan::too_few_hours;
use super::{Material, Outcome, Verdict};
use crate::facts::amount;
use crate::task::{Inputs, TaskError};

pub(super) fn total(plan: &Plan, schedule: &Schedule) -> Outcome {
    let computed = schedule.total_days;
    match plan.total_days {
        None => Outcome::new(Verdict::Warn, "the plan does not state a total of days"),
        Some(stated) if stated == u64::from(computed) => {
            let detail = format!("the stated total of {stated} days is the computed one");
            Outcome::new(Verdict::Pass, detail)
        }
        Some(stated) => {
            let detail = format!("the plan says {stated} days, the schedule has {computed}");
            Outcome::new(Verdict::Fail, detail).about([format!("Total: {stated}")])
        }
    }
}

/// What `plan.md` states otherwise than it was computed, each with both numbers. An edit of the plan
/// makes such differences; summary, premortem and report repeat them.
pub(in super::super) fn differences(inputs: &Inputs) -> Result<Vec<String>, TaskError> {
    let plan = parse(inputs.text("plan.md")?);
    let schedule: Option<Schedule> = inputs.optional("schedule.json")?;
    let budget: Option<Budget> = inputs.optional("budget.json")?;
    let mut out = Vec::new();
    if let Some(schedule) = schedule {
        out.extend(total(&plan, &schedule).differs());
        out.extend(wrong_dates(&plan, &schedule));
    }
    out.extend(stray_days(inputs)?);
    if let Some(budget) = budget {
        out.extend(budget_total(&plan, &budget).differs());
        out.extend(restated(inputs.text("plan.md")?, &budget));
    }
    out.extend(arithmetic(&plan).about);
    Ok(out)
}

/// Every dated row of the plan against the schedule, and each row in itself.
pub(super) fn dates(all: &Material<'_>) -> Option<Outcome> {
    let mut wrong = wrong_dates(&all.plan, all.schedule.as_ref()?);
    wrong.extend(stray_days(all.ctx.inputs).ok()?);
    if all.plan.rows.is_empty() {
        return Some(Outcome::new(Verdict::Warn, "the plan dates no task"));
    }
    let good = format!("{} dated tasks are as computed", all.plan.rows.len());
    Some(Outcome::found((Verdict::Fail, "dates that differ from the schedule"), good, wrong))
}

fn wrong_dates(plan: &Plan, schedule: &Schedule) -> Vec<String> {
    let end = schedule.when(schedule.total_days, schedule.finish);
    let stated = plan.end.iter().filter(|stated| **stated != end);
    let mut wrong: Vec<String> =
        stated.map(|stated| format!("End: {stated}, computed {end}")).collect();
    for row in &plan.rows {
        let known = schedule.tasks.iter().find(|task| *task.id == row.id);
        let computed = known.map_or_else(
            || "no such task".to_owned(),
            |task| {
                let start = schedule.when(task.start_day, task.start);
                format!("{start} to {}", schedule.when(task.end_day, task.end))
            },
        );
        let said = format!("{} to {}", row.start, row.end);
        // Dates are written so that they sort as text.
        if row.start > row.end {
            wrong.push(format!("{} ends before it starts: {said}", row.id));
        } else if said != computed {
            wrong.push(format!("{}: {said}, computed {computed}", row.id));
        }
    }
    wrong
}

static DAY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b20\d{2}-\d{2}-\d{2}\b").expect("the pattern is valid"));

/// The days that the plan names and nothing computed, each with its line. What the prompt says and what is assumed of
/// it names days of its own, and rows of tasks are compared with their tasks.
fn stray_days(inputs: &Inputs) -> Result<Vec<String>, TaskError> {
    const LONGEST: usize = 60;
    let known = ["schedule.json", "budget.json"].map(|path| inputs.text(path).unwrap_or_default());
    let (mut is_ours, mut is_code) = (true, false);
    let mut out = Vec::new();
    for line in inputs.text("plan.md")?.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            is_ours = !["Facts from the prompt", "Assumptions"].contains(&title.trim());
        }
        is_code ^= line.starts_with("```");
        if !is_ours || is_code || line.starts_with("| W") || line.starts_with("- **End:**") {
            continue;
        }
        let days = DAY.find_iter(line).map(|it| it.as_str());
        let stray = days.filter(|day| !known.iter().any(|text| text.contains(day)));
        let begin: String =
            line.trim_start_matches(['-', '|', ' ']).chars().take(LONGEST).collect();
        out.extend(stray.map(|day| format!("{day} is no computed day: \"{begin}\"")));
    }
    Ok(out)
}

/// The stated money against what is needed, where the plan says it otherwise.
fn restated(plan: &str, budget: &Budget) -> Option<String> {
    let said = plan.lines().find_map(|line| line.strip_prefix("- **Money stated:** "))?;
    let computed = budget.against()?;
    (said.trim() != computed).then(|| format!("Money stated: {said}, computed: {computed}"))
}

/// Every sum that a table of the plan states, added up again.
pub(super) fn arithmetic(plan: &Plan) -> Outcome {
    let wrong = plan.sums.iter().filter(|sum| sum.stated != sum.computed).map(|sum| {
        let (section, label) = (&sum.section, &sum.label);
        let (stated, computed) = (amount(sum.stated), amount(sum.computed));
        format!("{section}: {label} is {stated}, the rows add up to {computed}")
    });
    let good = format!("{} sums in tables are right", plan.sums.len());
    Outcome::found((Verdict::Fail, "sums that are wrong"), good, wrong)
}

pub(super) fn budget_total(plan: &Plan, budget: &Budget) -> Outcome {
    let Some(stated) = plan.total_budget else {
        let detail = if budget.lines.is_empty() {
            "no price of this project is known yet"
        } else {
            "the plan does not state a total of money"
        };
        return Outcome::new(Verdict::Warn, detail);
    };
    let sum = &budget.sum;
    let pairs = [
        ("Total budget", Some(stated), sum.total),
        ("Money needed", plan.needed, sum.total),
        ("Reserve", plan.reserve, sum.contingency),
    ];
    let (mut detail, mut about) = (Vec::new(), Vec::new());
    for (name, said, computed) in pairs {
        if let Some(said) = said.filter(|said| *said != computed) {
            let (said, computed) = (amount(said), amount(computed));
            detail.push(format!("{name}: the plan says {said}, the budget has {computed}"));
            about.push(format!("{name}: {said}, computed {computed}"));
        }
    }
    if about.is_empty() {
        let detail = format!("the stated total of {} is the computed one", amount(stated));
        return Outcome::new(Verdict::Pass, detail);
    }
    Outcome::new(Verdict::Fail, detail.join("; ")).about(about)
}

pub(super) fn budget_gap(all: &Material<'_>) -> Option<Outcome> {
    let budget = all.budget.as_ref()?;
    if let Some(misfit) = budget.misfit() {
        let about = budget.open.iter().map(|one| format!("{}: {}", one.task, one.item));
        return Some(Outcome::new(Verdict::Fail, misfit).about(about));
    }
    let Some((stated, against)) = budget.stated.as_ref().zip(budget.against()) else {
        let detail = "the prompt names no amount to compare with";
        return Some(Outcome::new(Verdict::Warn, detail));
    };
    let quote = [stated.quote.clone()];
    Some(match (budget.gap, budget.thin()) {
        (None, _) => Outcome::new(Verdict::Warn, against),
        (Some(gap), _) if gap < 0 => Outcome::new(Verdict::Fail, against).about(quote),
        (_, Some(percent)) => {
            let detail = format!(
                "only {percent} % of \"{}\" is planned: work may be missing, or the money is for more than this",
                stated.quote
            );
            Outcome::new(Verdict::Warn, detail).about(quote)
        }
        (Some(_), None) => Outcome::new(Verdict::Pass, against),
    })
}

/// A week that asks for more than its people have.
pub(super) fn load(all: &Material<'_>) -> Option<Outcome> {
    let over = all.team.as_ref()?.roles.iter().filter(|role| role.peak_percent > 100);
    let over = over
        .map(|role| format!("{}: {} % in week {}", role.title, role.peak_percent, role.peak_week));
    let bad = (Verdict::Warn, "roles with more work in a week than the people have time for");
    Some(Outcome::found(bad, "no week asks for more than the people have", over))
}

/// Whether a fixed day is kept with the hours a week that the prompt states.
pub(super) fn hours(all: &Material<'_>) -> Option<Outcome> {
    Some(match all.schedule.as_ref()?.more_hours {
        Some(times) => Outcome::new(Verdict::Fail, too_few_hours(times)),
        None => Outcome::new(Verdict::Pass, "no fixed day needs more hours a week than are stated"),
    })
}
