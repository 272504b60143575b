//! Prices that the prompt states: "bus 60 EUR each, hotel 220 EUR per person", "band 1.400 €".

use serde_json::{Value, json};

use super::Prices;
use super::goods::is_called;
use super::units::units;
use crate::archetype::{Archetype, Cost, Per, Work, says, says_any};
use crate::facts::{Fact, Money, MoneyRole, is_akin, is_in, is_reserve, words};

/// Words by which an amount is the most and not the price.
const LIMITS: &str = "over|max|maximal|maximum|at most|no more than|up to|höchstens|bis zu|au plus|under|below|unter";

/// Words of items that say nothing of what is paid for.
const COMMON: &str = "people|months|month|second|before|within|support|opening|service|first|year|work|with|each|from|until|other|\
    cost|costs";

/// A price of the prompt, and what it is for.
struct Priced {
    item: String,
    /// The words that say which work it belongs to, in lower case.
    about: String,
    sum: i64,
    basis: String,
    /// Whether it is reckoned for each person.
    is_each: bool,
    /// Whether it is all that has to be paid for it.
    is_all: bool,
}

/// Whether an amount is only a part of a price that nobody states.
fn is_deposit(about: &str) -> bool {
    const WORDS: &str = "deposit|anzahlung|acompte|arrhes|down payment";
    says_any(about, WORDS)
}

impl Prices<'_> {
    /// Prices for each person and for single things, with what they are for.
    fn prices(&self) -> impl Iterator<Item = (&Money, &Fact)> {
        self.facts.monies().filter(|(money, fact)| {
            let about = fact.about.to_lowercase();
            let is_one = money.role == MoneyRole::Amount
                && money.period.is_none()
                && money.unit.is_none()
                && !is_sold(&about);
            money.currency == self.currency
                && (money.role == MoneyRole::Cap && money.is_per_person() || is_one)
                && !says_any(&about, LIMITS)
        })
    }

    /// All that the prompt has a price for: the parts of its budget, single prices, and prices of units times their
    /// number.
    fn priced(&self, archetype: &Archetype) -> Vec<Priced> {
        let (heads, noun) = (archetype.heads(self.facts), archetype.audience_noun(self.facts));
        let single = self.prices().filter_map(|(money, fact)| {
            let is_each = money.role != MoneyRole::Amount;
            let (sum, basis) = if is_each {
                let sum = money.amount * i64::try_from(heads?).ok()?;
                (sum, format!("{} {noun} × \"{}\"", heads?, fact.quote))
            } else {
                (money.amount, format!("\"{}\" in the prompt", fact.quote))
            };
            let about = fact.about.to_lowercase();
            let is_all = !is_each && !is_deposit(&about);
            Some((Priced { item: item(fact), about, sum, basis, is_each, is_all }, fact))
        });
        let is_telling = |(priced, fact): &(Priced, &Fact)| {
            !fact.is_guess || archetype.works(self.facts).any(|work| names(work, &priced.about))
        };
        let mut all: Vec<Priced> = single.filter(is_telling).map(|it| it.0).collect();
        all.extend(self.parts());
        all.extend(units(self.facts).into_iter().filter(|it| it.part.is_none()).map(|it| Priced {
            about: it.item.to_lowercase(),
            basis: it.basis(),
            sum: it.sum,
            item: it.item,
            is_each: false,
            is_all: true,
        }));
        all
    }

    /// The parts of the budget that the prompt names, without its reserve.
    fn parts(&self) -> Vec<Priced> {
        let part = |item: &str, sum: i64, basis: String| Priced {
            item: capitalised(item),
            about: item.to_lowercase(),
            sum,
            basis,
            is_each: false,
            is_all: true,
        };
        let named = self.facts.parts(self.currency).filter_map(|(money, fact)| {
            let item = money.item.as_deref().filter(|item| !is_reserve(item))?;
            Some(part(item, money.amount, format!("\"{}\" in the prompt", fact.quote)))
        });
        let split = self.facts.split().filter(|split| split.rest() > 0);
        let rest = split.and_then(|split| {
            let item = split.rest_for.filter(|item| !item.is_empty() && !is_reserve(item))?;
            Some(part(item, split.rest(), format!("the rest of \"{}\"", split.quote)))
        });
        named.chain(rest).collect()
    }

    /// Where it is paid: where an item of that name is bought, of several the work that the words speak of; else where
    /// the result is there.
    fn home<'w>(&self, archetype: &'w Archetype, priced: &Priced) -> Option<&'w Work> {
        let answering = archetype.answering(&priced.about, self.facts);
        let named = || archetype.works(self.facts).find(|work| names(work, &priced.about));
        answering
            .filter(|work| names(work, &priced.about))
            .or_else(named)
            .or(answering)
            .or_else(|| archetype.work(&archetype.deadline_at))
    }

    /// Whether the prompt has a price for an item of a template: "auditor 24,000 EUR" is what the certification body
    /// takes, "45 EUR per guest" is what is paid for each guest there.
    pub(super) fn is_stated(&self, archetype: &Archetype, work: &Work, cost: &Cost) -> bool {
        self.priced(archetype).iter().any(|priced| {
            let is_here = || self.home(archetype, priced).is_some_and(|it| it.key == work.key);
            priced.is_all && is_named(cost, &priced.about)
                || priced.is_each && cost.per == Some(Per::Head) && is_here()
        })
    }

    /// The prices for each person and for single things that belong to this work.
    pub(super) fn stated(&self, archetype: &Archetype, work: &Work) -> Vec<Value> {
        let is_here =
            |it: &Priced| self.home(archetype, it).is_some_and(|home| home.key == work.key);
        let priced = self.priced(archetype).into_iter().filter(is_here);
        let line = |it: Priced| json!({ "item": it.item, "min": it.sum, "likely": it.sum, "max": it.sum, "basis": it.basis });
        priced.map(line).collect()
    }
}

