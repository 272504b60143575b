//! ComputeBudget: every amount added up, with a reserve, against the money that is there.

use serde::{Deserialize, Serialize};

use super::break_down_work::Wbs;
use super::compute_schedule::Schedule;
use super::consult_experts::Experts;
use super::estimate_tasks::{Estimates, Split, Units, units};
use super::staff_team::Team;
use crate::answers::{self, ANSWERS};
use crate::artifact::Kind;
use crate::budget::{BreakEven, Line, Spread, Sum, break_even, sum};
use crate::facts::{Currency, Facts, amount, is_reserve};
use crate::id::{StageId, WorkId};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output, soft};

mod cash;
mod granted;
mod takings;

use cash::cash;
use granted::paid_later;
use takings::{Takings, takings};

pub(super) const TASK: Task = Task {
    name: "ComputeBudget",
    phase: Phase::GeneratingPlan,
    version: 10,
    inputs: &[
        soft("prompt.md"),
        soft(ANSWERS),
        hard("wbs.json"),
        hard("estimates.json"),
        hard("experts.json"),
        hard("team.json"),
        hard("schedule.json"),
        hard("facts.json"),
    ],
    outputs: &[output("budget.json", Kind::Intermediate)],
    weight: 1,
    by: By::Code,
    run,
};

/// `budget.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Budget {
    pub(super) currency: Currency,
    pub(super) lines: Vec<Line>,
    pub(super) stages: Vec<StageSum>,
    #[serde(flatten)]
    pub(super) sum: Sum,
    pub(super) stated: Option<Stated>,
    /// What is left of the stated money; negative when it does not suffice.
    pub(super) gap: Option<i64>,
    pub(super) running: Vec<Upkeep>,
    pub(super) break_even: Option<BreakEven>,
    /// What comes in and goes out, month by month.
    #[serde(default)]
    pub(super) cash: Vec<CashMonth>,
    /// The money that is there at the start, where a part of what is stated has to be granted or lent first.
    #[serde(default)]
    pub(super) opening: Option<i64>,
    /// Work that is done and not paid for in these amounts.
    #[serde(default)]
    pub(super) left_out: Vec<String>,
    /// What has to be paid at a price that nobody knows yet.
    #[serde(default)]
    pub(super) open: Vec<Open>,
    /// What the usual prices add up to, where they are too far from the stated money to be used.
    #[serde(default)]
    pub(super) usual: Option<i64>,
    /// How the prompt splits its money, where the lines are the parts.
    #[serde(default)]
    pub(super) split: Option<Split>,
    /// What the prompt expects to take in.
    #[serde(default)]
    pub(super) takings: Vec<Takings>,
    /// Costs of units that a part of the budget holds already, each with its product.
    #[serde(default)]
    pub(super) in_parts: Vec<String>,
}

/// Something to ask an offer for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Open {
    pub(super) task: WorkId,
    pub(super) item: String,
}

/// A month of the cash flow.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CashMonth {
    /// `2027-04`.
    pub(super) month: String,
    pub(super) paid: i64,
    pub(super) received: i64,
    /// What is left at its end, of the stated money and what was received.
    pub(super) balance: i64,
    /// What the money of the month is for, in a few words.
    pub(super) note: String,
}

impl Budget {
    /// Whether the amounts are those of the whole project, as far as anybody knows.
    pub(super) fn is_priced(&self) -> bool {
        self.usual.is_none() && !self.lines.is_empty()
    }

    /// Whether no price is left to be asked for; the parts that the prompt names are all there is.
    pub(super) fn is_whole(&self) -> bool {
        self.split.is_some() || self.open.is_empty()
    }

    /// What is needed, in words.
    pub(super) fn needed(&self) -> String {
        let (total, currency) = (amount(self.sum.total), &self.currency);
        let asked = match self.open.len() {
            1 => "1 price has".to_owned(),
            count => format!("{count} prices have"),
        };
        match (self.lines.is_empty(), self.is_whole()) {
            (true, true) => "not known: no price is stated, and none is usual".to_owned(),
            (true, false) => format!("not known: {asked} to be asked for"),
            (false, true) => format!("{total} {currency}, reserve included"),
            (false, false) => {
                format!("at least {total} {currency}, reserve included: {asked} to be asked for")
            }
        }
    }

