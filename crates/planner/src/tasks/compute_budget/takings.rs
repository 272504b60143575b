//! What the prompt expects to take in: a price times those who pay it, and how often.

use std::fmt::Write as _;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::super::estimate_tasks::{counted, is_sold};
use super::granted::decided;
use crate::calendar::Date;
use crate::facts::{
    Count, CountRole, Currency, DateRole, Fact, Facts, Money, MoneyRole, Period, amount, is_akin,
    sentence,
};
use crate::id::FactId;

/// Something that comes in.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct Takings {
    /// The price and who pays it, with the arithmetic.
    pub(in super::super) words: String,
    /// The price and who pays it.
    pub(in super::super) short: String,
    /// What comes in once, or in one of its periods.
    pub(in super::super) once: i64,
    /// What comes in each month, if it comes again and again.
    pub(in super::super) monthly: Option<i64>,
    /// The day by which it is paid, or from which on, where the prompt names one.
    pub(in super::super) day: Option<Date>,
    /// The count of those who pay it.
    pub(in super::super) payers: Option<FactId>,
    /// Whether it comes again and again, as often as anybody comes.
    pub(in super::super) is_often: bool,
}

/// "90 guests a day", "80 Gäste pro Tag".
static DAILY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:a|per|each|every) day\b|\bdaily\b|\b(?:am|pro|jeden) tag\b|\btäglich\b|\bpar jour\b")
        .expect("the pattern is valid")
});
/// "six days a week", "6 Tage die Woche", "6 jours sur 7".
static OPEN: LazyLock<Regex> = LazyLock::new(|| {
    let numbers = "[1-7]|one|two|three|four|five|six|seven|zwei|drei|vier|fünf|sechs|sieben|deux|trois|quatre|cinq|sept";
    Regex::new(&format!(
        r"(?i)\b(?P<n>{numbers}) (?:days (?:a|per|each) week|tage?n? (?:die|pro|in der|je) woche|jours (?:par semaine|sur (?:7|sept)))"
    ))
    .expect("the pattern is valid")
});
/// "each stall", "pro Kind", "chaque exposant".
static EACH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:each|every|per|pro|je|jede[rsmn]?|chaque|par)\s+(?P<noun>\p{L}{3,})(?:\s+(?P<next>\p{L}{3,}))?")
        .expect("the pattern is valid")
});

/// An amount in the sentence around it.
struct Priced<'f> {
    money: &'f Money,
    fact: &'f Fact,
    before: &'f str,
    behind: &'f str,
}

impl<'f> Priced<'f> {
    /// The words around it, up to the next commas and the next amount.
    fn clause(&self) -> (&'f str, &'f str) {
        let before = self.before.rsplit(", ").next().unwrap_or_default();
        (before, JOIN.split(self.behind).next().unwrap_or_default())
    }
}

/// Where the words about another amount begin.
static JOIN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[,;]| (?:and|und|et|plus|or|oder|ou) ").expect("the pattern is valid")
});

/// All that the prompt expects to take in, each with its arithmetic.
pub(super) fn takings(facts: &Facts, prompt: &str, currency: Currency) -> Vec<Takings> {
    let all = facts.monies().filter_map(|(money, fact)| {
        let (start, end) = (fact.offset, fact.offset + fact.quote.len());
        let around = sentence(prompt, &(start..end));
        let before = prompt.get(around.start.min(start)..start)?;
        let behind = prompt.get(end..around.end.max(end))?;
        Some(Priced { money, fact, before, behind })
    });
    let sold = all.filter(|one| {
        one.money.currency == currency
            && is_income(facts, one.money, one.fact)
            && !is_wage(facts, one.fact)
    });
    let mut all: Vec<Takings> = Vec::new();
    for one in sold.filter_map(|one| taking(facts, prompt, &one)) {
        // "tickets 15 EUR (students 8 EUR)": the same people do not pay twice.
        let is_paid = |it: &Takings| it.payers == one.payers && it.is_often == one.is_often;
        if one.payers.is_none() || !all.iter().any(is_paid) {
            all.push(one);
        }
    }
    all
}

/// Whether an amount may come in.
fn is_income(facts: &Facts, money: &Money, fact: &Fact) -> bool {
    // Without a budget, what each one gives is the budget.
    let has_budget = facts.money(MoneyRole::Budget).is_some();
    let is_slow = !matches!(money.period, Some(Period::Hour));
    is_slow
        && match money.role {
            MoneyRole::Price => true,
            MoneyRole::Each => has_budget && EACH.is_match(&fact.about),
            MoneyRole::Income => money.period.is_some(),
            _ => is_sold(&fact.about),
        }
}

/// Whether an amount stands beside the hours that somebody works for it: a wage.
fn is_wage(facts: &Facts, fact: &Fact) -> bool {
    const NEAR: usize = 60;
    let works = |other: &&Fact| matches!(other.value, crate::facts::Value::Hours(_));
    facts.facts.iter().filter(works).any(|hours| {
        let end = hours.offset + hours.quote.len();
        fact.offset >= hours.offset
            && fact.offset.saturating_sub(end) < NEAR
            && fact.about.contains(&hours.quote)
    })
}