/// Whether a clause speaks of what customers pay.
pub(in super::super) fn is_sold(about: &str) -> bool {
    const WORDS: &str = "dealer price|sale price|sales price|selling price|retail price|list price|ticket price|sell for|\
        sells for|sold at|sold for|verkaufspreis|händlerpreis|ladenpreis|verkauft für|prix de vente|vendu|\
        vendus";
    let about = about.to_lowercase();
    says_any(&about, WORDS)
}

/// Whether work buys something that the words name.
fn names(work: &Work, about: &str) -> bool {
    work.costs.iter().any(|cost| is_named(cost, about))
}

/// Whether the words name an item of a template.
fn is_named(cost: &Cost, about: &str) -> bool {
    if cost.answers.iter().any(|word| says(about, word)) {
        return true;
    }
    let item = words(&cost.item);
    let said = words(about);
    item.iter().filter(|word| !is_in(COMMON, word)).any(|word| {
        let is_long = word.chars().count() > 3;
        said.iter().any(|it| is_long && (it == word || is_akin(it, word)) || is_called(word, it))
    })
}

/// What is paid for: the words behind "for", else those before the amount, else those behind it.
fn item(fact: &Fact) -> String {
    const PREPOSITIONS: [&str; 3] = ["for ", "für ", "pour "];
    let (before, behind) = fact.about.split_once(&fact.quote).unwrap_or_default();
    let is_mark = |letter: char| letter.is_whitespace() || ":-–(),;.€$£".contains(letter);
    let is_digit = |letter: char| letter.is_ascii_digit();
    let to = behind.find(is_digit).unwrap_or(behind.len());
    let behind = behind[..to].trim_matches(is_mark);
    let leads =
        |words: &&str| words.is_empty() || PREPOSITIONS.iter().any(|it| words.starts_with(it));
    // Behind another number stands what that one is for, and what comes after "and" is this one.
    let before = match before.rfind(is_digit) {
        Some(at) => {
            let words = &before[at + 1..];
            let joins = [" and ", " und ", " et "];
            let from = joins.iter().filter_map(|it| Some(words.rfind(it)? + it.len())).max();
            words[from.unwrap_or(0)..].trim_matches(is_mark)
        }
        None => before.trim_matches(is_mark),
    };
    let before = if leads(&before) { "" } else { before };
    let said = PREPOSITIONS.iter().find_map(|it| behind.strip_prefix(it));
    let name = [said.unwrap_or_default(), before, behind].into_iter().find(|it| !it.is_empty());
    let name = bare(name.unwrap_or_default());
    if name.is_empty() { format!("\"{}\"", fact.quote) } else { capitalised(name) }
}

/// A name as a line of a table begins with it.
fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// "The mover wants" is the mover, "rods are" are rods.
fn bare(name: &str) -> &str {
    const ARTICLES: [&str; 15] = [
        "einen ", "einem ", "the ", "a ", "an ", "our ", "der ", "die ", "das ", "ein ", "eine ",
        "le ", "la ", "les ", "un ",
    ];
    const VERBS: [&str; 26] = [
        " für",
        " pour",
        " von",
        " of",
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
