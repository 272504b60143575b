//! What no words around an amount settle, the other amounts of the prompt do.

use super::{Money, MoneyRole};
use crate::facts::Value;
use crate::facts::text::{Found, Text};

/// Gives amounts beside each other the same part where they are of one kind; those that add up to the budget are
/// its parts. No amount becomes the budget by its size.
pub(in crate::facts) fn settle(text: &Text<'_>, found: &mut [Found]) {
    let monies = |found: &mut [Found]| -> Vec<usize> {
        (0..found.len()).filter(|&at| matches!(found[at].value, Value::Money(_))).collect()
    };
    let all = monies(found);
    let get = |found: &[Found], at: usize| match &found[at].value {
        Value::Money(money) => money.clone(),
        _ => unreachable!("only amounts are listed"),
    };
    let set = |found: &mut [Found], at: usize, role: MoneyRole| {
        if let Value::Money(money) = &mut found[at].value {
            money.role = role;
        }
    };
    // "bus 60 EUR each, hotel 220 EUR per person, ski pass 140 EUR per person": what things cost for each
    // person; a single such amount is what each of them pays.
    let each: Vec<usize> =
        all.iter().copied().filter(|&at| get(found, at).role == MoneyRole::Each).collect();
    let is_item =
        |at: &usize| get(found, *at).role == MoneyRole::Cap && get(found, *at).is_per_person();
    if !each.is_empty() && each.len() + all.iter().filter(|at| is_item(at)).count() > 2 {
        for at in each {
            if let Value::Money(money) = &mut found[at].value {
                money.role = MoneyRole::Cap;
                money.unit = Some("person".to_owned());
            }
        }
    }
    // "60,000 from the city, 12,000 from the friends of the school".
    let givers = ["from ", "von ", "vom ", "de la ", "de l'", "du ", "des "];
    let is_from = |one: &Found| {
        let after = text.after(&one.span);
        givers.iter().any(|it| after.trim_start().starts_with(it))
    };
    let given: Vec<usize> = all
        .iter()
        .copied()
        .filter(|&at| get(found, at).role == MoneyRole::Amount && is_from(&found[at]))
        .collect();
    if given.len() > 1 {
        for at in given {
            set(found, at, MoneyRole::Share);
        }
    }
    let budget = all.iter().copied().filter(|&at| get(found, at).role == MoneyRole::Budget);
    let Some(budget) = budget.map(|at| get(found, at)).max_by_key(|money| money.amount) else {
        return;
    };
    let is_part = |money: &Money| {
        matches!(
            money.role,
            MoneyRole::Amount
                | MoneyRole::Loan
                | MoneyRole::Budget
                | MoneyRole::Grant
                | MoneyRole::Income
                | MoneyRole::Share
                | MoneyRole::Part
        ) && money.currency == budget.currency
            && money.amount < budget.amount
    };
    let parts: Vec<usize> = all.into_iter().filter(|&at| is_part(&get(found, at))).collect();
    if parts.iter().map(|&at| get(found, at).amount).sum::<i64>() == budget.amount {
        for at in parts {
            // What has yet to be raised is not there at the start.
            let is_hoped = get(found, at).role == MoneyRole::Income;
            set(found, at, if is_hoped { MoneyRole::Grant } else { MoneyRole::Part });
        }
    }
}
