//! Spans of time, and hours a week.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Value;
use super::number::{NUMBER, decimal, number};
use super::owner::{OWN, Owner, of_others, owner};
use super::person::is_person;
use super::text::{Found, Text, is_in, last_words, pattern, words};
use crate::calendar::Date;

/// A span of time with the part it plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Duration {
    /// What the span is the length of.
    pub role: DurationRole,
    /// The number of units.
    pub count: u32,
    /// The unit: days, weeks, months and so on.
    pub unit: Unit,
}

/// What a span measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DurationRole {
    /// The longest time the work may take.
    Limit,
    /// The time for the whole project.
    Whole,
    /// A notice period.
    Notice,
    /// The time until something is delivered.
    LeadTime,
    /// The time that others take.
    Wait,
    /// How long the result lasts: a course of six weeks.
    Length,
    /// How often something recurs: every two weeks.
    Interval,
    /// Age or experience; no work depends on it.
    Background,
}

spelled!(DurationRole {
    Limit "limit", Whole "whole", Notice "notice", LeadTime "lead_time", Wait "wait", Length "length", Interval "interval", Background "background"
});

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Unit {
    Days,
    Weeks,
    Months,
    Years,
}

impl Unit {
    pub(super) fn of(word: &str) -> Option<Self> {
        let lower = word.to_lowercase();
        let starts = |all: &[&str]| all.iter().any(|it| lower.starts_with(it));
        Some(if starts(&["day", "tag", "täg", "jour", "night", "nacht"]) {
            Self::Days
        } else if starts(&["week", "woche", "wöch", "semaine"]) {
            Self::Weeks
        } else if starts(&["month", "monat", "mois"]) {
            Self::Months
        } else if starts(&["year", "jahr", "an"]) {
            Self::Years
        } else {
            return None;
        })
    }

    /// The day that comes this many units after another, in months of the calendar.
    pub(crate) fn after(self, date: Date, count: u32) -> Date {
        let count = i64::from(count);
        match self {
            Self::Days => date.plus_days(count),
            Self::Weeks => date.plus_days(7 * count),
            Self::Months => date.plus_months(count),
            Self::Years => date.plus_months(12 * count),
        }
    }

    /// In words, singular or plural.
    pub(crate) fn name(self, count: u32) -> &'static str {
        match (self, count) {
            (Self::Days, 1) => "day",
            (Self::Days, _) => "days",
            (Self::Weeks, 1) => "week",
            (Self::Weeks, _) => "weeks",
            (Self::Months, 1) => "month",
            (Self::Months, _) => "months",
            (Self::Years, 1) => "year",
            (Self::Years, _) => "years",
        }
    }

    /// Working days in this many of them, for durations of tasks.
    pub(crate) fn working_days(self, count: u32) -> u32 {
        match self {
            Self::Days => count / 7 * 5 + (count % 7).min(5),
            Self::Weeks => count * 5,
            Self::Months => count * 21,
            Self::Years => count * 250,
        }
    }
}

impl Duration {
    /// One line for comparison.
    pub fn line(&self) -> String {
        format!("{} {}", self.role.as_str(), self.words())
    }

    /// `3 months`.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.count, self.unit.name(self.count))
    }
}

/// Hours a week.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hours {
    /// Whose working time it is.
    pub role: HoursRole,
    /// Hours in a week.
    pub per_week: u32,
    /// Whose they are, as the prompt calls them: `bénévoles`, `Joost`. Empty for those who write.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub of: String,
}

/// Whose working time is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HoursRole {
    /// Of the person who wrote the prompt.
    Own,
    /// Of other people.
    Others,
}

impl Hours {
    /// One line for comparison.
    pub fn line(&self) -> String {
        let role = if self.role == HoursRole::Own { "own" } else { "others" };
        format!("{role} {}", self.per_week)
    }
}

