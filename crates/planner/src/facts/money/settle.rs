//! One budget for the whole prompt: what no words settle, the other amounts do.

use super::{Money, MoneyRole};
use crate::facts::Value;
use crate::facts::text::{Found, Text};

/// Names one budget: what the prompt calls so, else its largest amount. Amounts that add up to it are
/// its parts.
pub(in crate::facts) fn settle(text: &Text<'_>, found: &mut [Found]) {
    let is_named = |money: &Money| matches!(money.role, MoneyRole::Budget | MoneyRole::Share);
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
    // "The council contributes 70,000 EUR, parents 15,000 EUR".
    for pair in all.windows(2) {
        let gap = found[pair[1]].span.start.saturating_sub(found[pair[0]].span.end);
        let has = |at: usize, role| get(found, at).role == role;
        if gap < 25 && has(pair[0], MoneyRole::Share) && has(pair[1], MoneyRole::Amount) {
            set(found, pair[1], MoneyRole::Share);
        }
    }
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
    if !all.iter().any(|&at| is_named(&get(found, at))) {
        let open: Vec<usize> =
            all.iter().copied().filter(|&at| get(found, at).role == MoneyRole::Amount).collect();
        // The first of equals, so that the order of the prompt decides.
        let best = open.iter().copied().reduce(|best, next| {
            if get(found, next).amount > get(found, best).amount { next } else { best }
        });
        let sure = |role| all.iter().copied().find(|&at| get(found, at).role == role);
        // What each person pays is money as well: a small grant beside it is not the whole.
        let pays_each = sure(MoneyRole::Each).or_else(|| sure(MoneyRole::Price)).is_some();
        let best = best
            .or_else(|| sure(MoneyRole::Grant).filter(|_| !pays_each))
            .or_else(|| sure(MoneyRole::Loan).filter(|_| !pays_each));
        if let Some(at) = best {
            set(found, at, MoneyRole::Budget);
            // Nothing but its size says that it is the whole.
            if open.len() > 1 {
                text.guess(found[at].span.start);
            }
        }
    }
    let budget = all.iter().copied().filter(|&at| get(found, at).role == MoneyRole::Budget);
    let Some(budget) = budget.map(|at| get(found, at)).max_by_key(|money| money.amount) else {
        return;
    };
    let is_part = |money: &Money| {
        matches!(
            money.role,
            MoneyRole::Amount | MoneyRole::Loan | MoneyRole::Budget | MoneyRole::Grant
        ) && money.currency == budget.currency
            && money.amount < budget.amount
    };
    let parts: Vec<usize> = all.into_iter().filter(|&at| is_part(&get(found, at))).collect();
    if parts.iter().map(|&at| get(found, at).amount).sum::<i64>() == budget.amount {
        for at in parts {
            set(found, at, MoneyRole::Part);
        }
    }
}