    /// The stated money against what is needed, in a sentence without its stop.
    pub(super) fn against(&self) -> Option<String> {
        let (stated, currency) = (self.stated.as_ref()?, &self.currency);
        let (quote, rest) = (&stated.quote, stated.amount - self.sum.total);
        let sum = amount(rest.abs());
        Some(match (self.lines.is_empty(), self.is_whole()) {
            (true, _) => format!("no price is known to compare \"{quote}\" with"),
            (_, true) if rest < 0 => format!("{sum} {currency} are missing against \"{quote}\""),
            (_, true) => format!("{sum} {currency} are left of \"{quote}\""),
            (_, false) if rest < 0 => format!(
                "{sum} {currency} are missing against \"{quote}\" before the other prices are known"
            ),
            (_, false) => {
                format!("{sum} {currency} of \"{quote}\" are there for what has to be asked for")
            }
        })
    }

    /// Every line at its least, without a reserve.
    pub(super) fn least(&self) -> i64 {
        self.lines.iter().map(|line| line.amount.min).sum()
    }

    /// Why no usual price is used, in a sentence.
    pub(super) fn misfit(&self) -> Option<String> {
        let (usual, stated) = (self.usual?, self.stated.as_ref()?);
        let times = usual as f64 / stated.amount.max(1) as f64;
        let part = if times < 1.0 {
            format!("{:.0} % of", times * 100.0)
        } else {
            format!("{times:.1} times")
        };
        let (usual, currency, quote) = (amount(usual), &self.currency, &stated.quote);
        Some(format!(
            "the usual prices of this kind of project add up to {usual} {currency}, {part} the stated \
             \"{quote}\": they are not used, and {} to be asked for",
            if self.open.len() == 1 { "one offer has" } else { "offers have" }
        ))
    }

    /// How the prompt splits its money and what the parts leave, in a sentence.
    pub(super) fn divided(&self) -> Option<String> {
        let (split, stated) = (self.split.as_ref()?, self.stated.as_ref()?);
        let (currency, quote, parts) = (&self.currency, &stated.quote, amount(split.parts));
        let rest = amount(split.rest.abs());
        let so = match split.rest {
            0 => format!("which is all of \"{quote}\""),
            1.. if is_reserve(&split.rest_for) => {
                format!("and the rest of \"{quote}\", {rest} {currency}, is kept as a reserve")
            }
            1.. if !split.rest_for.is_empty() => {
                format!("and the rest of \"{quote}\", {rest} {currency}, is for {}", split.rest_for)
            }
            1.. => format!("which leaves {rest} {currency} of \"{quote}\" without a purpose"),
            _ => format!("{rest} {currency} more than \"{quote}\""),
        };
        Some(format!("the parts that the prompt names add up to {parts} {currency}, {so}"))
    }

    /// How much of the stated money is planned, in percent, if that is suspiciously little.
    pub(super) fn thin(&self) -> Option<i64> {
        let stated = self.stated.as_ref().filter(|stated| stated.amount > 0)?;
        if !self.is_priced() || !self.open.is_empty() {
            return None;
        }
        let percent = self.sum.total * 100 / stated.amount;
        (percent < 40).then_some(percent)
    }
}

/// The likely amounts of a stage.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StageSum {
    pub(super) id: StageId,
    pub(super) title: String,
    pub(super) likely: i64,
}

