//! Facts that cannot all be true: what nobody can plan around.

use super::date::{is_weekday, weekday};
use super::{Bound, Conflict, CountRole, DateRole, Facts, MoneyRole, amount};
use crate::id::FactId;

const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Two budgets are a range, a part and its whole, or, from this many times on, a mistake.
const TOO_MANY: i64 = 10;

/// The conflicts among facts, each with a sentence for the reader.
pub(super) fn conflicts(facts: &Facts) -> Vec<Conflict> {
    let mut out = Vec::new();
    let mut push = |ids: Vec<FactId>, message: String| out.push(Conflict { facts: ids, message });
    // What is only assumed to be the start contradicts nothing.
    let start = facts.start().filter(|(_, fact)| !fact.is_guess);
    for (moment, fact) in facts.moments() {
        if let Some((begin, other)) = start
            && moment.role == DateRole::Deadline
            && moment.to < begin
            && other.id != fact.id
        {
            let message = format!(
                "\"{}\" is the start and \"{}\" the end: work would begin after it is due.",
                other.quote, fact.quote
            );
            push(vec![other.id.clone(), fact.id.clone()], message);
        }
        if moment.from > moment.to {
            push(vec![fact.id.clone()], format!("\"{}\" ends before it begins.", fact.quote));
        }
        let stated = fact.quote.split([' ', ',', '.']).next().unwrap_or_default();
        if let Some(weekday) = weekday(stated).filter(|_| is_weekday(stated))
            && moment.from == moment.to
            && moment.from.weekday() != weekday
            && fact.quote.contains(|letter: char| letter.is_ascii_digit())
        {
            let name = WEEKDAYS[usize::try_from(moment.from.weekday()).unwrap_or(0)];
            push(vec![fact.id.clone()], format!("\"{}\" is a {name}.", fact.quote));
        }
        if moment.role != DateRole::Background
            && moment.role != DateRole::Blackout
            && moment.to < facts.today
        {
            push(vec![fact.id.clone()], format!("\"{}\" lies in the past.", fact.quote));
        }
    }
    for (count, fact) in facts.counts() {
        if count.count == 0 && count.role != CountRole::Quantity {
            push(vec![fact.id.clone()], format!("\"{}\" leaves nobody to plan for.", fact.quote));
        }
        for (other, against) in facts.counts() {
            if count.of == other.of
                && count.bound == Some(Bound::AtLeast)
                && other.bound == Some(Bound::AtMost)
                && count.count > other.count
            {
                let message = format!(
                    "\"at least {}\" and \"at most {}\" exclude each other.",
                    fact.quote, against.quote
                );
                push(vec![fact.id.clone(), against.id.clone()], message);
            }
        }
    }
    let budgets = || facts.monies().filter(|(money, _)| money.role == MoneyRole::Budget);
    if let Some((least, fact)) = budgets().min_by_key(|(money, _)| money.amount)
        && let Some((_, other)) = budgets().find(|(money, _)| {
            money.currency == least.currency && money.amount / TOO_MANY >= least.amount
        })
    {
        let message = format!(
            "\"{}\" and \"{}\" are both called the money there is.",
            fact.quote, other.quote
        );
        push(vec![fact.id.clone(), other.id.clone()], message);
    }
    if let Some(split) = facts.split().filter(|split| split.rest() < 0) {
        let (sum, currency) = (amount(split.sum()), split.currency);
        let message = format!(
            "The parts of the budget add up to {sum} {currency}, and \"{}\" is {} less.",
            split.quote,
            amount(-split.rest())
        );
        push(split.parts.iter().map(|(_, fact)| fact.id.clone()).collect(), message);
    }
    if let (Some(budget), Some((cap, fact))) = (facts.budget(), facts.money(MoneyRole::Cap))
        && cap.currency == budget.currency
        && cap.unit.is_none()
        && cap.amount > budget.amount
    {
        let message = format!(
            "\"{}\" for one thing is more than all the money, \"{}\".",
            fact.quote, budget.quote
        );
        push(vec![fact.id.clone()], message);
    }
    out
}
