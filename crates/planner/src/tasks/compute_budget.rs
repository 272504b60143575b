//! ComputeBudget: every amount added up, with a reserve, against the money that is there.

use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;

use super::break_down_work::Wbs;
use super::compute_schedule::Schedule;
use super::consult_experts::Experts;
use super::estimate_tasks::Estimates;
use super::staff_team::Team;
use crate::artifact::Kind;
use crate::budget::{BreakEven, Line, Spread, Sum, break_even, sum};
use crate::calendar::Date;
use crate::facts::{Currency, Fact, Facts, Money, MoneyRole, amount};
use crate::id::{StageId, WorkId};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "ComputeBudget",
    phase: Phase::GeneratingPlan,
    version: 8,
    inputs: &[
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

    /// How much of the stated money is planned, in percent, if that is suspiciously little.
    pub(super) fn thin(&self) -> Option<i64> {
        let stated = self.stated.as_ref().filter(|stated| stated.amount > 0)?;
        if !self.is_priced() {
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
    let sum = sum(&lines);
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
    let open: Vec<Open> = open.collect();
    Budget {
        currency: estimates.currency,
        cash: Vec::new(),
        opening: None,
        left_out: left_out(team),
        // What is left is not known while prices are open; what is missing already is.
        gap: gap.filter(|gap| estimates.usual.is_none() && !lines.is_empty() || *gap < 0),
        usual: estimates.usual,
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

/// Grants and loans that are parts of the stated money: "42,000 EUR: 25,000 from a grant, 10,000 from a loan".
fn paid_later<'f>(budget: &Budget, facts: &'f Facts) -> Vec<(&'f Money, &'f Fact)> {
    /// As far behind the whole as its parts stand.
    const NEAR: usize = 200;
    let Some(stated) = &budget.stated else { return Vec::new() };
    let whole = facts.monies().find(|(money, fact)| {
        money.role == MoneyRole::Budget
            && fact.quote == stated.quote
            && money.amount == stated.amount
    });
    let Some((_, whole)) = whole else { return Vec::new() };
    let is_part = |(money, fact): &(&Money, &Fact)| {
        (matches!(money.role, MoneyRole::Grant | MoneyRole::Loan) || is_promised(fact))
            && money.currency == budget.currency
            && fact.offset > whole.offset
            && fact.offset - whole.offset < NEAR
    };
    let parts: Vec<_> = facts.monies().filter(is_part).collect();
    let sum: i64 = parts.iter().map(|(money, _)| money.amount).sum();
    if sum <= stated.amount { parts } else { Vec::new() }
}

/// Whether the words right behind an amount, or the one before it, say that others give or lend it.
fn is_promised(fact: &Fact) -> bool {
    const WORDS: [&str; 17] = [
        "grant",
        "loan",
        "subsid",
        "credit",
        "lottery",
        "fund",
        "zuschuss",
        "zuschüsse",
        "förder",
        "kredit",
        "darlehen",
        "stiftung",
        "subvention",
        "prêt",
        "emprunt",
        "bourse",
        "crédit",
    ];
    let about = fact.about.to_lowercase();
    let Some((before, behind)) = about.split_once(&fact.quote.to_lowercase()) else { return false };
    let behind: String =
        behind.split([',', ';']).next().unwrap_or_default().chars().take(40).collect();
    let before = before.split_whitespace().next_back().unwrap_or_default();
    WORDS.iter().any(|word| behind.contains(word) || before.contains(word))
}

/// The day behind an amount on which somebody decides about it: "25,000 from the fund (decision end of January)".
fn decided(money: &Fact, facts: &Facts) -> Option<Date> {
    const NEAR: usize = 80;
    let mut days = facts
        .moments()
        .filter(|(_, fact)| fact.offset > money.offset && fact.offset - money.offset < NEAR);
    days.find(|(moment, _)| moment.role.is_due()).map(|(moment, _)| moment.to)
}

/// Payments in the month in which their task ends, the reserve with the last of them, running costs
/// from the month after the deadline's task, and the income that the prompt states.
fn cash(
    budget: &Budget,
    wbs: &Wbs,
    schedule: &Schedule,
    facts: &Facts,
    later: &[(&Money, &Fact)],
) -> Vec<CashMonth> {
    let Some(start) = schedule.start.filter(|_| budget.is_priced()) else { return Vec::new() };
    let mut months: BTreeMap<String, (i64, i64, Vec<String>)> = BTreeMap::new();
    let mut note = |month: String, paid: i64, received: i64, words: String| {
        let entry = months.entry(month).or_default();
        entry.0 += paid;
        entry.1 += received;
        if !words.is_empty() && entry.2.len() < 2 && !entry.2.contains(&words) {
            entry.2.push(words);
        }
    };
    let end_of = |task: &WorkId| {
        let row = schedule.tasks.iter().find(|row| row.id == *task);
        row.and_then(|row| row.end).unwrap_or(start)
    };
    let mut lines: Vec<_> = budget.lines.iter().collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.amount.likely));
    let monthly: i64 = budget.running.iter().map(|it| it.monthly).sum();
    // What is set aside for the first months is spent as their running costs, not twice.
    let is_spent = |line: &&Line| monthly == 0 || !line.item.starts_with("Reserve ");
    for line in lines.into_iter().filter(is_spent) {
        note(end_of(&line.task).month(), line.amount.likely, 0, line.item.clone());
    }
    let last = schedule.finish.unwrap_or(start);
    note(last.month(), budget.sum.contingency, 0, "reserve, if it is needed".to_owned());
    let deadline = wbs
        .deadline_position()
        .and_then(|place| schedule.tasks.get(place))
        .and_then(|row| row.end)
        .unwrap_or(last);
    for ahead in (1..=3).filter(|_| monthly > 0) {
        note(deadline.plus_months(ahead).month(), monthly, 0, "running costs".to_owned());
    }
    let is_sold = budget.running.is_empty()
        && facts.audience().is_some()
        && facts.price().is_some_and(|(money, _)| money.period.is_none());
    for (money, fact) in facts.monies().filter(|(money, _)| money.currency == budget.currency) {
        match (money.role, facts.audience()) {
            // What is hoped for in all holds what each one pays.
            (MoneyRole::Income, _) if money.period.is_none() && !is_sold => {
                note(
                    last.month(),
                    0,
                    money.amount,
                    format!("income \"{}\", if it comes", fact.quote),
                );
            }
            (MoneyRole::Price, Some((heads, audience)))
                if budget.running.is_empty() && money.period.is_none() =>
            {
                let most = money.amount * i64::try_from(heads).unwrap_or(0);
                note(
                    deadline.month(),
                    0,
                    most,
                    format!("\"{}\" from each of \"{}\", if all pay", fact.quote, audience.quote),
                );
            }
            _ => {}
        }
    }
    for (money, fact) in later {
        let day = decided(fact, facts).unwrap_or(if money.role == MoneyRole::Loan {
            start
        } else {
            last
        });
        note(day.month(), 0, money.amount, format!("\"{}\", once it is granted", fact.quote));
    }
    let stated = budget.stated.as_ref().map_or(0, |stated| stated.amount);
    let mut balance = budget.opening.unwrap_or(stated);
    // Months without payments stay in the table, so that gaps are seen.
    let first = months.keys().next().cloned().unwrap_or_else(|| start.month());
    let mut rows = Vec::new();
    let mut day = format!("{}-01", first.min(start.month()))
        .parse::<crate::calendar::Date>()
        .unwrap_or(start);
    let end = months.keys().next_back().cloned().unwrap_or_default();
    while day.month() <= end && rows.len() < 60 {
        let (paid, received, notes) = months.remove(&day.month()).unwrap_or_default();
        balance += received - paid;
        rows.push(CashMonth {
            month: day.month(),
            paid,
            received,
            balance,
            note: notes.join("; "),
        });
        day = day.plus_months(1);
    }
    rows
}
