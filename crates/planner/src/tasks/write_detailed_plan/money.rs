//! The section about money.

use std::fmt::Write as _;

use super::super::compute_budget::Budget;
use super::{Material, table};
use crate::facts::{MoneyRole, amount};

pub(super) fn budget(all: &Material) -> String {
    let budget = &all.budget;
    let currency = budget.currency;
    let cells = |values: [&str; 6]| values.map(str::to_owned).to_vec();
    let mut rows: Vec<Vec<String>> = budget
        .lines
        .iter()
        .map(|line| {
            let spread = &line.amount;
            cells([
                line.task.as_str(),
                &line.item,
                &amount(spread.likely),
                &amount(spread.min),
                &amount(spread.max),
                &line.basis,
            ])
        })
        .collect();
    let sum = &budget.sum;
    rows.push(cells(["", "Subtotal", &amount(sum.subtotal), "", "", ""]));
    rows.push(cells(["", "Reserve", &amount(sum.contingency), "", "", &sum.contingency_basis]));
    rows.push(cells(["", "**Total**", &format!("**{}**", amount(sum.total)), "", "", ""]));
    let mut out = String::new();
    if budget.lines.is_empty() {
        out.push_str("No price of this project is known yet.\n");
    } else {
        let _ = write!(out, "Amounts in {currency}, whole units.\n\n");
        out.push_str(&table(&["Task", "Item", "Likely", "Least", "Most", "Basis"], rows));
    }
    match (&budget.stated, budget.gap) {
        _ if budget.lines.is_empty() => {}
        (Some(stated), None) => {
            let total = amount(sum.total);
            let rest = amount(stated.amount - sum.total);
            let _ = write!(
                out,
                "\nTotal budget: {total} {currency}, for what the prompt has prices for; {rest} {currency} of \
                 \"{}\" are there for the rest.\n",
                stated.quote
            );
        }
        (Some(stated), Some(gap)) if gap < 0 => {
            let _ = write!(
                out,
                "\nTotal budget: {} {currency}. The prompt states \"{}\": {} {currency} are missing. {}\n",
                amount(sum.total),
                stated.quote,
                amount(-gap),
                at_least(budget, stated.amount)
            );
        }
        (Some(stated), Some(gap)) => {
            let _ = write!(
                out,
                "\nTotal budget: {} {currency}. The prompt states \"{}\": {} {currency} are left.\n",
                amount(sum.total),
                stated.quote,
                amount(gap)
            );
        }
        _ => {
            let total = amount(sum.total);
            let _ = write!(out, "\nTotal budget: {total} {currency}. {}\n", unstated(all));
        }
    }
    parts(budget, &mut out);
    offers(budget, &mut out);
    takings(budget, &mut out);
    if !budget.left_out.is_empty() {
        let _ = write!(out, "\nNot in these amounts: {}.\n", budget.left_out.join("; "));
    }
    running(budget, seats(all), &mut out);
    cash(budget, &mut out);
    uncounted(all, &mut out);
    out
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
        let _ = write!(
            out,
            "\nStated in the prompt and in none of these amounts: {}.\n",
            left.join(", ")
        );
    }
}

/// How the prompt splits its money, and what its parts hold.
fn parts(budget: &Budget, out: &mut String) {
    if let Some(divided) = budget.divided() {
        let divided = super::super::sentence(&divided);
        let _ = write!(out, "\n{divided}. No usual price is added to them.\n");
    }
    for one in &budget.in_parts {
        let _ = write!(out, "\n{one}.\n");
    }
}

/// What has to be asked for, and why nothing is assumed.
fn offers(budget: &Budget, out: &mut String) {
    if let Some(misfit) = budget.misfit() {
        let _ = write!(out, "\n{}.\n", super::super::sentence(&misfit));
    }
    if budget.open.is_empty() {
        return;
    }
    let _ = write!(out, "\n### Prices to be asked for\n\n");
    for one in &budget.open {
        let _ = writeln!(out, "- {}: {}", one.task, one.item);
    }
}

