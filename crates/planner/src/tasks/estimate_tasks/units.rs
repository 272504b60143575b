//! Prices of a unit that the prompt counts: "material costs 340 EUR per unit", "400 units".

use crate::facts::{Count, Fact, Facts, Money, MoneyRole, amount, is_akin, is_in, words};

/// What all units of a kind cost.
pub(in super::super) struct Units {
    /// What is paid for.
    pub(in super::super) item: String,
    /// How many, as the prompt calls them.
    count: u64,
    of: String,
    quote: String,
    pub(in super::super) sum: i64,
    /// The part of the budget that is for it already.
    pub(in super::super) part: Option<i64>,
    price: i64,
}

impl Units {
    /// The product.
    pub(in super::super) fn basis(&self) -> String {
        format!("{} {} × \"{}\"", amount(self.count as i64), self.of, self.quote)
    }
}

impl Units {
    /// What all of them cost, and for how many the part of the budget suffices.
    pub(in super::super) fn in_part(&self) -> Option<String> {
        let (part, sum) = (self.part?, amount(self.sum));
        let enough = part / self.price.max(1);
        let (item, basis, part) = (&self.item, self.basis(), amount(part));
        Some(format!(
            "{item}: {basis} = {sum}; its part of the budget, {part}, suffices for {}",
            amount(enough)
        ))
    }
}

/// The costs of units that the prompt states, times their number.
pub(in super::super) fn units(facts: &Facts) -> Vec<Units> {
    let currency = facts.currency();
    let paid = facts.monies().filter(|(money, fact)| {
        Some(money.currency) == currency
            && money.period.is_none()
            && !money.is_per_person()
            && money.unit.is_some()
            && matches!(money.role, MoneyRole::Amount | MoneyRole::Cap | MoneyRole::Price)
            && is_cost(fact)
    });
    paid.filter_map(|(money, fact)| {
        let (count, _) = counted(facts, money)?;
        let item = item(fact);
        let named = words(&item);
        let is_for = |part: &str| {
            words(part).iter().any(|it| named.iter().any(|own| own == it || is_akin(own, it)))
        };
        let part = facts.split().and_then(|split| {
            let mut parts = split.parts.iter();
            let found = parts.find(|(money, _)| money.item.as_deref().is_some_and(is_for));
            found.map(|(money, _)| money.amount)
        });
        Some(Units {
            item,
            count: count.count,
            of: count.of.clone(),
            quote: fact.quote.clone(),
            sum: money.amount * i64::try_from(count.count).ok()?,
            part,
            price: money.amount,
        })
    })
    .collect()
}

/// How many of its unit the prompt counts; of several numbers the largest.
pub(in super::super) fn counted<'f>(
    facts: &'f Facts,
    money: &Money,
) -> Option<(&'f Count, &'f Fact)> {
    const ANY: &str = "unit|piece|stück|pièce|unité";
    let unit = money.unit.as_deref()?;
    let is_it = |(count, _): &(&Count, &Fact)| {
        let noun = count.of.rsplit(' ').next().unwrap_or_default();
        noun == unit || noun.strip_suffix('s') == Some(unit) || is_akin(noun, unit)
    };
    let most =
        |all: Vec<(&'f Count, &'f Fact)>| all.into_iter().max_by_key(|(count, _)| count.count);
    most(facts.counts().filter(is_it).collect()).or_else(|| {
        let role =
            facts.counts().filter(|(count, _)| count.role == crate::facts::CountRole::Audience);
        most(role.collect()).filter(|_| is_in(ANY, unit))
    })
}

/// Whether the words before an amount speak of what has to be paid.
fn is_cost(fact: &Fact) -> bool {
    const WORDS: &str = "cost|costs|material|materials|parts|buy|kostet|kosten|materialkosten|stückkosten|einkauf|coûte|coûtent|\
        coût|matière|achat";
    let before = fact.about.split(&fact.quote).next().unwrap_or_default();
    words(before).iter().any(|word| is_in(WORDS, word))
}

/// "The material cost is" is material.
fn item(fact: &Fact) -> String {
    const VERBS: &str = "cost|costs|is|are|kostet|kosten|ist|coûte|coûtent|coût|the|our";
    let before = fact.about.split(&fact.quote).next().unwrap_or_default();
    let last = before.rsplit([',', ';', ':']).next().unwrap_or_default();
    let named = last.split_whitespace().filter(|word| !is_in(VERBS, &word.to_lowercase()));
    let named = named.collect::<Vec<_>>().join(" ");
    let mut letters = named.chars();
    letters.next().map_or_else(
        || format!("\"{}\"", fact.quote),
        |first| first.to_uppercase().collect::<String>() + letters.as_str(),
    )
}
