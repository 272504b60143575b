//! The section about money.

use std::fmt::Write as _;

use super::super::compute_budget::{Budget, CashMonth};
use super::super::{cells, plural, sentence};
use super::{Material, table};
use crate::facts::{MoneyRole, amount};

pub(super) fn budget(all: &Material) -> String {
    let budget = &all.budget;
    let mut out = String::new();
    if budget.lines.is_empty() {
        out.push_str("No price of this project is known yet.\n");
    } else {
        lines(budget, &mut out);
        let verdict = verdict(all);
        let total = amount(budget.sum.total);
        let _ = writeln!(out, "\nTotal budget: {total} {}{verdict}", budget.currency);
    }
    if let Some(divided) = budget.divided() {
        let _ = write!(out, "\n{}. No usual price is added to them.\n", sentence(&divided));
    }
    for one in &budget.in_parts {
        let _ = write!(out, "\n{one}.\n");
    }
    if let Some(misfit) = budget.misfit() {
        let _ = write!(out, "\n{}.\n", sentence(&misfit));
    }
    if !budget.open.is_empty() {
        out.push_str("\n### Prices to be asked for\n\n");
        for one in &budget.open {
            let _ = writeln!(out, "- {}: {}", one.task, one.item);
        }
    }
    takings(budget, &mut out);
    if !budget.left_out.is_empty() {
        let _ = write!(out, "\nNot in these amounts: {}.\n", budget.left_out.join("; "));
    }
    running(budget, &mut out);
    cash(budget, &mut out);
    uncounted(all, &mut out);
    out
}

/// Every line with its spread, and their sum.
fn lines(budget: &Budget, out: &mut String) {
    let _ = write!(out, "Amounts in {}, whole units.\n\n", budget.currency);
    let sum = &budget.sum;
    let mut rows: Vec<Vec<String>> = Vec::new();
    for it in &budget.lines {
        let [likely, min, max] = [it.amount.likely, it.amount.min, it.amount.max].map(amount);
        rows.push(cells([&it.task, &it.item, &likely, &min, &max, &it.basis]));
    }
    let total = format!("**{}**", amount(sum.total));
    for (item, sum, basis) in [
        ("Subtotal", amount(sum.subtotal), ""),
        ("Reserve", amount(sum.contingency), sum.contingency_basis.as_str()),
        ("**Total**", total, ""),
    ] {
        rows.push(cells([&"", &item, &sum, &"", &"", &basis]));
    }
    out.push_str(&table(&["Task", "Item", "Likely", "Least", "Most", "Basis"], rows));
}

/// The total against what the prompt states.
fn verdict(all: &Material) -> String {
    let budget = &all.budget;
    let Some(stated) = &budget.stated else {
        let quotes: Vec<String> =
            all.facts.monies().map(|(_, fact)| format!("\"{}\"", fact.quote)).collect();
        return match quotes.len() {
            0 => ". The prompt states no amount.".to_owned(),
            _ => format!(". The prompt names {}, and no sum for all of this.", quotes.join(", ")),
        };
    };
    let against = budget.against().unwrap_or_default();
    let is_short = budget.gap.is_some_and(|gap| gap < 0);
    let saving = if is_short { at_least(budget, stated.amount) } else { String::new() };
    format!(": {against}. {saving}").trim_end().to_owned()
}

/// Whether saving everywhere would do, when the money does not suffice.
fn at_least(budget: &Budget, stated: i64) -> String {
    if !budget.is_priced() {
        return "That is for what has a price in the prompt alone; the prices below come on top."
            .to_owned();
    }
    let (least, currency) = (budget.least(), &budget.currency);
    let (sum, short) = (amount(least), amount((least - stated).abs()));
    if least > stated {
        format!(
            "Even with every item at its least and no reserve it is {sum} {currency}, {short} too much: \
             saving does not suffice, work has to be left out or money found."
        )
    } else {
        format!(
            "With every item at its least and no reserve it is {sum} {currency}, which would leave {short}: \
             it can be done only where most offers come in low."
        )
    }
}