/// What comes in and goes out by month.
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
    let _ = write!(
        out,
        "\n### Cash flow by month\n\nLikely amounts in {}, paid when their task ends, with {stated}.\n\n",
        budget.currency
    );
    let rows = budget.cash.iter().map(|month| {
        vec![
            month.month.clone(),
            amount(month.paid),
            amount(month.received),
            amount(month.balance),
            month.note.clone(),
        ]
    });
    out.push_str(&table(&["Month", "Paid", "Received", "Balance", "What for"], rows));
    let monthly: i64 = budget.running.iter().map(|it| it.monthly).sum();
    if monthly > 0 && budget.cash.iter().all(|month| month.received == 0) {
        let kept = budget.lines.iter().find(|line| line.item.starts_with("Reserve "));
        let kept = kept.map_or_else(String::new, |line| {
            format!(
                "; without any, the {} set aside for it last {}",
                amount(line.amount.likely),
                months(line.amount.likely, monthly)
            )
        });
        let _ = write!(
            out,
            "\nNo takings are in this table, because the prompt names none, and no running costs either: from {} {} a month on, takings carry them{kept}.\n",
            amount(monthly),
            budget.currency
        );
    }
    if let Some(low) =
        budget.cash.iter().find(|month| month.balance < 0).filter(|_| budget.stated.is_some())
    {
        let _ = write!(out, "\nThe money runs out in {}.\n", low.month);
    }
}

/// How many months a sum lasts, to a tenth.
fn months(sum: i64, monthly: i64) -> String {
    format!("{:.1} months", sum as f64 / monthly as f64)
}

/// Whether saving everywhere would do, when the money does not suffice.
fn at_least(budget: &Budget, stated: i64) -> String {
    if !budget.is_priced() {
        return "That is for what has a price in the prompt alone; the prices below come on top."
            .to_owned();
    }
    let (least, currency) = (budget.least(), &budget.currency);
    let short = amount((least - stated).abs());
    let least = amount(budget.least());
    if budget.least() > stated {
        format!(
            "Even with every item at its least and no reserve it is {least} {currency}, {short} too much: \
             saving does not suffice, work has to be left out or money found."
        )
    } else {
        format!(
            "With every item at its least and no reserve it is {least} {currency}, which would leave {short}: \
             it can be done only where most offers come in low."
        )
    }
}

/// What the prompt says of money where it names no budget.
fn unstated(all: &Material) -> String {
    let quotes: Vec<String> =
        all.facts.monies().map(|(_, fact)| format!("\"{}\"", fact.quote)).collect();
    if quotes.is_empty() {
        return "The prompt states no amount.".to_owned();
    }
    format!("The prompt names {}, and no sum for all of this.", quotes.join(", "))
}

/// What the prompt expects to take in, with the arithmetic.
fn takings(budget: &Budget, out: &mut String) {
    let currency = budget.currency;
    for one in &budget.takings {
        let _ = if one.is_often {
            writeln!(
                out,
                "\nExpected takings in {currency}: {}. They are not counted as money that is there.",
                one.words
            )
        } else {
            let (short, sum) = (&one.short, amount(one.once));
            let product = one.words.rsplit(": ").next().unwrap_or_default();
            writeln!(
                out,
                "\n{short} brings {sum} {currency} at most ({product}); it is not counted as money that is there.",
            )
        };
    }
}

/// The seats that guests share, if the prompt counts them.
fn seats(all: &Material) -> Option<u64> {
    let (count, fact) = all.facts.audience()?;
    (fact.count().is_some_and(|it| it.of.starts_with("seat")) && count > 0).then_some(count)
}

fn running(budget: &Budget, seats: Option<u64>, out: &mut String) {
    if budget.running.is_empty() {
        return;
    }
    out.push_str("\n### A month once it runs\n\n");
    let mut rows: Vec<Vec<String>> = budget
        .running
        .iter()
        .map(|it| vec![it.item.clone(), amount(it.monthly), it.basis.clone()])
        .collect();
    let total: i64 = budget.running.iter().map(|it| it.monthly).sum();
    rows.push(vec!["**Total**".to_owned(), format!("**{}**", amount(total)), String::new()]);
    out.push_str(&table(&["Item", "Monthly", "Basis"], rows));
    if budget.split.is_some() {
        out.push_str("\nOther running costs have no price in the prompt.\n");
    }
    if let Some(month) = &budget.break_even {
        let contribution = month.contribution_cents as f64 / 100.0;
        let _ = write!(
            out,
            "\nBreak-even: {} {} a month, each leaving {contribution:.2} {} ({})",
            amount(month.per_month),
            super::super::plural(&month.unit),
            budget.currency,
            month.basis
        );
        match month.per_day {
            Some(per_day) => {
                let _ = write!(out, "; that is {per_day} on each of {} open days", month.open_days);
                if let Some(seats) = seats {
                    let turns = per_day as f64 / seats as f64;
                    let _ = write!(out, ", or every seat taken {turns:.1} times a day");
                }
                out.push_str(".\n");
            }
            None => out.push_str(".\n"),
        }
    }
}
