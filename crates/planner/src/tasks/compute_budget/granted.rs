//! Money inside the budget that others have to grant or lend first.

use super::Budget;
use crate::calendar::Date;
use crate::facts::{Fact, Facts, Money, MoneyRole};

/// Grants and loans that are parts of the stated money: "42,000 EUR: 25,000 from a grant, 10,000 from a loan".
pub(super) fn paid_later<'f>(budget: &Budget, facts: &'f Facts) -> Vec<(&'f Money, &'f Fact)> {
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
    const WORDS: &str = "grant|loan|subsid|credit|lottery|fund|zuschuss|zuschüsse|förder|kredit|darlehen|stiftung|subvention|\
        prêt|emprunt|bourse|crédit";
    let about = fact.about.to_lowercase();
    let Some((before, behind)) = about.split_once(&fact.quote.to_lowercase()) else { return false };
    let behind: String =
        behind.split([',', ';']).next().unwrap_or_default().chars().take(40).collect();
    let before = before.split_whitespace().next_back().unwrap_or_default();
    WORDS.split('|').any(|word| behind.contains(word) || before.contains(word))
}

/// The day behind an amount on which somebody decides about it: "25,000 from the fund (decision end of January)".
pub(super) fn decided(money: &Fact, facts: &Facts) -> Option<Date> {
    const NEAR: usize = 80;
    let mut days = facts
        .moments()
        .filter(|(_, fact)| fact.offset > money.offset && fact.offset - money.offset < NEAR);
    days.find(|(moment, _)| moment.role.is_due()).map(|(moment, _)| moment.to)
}