/// The money that the prompt names.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Stated {
    pub(super) amount: i64,
    /// The lower end, where the prompt states a range.
    #[serde(default)]
    pub(super) least: Option<i64>,
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
    let experts: Experts = ctx.inputs.read("experts.json")?;
    let estimates: Estimates = experts.estimated(ctx.inputs.read("estimates.json")?);
    let team: Team = ctx.inputs.read("team.json")?;
    let facts: Facts = ctx.inputs.read("facts.json")?;
    let schedule: Schedule = ctx.inputs.read("schedule.json")?;
    let mut budget = budget(&wbs, &estimates, &team, &facts);
    // Facts count their places in the prompt with the answers below it.
    let text = answers::material(ctx.inputs).unwrap_or_default();
    budget.takings = takings(&facts, &text, budget.currency);
    let later = paid_later(&budget, &facts);
    budget.opening = budget
        .stated
        .as_ref()
        .filter(|_| !later.is_empty())
        .map(|stated| stated.amount - later.iter().map(|it| it.0.amount).sum::<i64>());
    budget.cash = cash(&budget, &wbs, &schedule, &facts, &later);
    Ok(vec![ctx.computed("budget.json", &budget)])
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
    let split = estimates.split.as_ref();
    let sum = split.map_or_else(|| sum(&lines), |split| kept(&lines, split));
    let stated = facts.budget().filter(|stated| stated.currency == estimates.currency);
    let stated = stated.map(|it| Stated { amount: it.amount, least: it.least, quote: it.quote });
    let running: Vec<Upkeep> = estimates
        .running
        .iter()
        .map(|it| Upkeep { item: it.item.clone(), monthly: it.monthly, basis: it.basis.clone() })
        .collect();
    let monthly_costs = running.iter().map(|it| it.monthly).sum();
    let gap = stated.as_ref().map(|stated| stated.amount - sum.total);
    let open = wbs.entries().flat_map(|(_, entry)| {
        let items = estimates.of(&entry.id).open;
        items.into_iter().map(|item| Open { task: entry.id.clone(), item })
    });
    // What the prompt keeps as a reserve is asked of nobody.
    let is_asked = |one: &Open| !is_reserve(&one.item) || sum.contingency == 0;
    let open: Vec<Open> = open.filter(is_asked).collect();
    let is_whole = estimates.split.is_some() || open.is_empty() && !lines.is_empty();
    Budget {
        currency: estimates.currency,
        cash: Vec::new(),
        opening: None,
        left_out: left_out(team),
        // What is left is not known while prices are open; what is missing already is.
        gap: gap.filter(|gap| is_whole || *gap < 0),
        usual: estimates.usual,
        split: estimates.split.clone(),
        takings: Vec::new(),
        in_parts: in_parts(facts),
        open,
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

/// The lines and the reserve that the prompt itself sets aside; there is none beside its parts.
fn kept(lines: &[Line], split: &Split) -> Sum {
    let subtotal: i64 = lines.iter().map(|line| line.amount.likely).sum();
    let is_kept = is_reserve(&split.rest_for);
    // What else has a price is paid before the rest is a reserve.
    let others = subtotal - (split.parts - split.reserve);
    let rest = if is_kept { (split.rest - others).max(0) } else { 0 };
    let basis = match (is_kept, split.reserve) {
        (true, _) => "what the parts of the stated money leave",
        (false, 0) => "none beside the parts of the stated money",
        _ => "as the prompt states it",
    };
    let contingency = split.reserve + rest;
    let contingency_basis = basis.to_owned();
    Sum { subtotal, contingency, contingency_basis, total: subtotal + contingency }
}

/// Costs of units that a part of the budget holds already.
fn in_parts(facts: &Facts) -> Vec<String> {
    units(facts).iter().filter_map(Units::in_part).collect()
}

/// Roles that work without a line in the budget, and how many days.
fn left_out(team: &Team) -> Vec<String> {
    let is_elsewhere = |contract: &str| {
        contract.contains("in the cost lines") || contract.contains("in the monthly costs")
    };
    let unpaid = team.roles.iter().filter(|member| {
        member.day_rate == 0 && member.effort_days > 0.0 && !is_elsewhere(&member.contract)
    });
    unpaid
        .map(|member| {
            format!("{}: {} days ({})", member.title, member.effort_days, member.contract)
        })
        .collect()
}