fn taking(facts: &Facts, prompt: &str, one: &Priced<'_>) -> Option<Takings> {
    let (money, fact) = (one.money, one.fact);
    let day = decided(fact, facts).or_else(|| from(fact, facts));
    let quote = &fact.quote;
    let often = money.period.map_or_else(String::new, |it| format!(" a {}", it.as_str()));
    let Some((count, source)) = payers(facts, one) else {
        // Donations of so much a month.
        let monthly = monthly(money.amount, money.period, 0);
        let monthly = monthly.filter(|_| money.role == MoneyRole::Income);
        let (short, once) = (format!("\"{quote}\"{often}"), money.amount);
        let words = short.clone();
        return monthly.map(|it| Takings {
            words,
            short,
            once,
            monthly: Some(it),
            day,
            payers: None,
            is_often: true,
        });
    };
    let once = money.amount * i64::try_from(count.count).ok()?;
    let short = format!("\"{quote}\"{often} from each of \"{}\"", source.quote);
    let (before, behind) = one.clause();
    let is_daily = DAILY.is_match(before) || DAILY.is_match(behind);
    let is_daily = money.period.is_none() && is_daily;
    let period = if is_daily { Some(Period::Day) } else { money.period };
    let days = open_days(prompt).unwrap_or(0);
    let monthly = monthly(once, period, days);
    let each = period.map_or_else(String::new, |it| format!(" a {}", it.as_str()));
    let (heads, price) = (amount(count.count as i64), amount(money.amount));
    let mut words = format!("{short}: {heads} × {price} = {}{each}", amount(once));
    if let Some(monthly) = monthly.filter(|_| period == Some(Period::Day)) {
        let _ = write!(words, ", × {days} days a week × 52 / 12 = {} a month", amount(monthly));
    }
    let (payers, is_often) = (Some(source.id.clone()), period.is_some());
    Some(Takings { words, short, once, monthly, day, payers, is_often })
}

/// The first day of what comes "from April 2027" on.
fn from(money: &Fact, facts: &Facts) -> Option<Date> {
    const NEAR: usize = 40;
    let mut days = facts
        .moments()
        .filter(|(_, fact)| fact.offset > money.offset && fact.offset - money.offset < NEAR);
    days.find(|(moment, _)| matches!(moment.role, DateRole::Start | DateRole::OthersBegin))
        .map(|(moment, _)| moment.from)
}

/// What a period brings a month; of days, as many a week as the prompt says.
fn monthly(sum: i64, period: Option<Period>, days: i64) -> Option<i64> {
    Some(match period? {
        Period::Hour => return None,
        Period::Day if days == 0 => return None,
        Period::Day => sum * days * 52 / 12,
        Period::Week => sum * 52 / 12,
        Period::Month => sum,
        Period::Year => sum / 12,
    })
}

/// The days a week that a clause names.
fn open_days(about: &str) -> Option<i64> {
    const WORDS: [&[&str]; 7] = [
        &["1", "one"],
        &["2", "two", "zwei", "deux"],
        &["3", "three", "drei", "trois"],
        &["4", "four", "vier", "quatre"],
        &["5", "five", "fünf", "cinq"],
        &["6", "six", "sechs"],
        &["7", "seven", "sieben", "sept"],
    ];
    let word = OPEN.captures(about)?["n"].to_lowercase();
    let at = WORDS.iter().position(|it| it.contains(&word.as_str()))?;
    i64::try_from(at + 1).ok()
}

/// Those who pay a price: by the noun that stands before it, counted right beside it, or by the noun that it is
/// paid for; else the audience.
fn payers<'f>(facts: &'f Facts, one: &Priced<'_>) -> Option<(&'f Count, &'f Fact)> {
    /// As far before a price as those stand who pay it: "90 guests a day at an average bill of €17".
    const BEFORE: usize = 40;
    /// "€690 each for 400 units".
    const BEHIND: usize = 12;
    let (money, fact) = (one.money, one.fact);
    let served = || facts.counts().filter(|(count, _)| count.role != CountRole::Team);
    let end = fact.offset + fact.quote.len();
    // "450 € a stand, 3,000 visitors": another thing begins behind a comma.
    let is_behind = |it: &Fact| {
        let gap = it.offset.checked_sub(end).filter(|gap| *gap < BEHIND);
        gap.and_then(|gap| one.behind.get(..gap)).is_some_and(|gap| !JOIN.is_match(gap))
    };
    let behind = || served().find(|(_, it)| is_behind(it));
    let is_near = |it: &Fact| {
        let end = it.offset + it.quote.len();
        end <= fact.offset && fact.offset - end < BEFORE.min(one.before.len())
    };
    let before = || served().filter(|(_, it)| is_near(it)).last();
    let of_noun = |text: &str| {
        let said = EACH.captures_iter(text).last()?;
        let nouns =
            ["next", "noun"].map(|name| said.name(name).map(|it| it.as_str().to_lowercase()));
        nouns.into_iter().flatten().find_map(|noun| {
            let all = served().filter(|(count, _)| is_of(&count.of, &noun));
            all.max_by_key(|(count, _)| count.count)
        })
    };
    let (last, first) = one.clause();
    of_noun(last)
        .or_else(behind)
        .or_else(before)
        .or_else(|| of_noun(first))
        .or_else(|| counted(facts, money))
        .or_else(|| {
            let is_any = money.role != MoneyRole::Income && money.period.is_none();
            let audience = facts.audience().filter(|_| is_any)?;
            served().find(|(_, it)| it.id == audience.1.id)
        })
}

/// Whether a count is of that noun.
fn is_of(of: &str, noun: &str) -> bool {
    let last = of.rsplit(' ').next().unwrap_or_default();
    last == noun || last.strip_suffix('s') == Some(noun) || is_akin(last, noun)
}
