//! Prices that the prompt states: "bus 60 EUR each, hotel 220 EUR per person", "band 1.400 €".

use serde_json::{Value, json};

use super::Prices;
use crate::archetype::{Archetype, Cost, Work, says};
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

/// Words of items that say nothing of what is paid for.
const COMMON: [&str; 8] =
    ["people", "months", "second", "before", "within", "support", "opening", "service"];

/// The lines of one task that the prompt states.
pub(super) struct Stated {
    pub(super) lines: Vec<Value>,
    /// Whether they stand for what the template reckons for each head.
    pub(super) replaces: bool,
    /// Whether the whole work has a price, so that none is reckoned for each square metre.
    pub(super) is_whole: bool,
}

impl Prices<'_> {
    /// Prices for each person and for single things.
    fn prices(&self) -> impl Iterator<Item = (&Money, &Fact)> {
        self.facts.monies().filter(|(money, fact)| {
            let about = fact.about.to_lowercase();
            let is_one = money.role == MoneyRole::Amount
                && money.period.is_none()
                && money.unit.is_none()
                && !fact.is_guess;
            money.currency == self.currency
                && (money.role == MoneyRole::Cap && money.is_per_person() || is_one)
                && !LIMITS.iter().any(|word| says(&about, word))
        })
    }

    /// Whether the prompt has a price for an item of a template: "auditor 24,000 EUR" is what the certification body
    /// takes, "printing 1,380 EUR" is the printing.
    pub(super) fn has_price_of(&self, cost: &Cost) -> bool {
        let item = cost.item.to_lowercase();
        let names: Vec<&str> = item
            .split(|letter: char| !letter.is_alphabetic())
            .filter(|word| word.chars().count() > 5 && !COMMON.contains(word))
            .collect();
        self.prices().filter(|(money, _)| money.role == MoneyRole::Amount).any(|(_, fact)| {
            let about = fact.about.to_lowercase();
            let mut words = names.iter().copied().chain(cost.answers.iter().map(String::as_str));
            words.any(|word| says(&about, word))
        })
    }

    /// The prices for each person and for single things that belong to this work. What no work answers is paid
    /// with the task of the deadline.
    pub(super) fn stated(&self, archetype: &Archetype, work: &Work) -> Stated {
        let (mut lines, mut replaces, mut is_whole) = (Vec::new(), false, false);
        for (money, fact) in self.prices() {
            let answering = archetype.answering(&fact.about, self.facts);
            let key = answering.map_or(archetype.deadline_at.as_str(), |it| it.key.as_str());
            if key != work.key {
                continue;
            }
            let (heads, noun) =
                (archetype.heads(self.facts).0, archetype.audience_noun(self.facts));
            let (sum, basis) = if money.role == MoneyRole::Amount {
                is_whole |= answering.is_some();
                (money.amount, format!("\"{}\" in the prompt", fact.quote))
            } else {
                replaces |= answering.is_some();
                let sum = money.amount * i64::try_from(heads).unwrap_or(1);
                (sum, format!("{heads} {noun} × \"{}\"", fact.quote))
            };
            lines.push(json!({ "item": item(fact), "min": sum, "likely": sum, "max": sum,
                               "basis": basis }));
        }
        Stated { lines, replaces, is_whole }
    }
}

/// What is paid for: the words before the amount, or behind it where none are before.
fn item(fact: &Fact) -> String {
    let (before, behind) = fact.about.split_once(&fact.quote).unwrap_or_default();
    let is_mark = |letter: char| letter.is_whitespace() || ":-–(),;.".contains(letter);
    let words = [before, behind].map(|it| it.trim_matches(is_mark));
    let name = words.into_iter().find(|it| !it.is_empty()).unwrap_or_default();
    let name = bare(name);
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().collect::<String>() + letters.as_str(),
        None => format!("\"{}\"", fact.quote),
    }
}

/// "The mover wants" is the mover, "rods are" are rods.
fn bare(name: &str) -> &str {
    const ARTICLES: [&str; 13] = [
        "the ", "a ", "an ", "our ", "der ", "die ", "das ", "ein ", "eine ", "le ", "la ", "les ",
        "un ",
    ];
    const VERBS: [&str; 22] = [
        " is",
        " are",
        " costs",
        " cost",
        " wants",
        " takes",
        " asks",
        " charges",
        " gets",
        " at",
        " for",
        " will",
        " kostet",
        " kosten",
        " verlangt",
        " nimmt",
        " sind",
        " coûte",
        " coûtent",
        " demande",
        " prend",
        " est",
    ];
    let lower = name.to_lowercase();
    let from = ARTICLES.iter().find(|it| lower.starts_with(**it)).map_or(0, |it| it.len());
    let rest = &name[from..];
    let to = VERBS.iter().find_map(|verb| rest.strip_suffix(verb)).unwrap_or(rest);
    if to.is_empty() { name } else { to }
}
