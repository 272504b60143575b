//! Prices that the prompt states for each person: "bus 60 EUR each, hotel 220 EUR per person".

use serde_json::{Value, json};

use super::Prices;
use crate::archetype::{Archetype, Work, says};
use crate::facts::{Fact, Money, MoneyRole};

/// Words by which an amount is the most and not the price.
const LIMITS: [&str; 12] = [
    "max",
    "maximal",
    "maximum",
    "at most",
    "no more than",
    "up to",
    "höchstens",
    "bis zu",
    "au plus",
    "under",
    "below",
    "unter",
];

/// The lines of one task that the prompt states.
pub(super) struct Stated {
    pub(super) lines: Vec<Value>,
    /// Whether they stand for what the template reckons for each head.
    pub(super) replaces: bool,
}

impl Prices<'_> {
    /// The prices for each person that belong to this work. What no work answers is paid with the task of
    /// the deadline.
    pub(super) fn per_person(&self, archetype: &Archetype, work: &Work) -> Stated {
        let (mut lines, mut replaces) = (Vec::new(), false);
        let is_price = |(money, fact): &(&Money, &Fact)| {
            let about = fact.about.to_lowercase();
            money.role == MoneyRole::Cap
                && money.is_per_person()
                && money.currency == self.currency
                && !LIMITS.iter().any(|word| says(&about, word))
        };
        for (money, fact) in self.facts.monies().filter(is_price) {
            let answering = archetype.answering(&fact.about, self.facts);
            let key = answering.map_or(archetype.deadline_at.as_str(), |it| it.key.as_str());
            if key != work.key {
                continue;
            }
            replaces |= answering.is_some();
            let (heads, _) = archetype.heads(self.facts);
            let sum = money.amount * i64::try_from(heads).unwrap_or(1);
            let noun = archetype.audience_noun(self.facts);
            lines.push(json!({ "item": item(fact), "min": sum, "likely": sum, "max": sum,
                               "basis": format!("{heads} {noun} × \"{}\"", fact.quote) }));
        }
        Stated { lines, replaces }
    }
}

/// What is paid for: the words before the amount.
fn item(fact: &Fact) -> String {
    let before = fact.about.split(&fact.quote).next().unwrap_or_default();
    let name = before.trim().trim_end_matches([':', '-', '–', '(']).trim();
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().collect::<String>() + letters.as_str(),
        None => format!("\"{}\"", fact.quote),
    }
}
