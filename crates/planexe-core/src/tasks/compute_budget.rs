//! ComputeBudget: every amount added up, with a reserve, against the money that is there.

use serde::{Deserialize, Serialize};

use super::break_down_work::Wbs;
use super::estimate_tasks::Estimates;
use super::staff_team::Team;
use crate::artifact::Kind;
use crate::budget::{BreakEven, Line, Spread, Sum, break_even, sum};
use crate::facts::Facts;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "ComputeBudget",
    phase: Phase::GeneratingPlan,
    version: 2,
    inputs: &[hard("wbs.json"), hard("estimates.json"), hard("team.json"), hard("facts.json")],
    outputs: &[output("budget.json", Kind::Intermediate)],
    weight: 1,
    by: By::Code,
    run,
};

/// `budget.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Budget {
    pub(super) currency: String,
    pub(super) lines: Vec<Line>,
    pub(super) stages: Vec<StageSum>,
    #[serde(flatten)]
    pub(super) sum: Sum,
    pub(super) stated: Option<Stated>,
    /// What is left of the stated money; negative when it does not suffice.
    pub(super) gap: Option<i64>,
    pub(super) running: Vec<Upkeep>,
    pub(super) break_even: Option<BreakEven>,
}

impl Budget {
    /// Every line at its least, without a reserve.
    pub(super) fn least(&self) -> i64 {
        self.lines.iter().map(|line| line.amount.min).sum()
    }

    /// How much of the stated money is planned, in percent, if that is suspiciously little.
    pub(super) fn thin(&self) -> Option<i64> {
        let stated = self.stated.as_ref().filter(|stated| stated.amount > 0)?;
        let percent = self.sum.total * 100 / stated.amount;
        (percent < 40).then_some(percent)
    }
}

/// The likely amounts of a stage.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StageSum {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) likely: i64,
}

/// The money that the prompt names.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Stated {
    pub(super) amount: i64,
    pub(super) quote: String,
}

/// A monthly cost.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Upkeep {
    pub(super) item: String,
    pub(super) monthly: i64,
    pub(super) basis: String,
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let wbs: Wbs = ctx.inputs.read("wbs.json")?;
    let estimates: Estimates = ctx.inputs.read("estimates.json")?;
    let team: Team = ctx.inputs.read("team.json")?;
    let facts: Facts = ctx.inputs.read("facts.json")?;
    Ok(vec![ctx.computed("budget.json", &budget(&wbs, &estimates, &team, &facts))])
}

fn budget(wbs: &Wbs, estimates: &Estimates, team: &Team, facts: &Facts) -> Budget {
    let mut lines = Vec::new();
    for (stage, entry) in wbs.entries() {
        let estimate = estimates.of(&entry.id);
        let line = |item: String, amount: Spread, basis: String| Line {
            stage: stage.id.clone(),
            task: entry.id.clone(),
            item,
            amount,
            basis,
        };
        let member = team.roles.iter().find(|member| member.title == entry.role);
        if let Some(member) = member.filter(|member| member.day_rate > 0) {
            // Effort follows the days: a task that takes half the days takes half the effort.
            let likely_days = f64::from(estimate.days.likely.max(1));
            let cost = |days: u32| {
                let share = f64::from(days) / likely_days;
                (estimate.effort_days * share * member.day_rate as f64).round() as i64
            };
            let likely = (estimate.effort_days * member.day_rate as f64).round() as i64;
            let amount = Spread {
                min: cost(estimate.days.min).min(likely),
                likely,
                max: cost(estimate.days.max).max(likely),
            };
            let unit =
                if (estimate.effort_days - 1.0).abs() < f64::EPSILON { "day" } else { "days" };
            let basis = format!("{} {unit} × {}", estimate.effort_days, member.day_rate);
            lines.push(line(format!("{}: {}", member.title, entry.title), amount, basis));
        }
        for cost in estimate.costs {
            lines.push(line(cost.item, cost.amount, cost.basis));
        }
    }
    let stages = wbs.stages.iter().map(|stage| StageSum {
        id: stage.id.clone(),
        title: stage.title.clone(),
        likely: lines.iter().filter(|it| it.stage == stage.id).map(|it| it.amount.likely).sum(),
    });
    let stages = stages.collect();
    let sum = sum(&lines);
    let stated = facts.budget().filter(|(money, _)| money.currency == estimates.currency);
    let stated = stated.map(|(money, quote)| Stated { amount: money.amount, quote });
    let running: Vec<Upkeep> = estimates
        .running
        .iter()
        .map(|it| Upkeep { item: it.item.clone(), monthly: it.monthly, basis: it.basis.clone() })
        .collect();
    let monthly_costs = running.iter().map(|it| it.monthly).sum();
    Budget {
        currency: estimates.currency.clone(),
        gap: stated.as_ref().map(|stated| stated.amount - sum.total),
        stages,
        sum,
        stated,
        break_even: estimates.unit.as_ref().and_then(|unit| {
            break_even(
                monthly_costs,
                &unit.name,
                unit.contribution_cents,
                unit.open_days,
                &unit.basis,
            )
        }),
        running,
        lines,
    }
}