static SPAN: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(
        r"(?i)\b(?:(?P<least>{number})\s?(?:-|–|to|bis|à)\s?)?(?P<count>half a|ein halbes|einem halben|a|an|anderthalb|zweieinhalb|einem|einen|ein|eine|une?|{number})[\s-]?(?:\w+ing\s)?(?P<unit>days?|nights?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|monatige[rnsm]?|tägige[rnsm]?|wöchige[rnsm]?|jahre?n?|jours?|semaines?|mois|ans?)\b"
    ))
});
static HOURS: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(
        r"(?i)\b(?P<count>an?|une?|einen?|{number})\s?(?P<unit>hours?|hrs?|h|stunden?|std\.?|heures?|days?|tage?|jours?|journées?)\s?(?:a|per|each|every|pro|in der|die|par|/)\s?(?:week|woche|semaine)\b"
    ))
});
/// Words that count one.
const ARTICLES: &str = "a|an|ein|eine|einem|einen|un|une";
/// A part of a position: "two engineers at 25 %", "une doctorante à mi-temps".
static SHARE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:at|zu|à|mit) (?P<percent>\d{1,3}) ?%|\b(?:half[ -]time|halbtags|à mi-temps|in teilzeit)\b",
    )
});

pub(super) fn read(text: &Text<'_>, found: &mut Vec<Found>) {
    let mut opening = Vec::new();
    for captures in HOURS.captures_iter(text.prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let word = captures["count"].to_lowercase();
        let count = if is_in(ARTICLES, &word) { Some(1) } else { number(&word) };
        let Some(count) = count.filter(|it| (1..=80).contains(it)) else {
            continue;
        };
        let unit = captures["unit"].to_lowercase();
        // "Open six days a week" is about customers.
        let opens = ["open", "öffn", "ouvert", "ouvr"];
        let near = last_words(&text.before(&whole.range()), 3);
        if near.iter().any(|word| opens.iter().any(|it| word.contains(it))) {
            opening.push(whole.range());
            continue;
        }
        let is_days = unit.starts_with('d') || unit.starts_with('t') || unit.starts_with('j');
        let per_week = count as u32 * if is_days { 8 } else { 1 };
        let others = of_others(text, &whole.range());
        let role = if others.is_some() { HoursRole::Others } else { HoursRole::Own };
        if role == HoursRole::Own && !names_own(&text.before(&whole.range())) {
            text.guess(whole.start());
        }
        let of = others.unwrap_or_default();
        found
            .push(Found { span: whole.range(), value: Value::Hours(Hours { role, per_week, of }) });
    }
    for captures in SHARE.captures_iter(text.prompt) {
        let share = captures.get(0).expect("a match has a whole");
        let percent = captures.name("percent").map_or(Some(50), |it| it.as_str().parse().ok());
        let Some(Owner::Other(of)) = owner(text, share.start()) else { continue };
        let Some(percent) = percent.filter(|it| (1..=100).contains(it)) else { continue };
        let (role, per_week) = (HoursRole::Others, (40 * percent / 100).max(1));
        found
            .push(Found { span: share.range(), value: Value::Hours(Hours { role, per_week, of }) });
    }
    let is_taken = |at: usize, found: &[Found]| {
        opening.iter().any(|it: &Range<usize>| it.contains(&at))
            || found.iter().any(|one| {
                matches!(one.value, Value::Date(_) | Value::Hours(_)) && one.span.contains(&at)
            })
    };
    for captures in SPAN.captures_iter(text.prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        // "700 EUR a month" says how often money is paid.
        let is_paid = |one: &Found| {
            matches!(one.value, Value::Money(_))
                && one.span.end <= whole.start()
                && whole.start() - one.span.end < 2
        };
        if is_taken(whole.start(), found) || found.iter().any(is_paid) {
            continue;
        }
        let Some(mut unit) = Unit::of(&captures["unit"]) else { continue };
        // "un an"; elsewhere "an" is a preposition.
        if &captures["unit"] == "an" && !captures["count"].eq_ignore_ascii_case("un") {
            continue;
        }
        // "dix-huit mois" is no range.
        let least = captures.name("least").map(|it| it.start());
        let count = captures.name("count").expect("the pattern names a count");
        let joined = least.map(|from| text.prompt[from..count.end()].to_lowercase());
        let word = joined
            .filter(|it| !it.contains(|it: char| it.is_ascii_digit()) && number(it).is_some())
            .unwrap_or_else(|| count.as_str().to_lowercase());
        let count = match word.as_str() {
            word if is_in(ARTICLES, word) => 1,
            "half a" | "ein halbes" | "einem halben" if unit == Unit::Years => {
                unit = Unit::Months;
                6
            }
            "anderthalb" | "zweieinhalb" if unit == Unit::Years => {
                unit = Unit::Months;
                if word == "anderthalb" { 18 } else { 30 }
            }
            _ => match (number(&word), decimal(&word), unit) {
                (Some(count), ..) if count <= 2000 => count as u32,
                (None, Some(count), Unit::Years) => {
                    unit = Unit::Months;
                    (count * 12.0).round() as u32
                }
                _ => continue,
            },
        };
        // A "four-day week" is how people work.
        let next = words(&text.after(&whole.range())).into_iter().next().unwrap_or_default();
        if unit == Unit::Days && ["week", "woche", "semaine"].contains(&next.as_str()) {
            continue;
        }
        // "a day", "one year" in passing say nothing; "within a month", "pour un an" do.
        let is_article = is_in(ARTICLES, &word);
        let lead = last_words(&text.before(&whole.range()), 1).pop().unwrap_or_default();
        let is_stay = text.before(&whole.range()).trim_end().ends_with([',', ':'])
            && ["from", "ab", "du", "à", "dès", "at"].contains(&next.as_str());
        let leads = "en|partir|within|binnen|innerhalb|in|sous|of|take|eine|d|d'|compter|pars";
        if is_article && !is_stay && !is_in(leads, &lead) && &captures["count"] != "Eine" {
            continue;
        }
        // "90 day guests" counts guests.
        if count > 1
            && unit == Unit::Days
            && &captures["unit"] == "day"
            && is_person(&next, text.language)
        {
            continue;
        }
        let role = DurationRole::Length;
        found.push(Found {
            span: whole.range(),
            value: Value::Duration(Duration { role, count, unit }),
        });
    }
}

