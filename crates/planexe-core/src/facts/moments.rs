//! Days, months, seasons, quarters and spans of time.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::json;

use super::Kind;
use super::read::{Found, NUMBER, around, number};
use crate::calendar::Date;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

const NAMES: &str =
    "January|February|March|April|May|June|July|August|September|October|November|December";

static ISO: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{4})-(\d{2})-(\d{2})\b"));
static DAY_MONTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<month>{NAMES})\b(?:,?\s+(?P<year>\d{{4}}))?"
    ))
});
static MONTH_DAY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?P<month>{NAMES})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>\d{{4}}))?"
    ))
});
static MONTH: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"\b(?P<month>{NAMES})(?:\s+(?P<year>\d{{4}}))?\b")));
static SEASON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?P<season>spring|summer|autumn|fall|winter)(?:\s+(?:of\s+)?(?P<year>\d{4}))\b")
});
static QUARTER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bQ(?P<quarter>[1-4])\s+(?P<year>\d{4})\b"));
static YEAR_END: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:the )?end of (?P<year>20\d{2})\b"));
static SPAN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"(?i)\b(?P<count>a|an|{NUMBER})[\s-]?(?P<unit>day|week|month|year)s?\b"))
});

pub(super) fn read(prompt: &str, found: &mut Vec<Found>) {
    for captures in ISO.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        if let Ok(date) = whole.as_str().parse() {
            day(prompt, whole.start(), whole.end(), date, found);
        }
    }
    for pattern in [&DAY_MONTH, &MONTH_DAY] {
        for captures in pattern.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let month = month_number(&captures["month"]);
            let year = captures.name("year").and_then(|it| it.as_str().parse().ok());
            let number = captures["day"].parse().unwrap_or(0);
            match year.and_then(|year| Date::new(year, month, number)) {
                Some(date) => day(prompt, whole.start(), whole.end(), date, found),
                None => undated(whole.start(), whole.end(), whole.as_str(), found),
            }
        }
    }
    for captures in MONTH.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        // "May" and "March" are also words; without a year they count only after a preposition.
        let (before, _) = around(prompt, whole.start(), whole.end(), 12);
        let is_time =
            before.split_whitespace().last().is_some_and(|word| PREPOSITIONS.contains(&word));
        match captures.name("year").and_then(|it| it.as_str().parse().ok()) {
            Some(year) => {
                stretch(prompt, &whole, (year, month_number(&captures["month"])), 1, found);
            }
            None if is_time => undated(whole.start(), whole.end(), whole.as_str(), found),
            None => {}
        }
    }
    for captures in SEASON.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let year: i64 = captures["year"].parse().unwrap_or(0);
        let first = match captures["season"].to_lowercase().as_str() {
            "spring" => (year, 3),
            "summer" => (year, 6),
            "winter" => (year, 12),
            _ => (year, 9),
        };
        stretch(prompt, &whole, first, 3, found);
    }
    for captures in QUARTER.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let quarter: u32 = captures["quarter"].parse().unwrap_or(1);
        stretch(prompt, &whole, (captures["year"].parse().unwrap_or(0), quarter * 3 - 2), 3, found);
    }
    for captures in YEAR_END.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        if let Some(date) = Date::new(captures["year"].parse().unwrap_or(0), 12, 31) {
            day(prompt, whole.start(), whole.end(), date, found);
        }
    }
    for captures in SPAN.captures_iter(prompt) {
        span(prompt, &captures, found);
    }
}

const PREPOSITIONS: [&str; 12] =
    ["in", "by", "until", "before", "on", "from", "this", "next", "late", "early", "mid", "since"];

fn month_number(name: &str) -> u32 {
    let lower = name.to_lowercase();
    MONTHS.iter().position(|month| *month == lower).map_or(0, |idx| idx as u32 + 1)
}

/// A month, a quarter or a season: a start begins with it, a deadline ends with it.
fn stretch(
    prompt: &str,
    whole: &regex_lite::Match<'_>,
    (year, month): (i64, u32),
    length: u32,
    found: &mut Vec<Found>,
) {
    let last = month - 1 + length - 1;
    let role = role(prompt, whole.start(), whole.end());
    let date = if role == "start" {
        Date::new(year, month, 1)
    } else {
        Date::end_of(year + i64::from(last / 12), last % 12 + 1)
    };
    if let Some(date) = date {
        let (start, end, value) = (whole.start(), whole.end(), json!(date));
        found.push(Found { start, end, kind: Kind::Date, role, value });
    }
}

fn day(prompt: &str, start: usize, end: usize, date: Date, found: &mut Vec<Found>) {
    let role = role(prompt, start, end);
    found.push(Found { start, end, kind: Kind::Date, role, value: json!(date) });
}

/// A time of the year that leaves the year open.
fn undated(start: usize, end: usize, text: &str, found: &mut Vec<Found>) {
    found.push(Found { start, end, kind: Kind::Date, role: "undated", value: json!(text) });
}

/// Whether a day begins or ends the work, by the words before it.
fn role(prompt: &str, start: usize, end: usize) -> &'static str {
    let (before, _) = around(prompt, start, end, 36);
    let is_start = [
        "start",
        "starts",
        "starting",
        "begin",
        "begins",
        "beginning",
        "from",
        "after",
        "available",
    ];
    // "start school in September" is about something else: only the words right before count.
    let mut near = before.split_whitespace().rev().take(2);
    if near.any(|word| is_start.contains(&word)) { "start" } else { "deadline" }
}

fn span(prompt: &str, captures: &regex_lite::Captures<'_>, found: &mut Vec<Found>) {
    let whole = captures.get(0).expect("a match has a whole");
    let Some(count) = number(&captures["count"]).filter(|count| (1..=5000).contains(count)) else {
        return;
    };
    let days = match captures["unit"].to_lowercase().as_str() {
        "day" => 1,
        "week" => 7,
        "month" => 30,
        _ => 365,
    };
    let (before, after) = around(prompt, whole.start(), whole.end(), 32);
    let last: Vec<&str> = before.split_whitespace().rev().take(3).collect();
    let is_counted = matches!(captures["count"].to_lowercase().as_str(), "a" | "an");
    let limits = ["within", "in", "inside", "under"];
    let is_limit = last.first().is_some_and(|word| limits.contains(word))
        || last.iter().any(|word| ["most", "within", "deadline", "maximum"].contains(word))
        || after.trim_start().starts_with("from now")
        || after.trim_start().starts_with("time");
    // "rent 900 a month" is a rate, not a span.
    if is_counted && !is_limit {
        return;
    }
    let role = if is_limit { "limit" } else { "length" };
    let value = json!(count as i64 * days);
    found.push(Found { start: whole.start(), end: whole.end(), kind: Kind::Duration, role, value });
}