/// Amounts of the prompt that stand nowhere above.
fn uncounted(all: &Material, out: &mut String) {
    let is_told = |role: MoneyRole| matches!(role, MoneyRole::Budget | MoneyRole::Part);
    let left: Vec<String> = all
        .facts
        .monies()
        .filter(|(money, fact)| !is_told(money.role) && !out.contains(&fact.quote))
        .map(|(_, fact)| format!("{} \"{}\"", fact.id, fact.quote))
        .collect();
    if !left.is_empty() {
        let left = left.join(", ");
        let _ = write!(out, "\nStated in the prompt and in none of these amounts: {left}.\n");
    }
}

/// What comes in and goes out by month; months in which nothing happens share a row.
fn cash(budget: &Budget, out: &mut String) {
    if budget.cash.is_empty() {
        return;
    }
    let stated = match (&budget.stated, budget.opening) {
        (None, _) => "no stated money, so that the balance shows what has to be found".to_owned(),
        (Some(stated), None) => format!("\"{}\" at the start", stated.quote),
        (Some(stated), Some(opening)) => format!(
            "{} at the start: the rest of \"{}\" has to be granted or lent first",
            amount(opening),
            stated.quote
        ),
    };
    let currency = &budget.currency;
    let _ = write!(
        out,
        "\n### Cash flow by month\n\nLikely amounts in {currency}, paid when their task ends, with {stated}.\n\n"
    );
    let is_quiet = |it: &CashMonth| it.paid == 0 && it.received == 0;
    let groups = budget.cash.chunk_by(|one, next| is_quiet(one) && is_quiet(next));
    let rows = groups.map(|months| {
        let it = &months[0];
        let month = match months {
            [.., last] if months.len() > 1 => format!("{} to {}", it.month, last.month),
            _ => it.month.clone(),
        };
        let [paid, received, balance] = [it.paid, it.received, it.balance].map(amount);
        cells([&month, &paid, &received, &balance, &it.note])
    });
    out.push_str(&table(&["Month", "Paid", "Received", "Balance", "What for"], rows));
    let monthly: i64 = budget.running.iter().map(|it| it.monthly).sum();
    if monthly > 0 && budget.cash.iter().all(|month| month.received == 0) {
        let kept = budget.lines.iter().find(|line| line.item.starts_with("Reserve "));
        let kept = kept.map_or_else(String::new, |line| {
            let (kept, months) = (line.amount.likely, line.amount.likely as f64 / monthly as f64);
            let kept = amount(kept);
            format!("; without any, the {kept} set aside for it last {months:.1} months")
        });
        let monthly = amount(monthly);
        let _ = write!(
            out,
            "\nNo takings are in this table, because the prompt names none, and no running costs either: from {monthly} {currency} a month on, takings carry them{kept}.\n"
        );
    }
    let low = budget.cash.iter().find(|month| month.balance < 0);
    if let Some(low) = low.filter(|_| budget.stated.is_some()) {
        let _ = write!(out, "\nThe money runs out in {}.\n", low.month);
    }
}

/// What the prompt expects to take in, with the arithmetic.
fn takings(budget: &Budget, out: &mut String) {
    let currency = budget.currency;
    for one in &budget.takings {
        let words = if one.is_often {
            format!("Expected takings in {currency}: {}", one.words)
        } else {
            let (short, sum) = (&one.short, amount(one.once));
            let product = one.words.rsplit(": ").next().unwrap_or_default();
            format!("{short} brings {sum} {currency} at most ({product})")
        };
        let _ = write!(out, "\n{words}. None of it is counted as money that is there.\n");
    }
}

fn running(budget: &Budget, out: &mut String) {
    if budget.running.is_empty() {
        return;
    }
    out.push_str("\n### A month once it runs\n\n");
    let costs = budget.running.iter();
    let mut rows: Vec<Vec<String>> =
        costs.clone().map(|it| cells([&it.item, &amount(it.monthly), &it.basis])).collect();
    let total = format!("**{}**", amount(costs.map(|it| it.monthly).sum()));
    rows.push(cells([&"**Total**", &total, &""]));
    out.push_str(&table(&["Item", "Monthly", "Basis"], rows));
    if let Some(month) = &budget.break_even {
        let contribution = month.contribution_cents as f64 / 100.0;
        let days = month.per_day.map_or_else(String::new, |per_day| {
            format!("; that is {per_day} on each of {} open days", month.open_days)
        });
        let _ = write!(
            out,
            "\nBreak-even: {} {} a month, each leaving {contribution:.2} {} ({}){days}.\n",
            amount(month.per_month),
            plural(&month.unit),
            budget.currency,
            month.basis
        );
    }
}