/// Whether a text speaks of those who write.
fn names_own(text: &str) -> bool {
    words(text).iter().any(|word| is_in(OWN, word))
}

#[cfg(test)]
mod tests {
    use crate::calendar::Date;
    use crate::facts::read;

    #[test]
    fn hours_belong_to_whoever_the_clause_names() {
        let owners = |prompt: &str| -> Vec<(String, u32)> {
            let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
            facts.hours_of_others().map(|it| (it.of.clone(), it.per_week)).collect()
        };
        let three = "Priya leads with 8 hours a week, Tom looks after the stalls 5 hours a week, and Helen does the \
                     books 3 hours a week.";
        let named = [("Priya", 8), ("Tom", 5), ("Helen", 3)];
        assert_eq!(owners(three), named.map(|(name, hours)| (name.to_owned(), hours)));
        assert_eq!(
            owners("Twelve volunteers, 3 hours a week each."),
            [("volunteers".to_owned(), 3)]
        );
        assert_eq!(owners("I can give it 4 hours a week."), []);
        let beside = owners("Miriam works 12 hours a week, Fatima 5 hours a week for schools.");
        assert_eq!(beside, [("Miriam".to_owned(), 12), ("Fatima".to_owned(), 5)]);
        let architect = "We are two partners full time and an architect for 10 hours a week.";
        assert_eq!(owners(architect), [("architect".to_owned(), 10)]);
    }
}
