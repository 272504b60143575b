//! Days, months, seasons, quarters and spans of time.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::json;

use super::Kind;
use super::clauses::sentence;
use super::read::{Found, NUMBER, around, number};
use crate::calendar::Date;

/// English and German names, each month's in one entry.
const MONTHS: [&[&str]; 12] = [
    &["january", "januar"],
    &["february", "februar"],
    &["march", "märz"],
    &["april"],
    &["may", "mai"],
    &["june", "juni"],
    &["july", "juli"],
    &["august"],
    &["september"],
    &["october", "oktober"],
    &["november"],
    &["december", "dezember"],
];

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

const NAMES: &str = "January|February|March|April|May|June|July|August|September|October|November|\
    December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember";

static ISO: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{4})-(\d{2})-(\d{2})\b"));
static DAY_MONTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:\s?(?:-|–|to|and|bis|und)\s?\d{{1,2}}(?:st|nd|rd|th|\.)?)?\s+(?:of\s+)?(?P<month>{NAMES})\b(?:,?\s+(?P<year>\d{{4}}))?"
    ))
});
/// Days in figures: "15.06.2027", "6/15/2027".
static FIGURES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?P<one>\d{1,2})(?P<mark>[./])(?P<two>\d{1,2})[./](?P<year>\d{4})\b")
});
static CHRISTMAS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:Christmas|Weihnachten)(?:\s+(?P<year>\d{4})\b)?"));
static MONTH_DAY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?P<month>{NAMES})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>\d{{4}}))?"
    ))
});
static MONTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:(?P<part>[Ee]arly|[Mm]id|[Ll]ate|[Ee]nd of|[Bb]eginning of|Anfang|Mitte|Ende)[\s-])?(?P<month>{NAMES})\b(?:\s+(?P<year>\d{{4}})\b)?"
    ))
});
/// Neighbouring months in which something takes place: "in June and July 2027".
static MONTHS_IN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:in|during|im)\s+(?P<both>(?P<first>{NAMES})\s+(?:and|to|or|und|bis|oder)\s+(?P<last>{NAMES})\b(?:\s+(?P<year>\d{{4}})\b)?)"
    ))
});
/// Months that come every year: "frozen from November to April".
static EVERY_YEAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"\b(?:from|between)\s+(?:{NAMES})\s+(?:to|and|until|till)\s+(?:{NAMES})\b"))
});
static SEASON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<season>spring|summer|autumn|fall|winter|frühling|sommer|herbst)\b(?:\s+(?:of\s+)?(?P<year>\d{4})\b)?",
    )
});
static QUARTER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bQ(?P<quarter>[1-4])\s+(?P<year>\d{4})\b"));
static YEAR_END: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:the )?end of (?P<year>20\d{2})\b"));
static SPAN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?P<count>a|an|{NUMBER})[\s-]?(?P<unit>day|week|month|year|tage?n?|wochen?|monate?n?|jahre?n?)s?\b"
    ))
});
static HOURS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?P<count>{NUMBER})\s?(?:hours?|h|stunden)\s(?:a|per|each|every|pro|in der)\s(?:week|woche)\b"
    ))
});
/// Work beside another job, where no hours are named.
static SPARE_TIME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:evenings only|(?:only )?in (?:the|our|my) (?:evenings?|spare time|free time)|evenings and weekends|(?:at|on) weekends|weekends only)\b",
    )
});

pub(super) fn read(prompt: &str, today: Date, found: &mut Vec<Found>) {
    let mut yearless = Vec::new();
    for captures in ISO.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        if let Ok(date) = whole.as_str().parse() {
            day(prompt, whole.start(), whole.end(), date, found);
        }
    }
    for captures in FIGURES.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let part = |name: &str| captures[name].parse::<u32>().unwrap_or(0);
        // Points stand between day and month; between strokes only a number above twelve tells.
        let (number, month) = if &captures["mark"] == "/" && part("two") > 12 {
            (part("two"), part("one"))
        } else {
            (part("one"), part("two"))
        };
        let is_clear = &captures["mark"] == "." || part("one") > 12 || part("two") > 12;
        let date = Date::new(captures["year"].parse().unwrap_or(0), month, number);
        if let Some(date) = date.filter(|_| is_clear) {
            day(prompt, whole.start(), whole.end(), date, found);
        }
    }
    for captures in CHRISTMAS.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let year = captures.name("year").and_then(|it| it.as_str().parse().ok());
        match year.and_then(|year| Date::new(year, 12, 24)) {
            Some(date) => day(prompt, whole.start(), whole.end(), date, found),
            None => yearless.push(Yearless::day(&whole, 12, 24)),
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
                None => yearless.push(Yearless::day(&whole, month, number)),
            }
        }
    }
    for captures in MONTHS_IN.captures_iter(prompt) {
        let both = captures.name("both").expect("the pattern names both");
        let first = month_number(&captures["first"]);
        let length = (month_number(&captures["last"]) + 12 - first) % 12 + 1;
        match captures.name("year").and_then(|it| it.as_str().parse().ok()) {
            Some(year) => stretch(prompt, &both, (year, first), length, found),
            None => yearless.push(Yearless::stretch(&both, first, length)),
        }
    }
    let seasons: Vec<_> = EVERY_YEAR.find_iter(prompt).map(|it| it.range()).collect();
    for captures in MONTH.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        if seasons.iter().any(|season| season.contains(&whole.start())) {
            continue;
        }
        // "May" and "March" are also words; without a year they count only after a preposition.
        let part = captures.name("part").map(|it| it.as_str().to_lowercase());
        let is_time =
            part.is_some() || PREPOSITIONS.contains(&word_before(prompt, &whole).as_str());
        let month = month_number(&captures["month"]);
        let number = match part.as_deref() {
            Some("mid" | "mitte") => Some(15),
            Some("early" | "beginning of" | "anfang") => Some(10),
            _ => None,
        };
        let year = captures.name("year").and_then(|it| it.as_str().parse().ok());
        match (year, number) {
            (Some(year), Some(number)) => {
                let date = Date::new(year, month, number);
                let date = date.expect("every month has a tenth and a fifteenth day");
                day(prompt, whole.start(), whole.end(), date, found);
            }
            (Some(year), None) => stretch(prompt, &whole, (year, month), 1, found),
            (None, Some(number)) => yearless.push(Yearless::day(&whole, month, number)),
            (None, None) if is_time => yearless.push(Yearless::stretch(&whole, month, 1)),
            (None, None) => {}
        }
    }
    for captures in SEASON.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let first = match captures["season"].to_lowercase().as_str() {
            "spring" | "frühling" => 3,
            "summer" | "sommer" => 6,
            "winter" => 12,
            _ => 9,
        };
        match captures.name("year").and_then(|it| it.as_str().parse().ok()) {
            Some(year) => stretch(prompt, &whole, (year, first), 3, found),
            // "a summer school" is no date.
            None if SEASONAL.contains(&word_before(prompt, &whole).as_str()) => {
                yearless.push(Yearless::stretch(&whole, first, 3));
            }
            None => {}
        }
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
        span(prompt, &captures, today, found);
    }
    hours(prompt, found);
    settle(prompt, yearless, today, found);
}

/// A day, month or season whose year the prompt leaves open.
struct Yearless<'a> {
    whole: regex_lite::Match<'a>,
    month: u32,
    /// The day of the month; none when all of the months are meant.
    day: Option<u32>,
    /// How many months.
    length: u32,
}

impl<'a> Yearless<'a> {
    fn day(whole: &regex_lite::Match<'a>, month: u32, day: u32) -> Self {
        Self { whole: *whole, month, day: Some(day), length: 1 }
    }

    fn stretch(whole: &regex_lite::Match<'a>, month: u32, length: u32) -> Self {
        Self { whole: *whole, month, day: None, length }
    }

    /// The day it comes down to in that year, and the first day of the stretch if it has one.
    fn dates(&self, prompt: &str, year: i64) -> Option<Dates> {
        match self.day {
            Some(day) => Some(Dates { from: None, to: Date::new(year, self.month, day)? }),
            None => dates(prompt, &self.whole, (year, self.month), self.length),
        }
    }
}

/// Gives days their year: that of the other dates where the day falls between today and the last of
/// them, else the next one to come.
fn settle(prompt: &str, yearless: Vec<Yearless<'_>>, today: Date, found: &mut Vec<Found>) {
    let dates = found.iter().filter(|one| one.kind == Kind::Date);
    let mut known: Vec<Date> = dates.filter_map(|one| super::last_day(&one.value)).collect();
    known.sort_unstable();
    for one in yearless {
        let in_year = |year: i64| one.dates(prompt, year);
        let between = known.iter().find_map(|other| {
            let dates = in_year(other.parts().0)?;
            (today <= dates.to && Some(&dates.to) <= known.last()).then_some(dates)
        });
        let year = today.parts().0;
        // A season that has begun is over for whoever plans; a month may still be meant.
        let begins = |year: i64| Date::new(year, one.month, 1).is_some_and(|first| today <= first);
        let is_open = |year: &i64| one.length == 1 || begins(*year);
        let years = (year..year + 5).filter(is_open);
        let next = || years.filter_map(in_year).find(|dates| today <= dates.to);
        // A leap day comes every four years; a day that never comes is no date.
        if let Some(dates) = between.or_else(next) {
            let role = role(prompt, one.whole.start(), one.whole.end());
            push(&one.whole, role, &dates, found);
        }
    }
}

/// Hours a week that those who write have for it, or somebody else has.
fn hours(prompt: &str, found: &mut Vec<Found>) {
    let is_own = |start: usize| {
        let (from, _) = sentence(prompt, start, start);
        let words = prompt[from..start].split(|letter: char| !letter.is_alphanumeric());
        let own = ["I", "we", "We", "ich", "Ich", "wir", "Wir"];
        words.into_iter().any(|word| own.contains(&word))
    };
    for captures in HOURS.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let Some(count) = number(&captures["count"]).filter(|count| (1..=60).contains(count))
        else {
            continue;
        };
        let role = if is_own(whole.start()) { "hours_a_week" } else { "hours_of_others" };
        let (start, end, value) = (whole.start(), whole.end(), json!(count));
        found.push(Found { start, end, kind: Kind::Duration, role, value });
    }
    for whole in SPARE_TIME.find_iter(prompt) {
        let (start, end, value) = (whole.start(), whole.end(), json!(SPARE_HOURS));
        found.push(Found { start, end, kind: Kind::Duration, role: "hours_a_week", value });
    }
}

/// What evenings beside a job are usually good for.
const SPARE_HOURS: u64 = 10;

const PREPOSITIONS: [&str; 15] = [
    "in", "by", "until", "before", "on", "from", "this", "next", "since", "during", "im", "am",
    "bis", "vor", "ab",
];

/// What stands before a season that is a date.
const SEASONAL: [&str; 11] =
    ["in", "by", "until", "before", "this", "next", "during", "im", "bis", "vor", "diesen"];

/// The word right before a place, articles left out.
fn word_before(prompt: &str, whole: &regex_lite::Match<'_>) -> String {
    words_before(prompt, whole).0
}

/// The last word before a place and the one before that, articles left out.
fn words_before(prompt: &str, whole: &regex_lite::Match<'_>) -> (String, String) {
    let (before, _) = around(prompt, whole.start(), whole.end(), 24);
    let mut words = before.split_whitespace().rev().filter(|word| !ARTICLES.contains(word));
    let mut next = || words.next().unwrap_or_default().to_owned();
    (next(), next())
}

const ARTICLES: [&str; 7] = ["the", "of", "dem", "den", "der", "des", "a"];

fn month_number(name: &str) -> u32 {
    let lower = name.to_lowercase();
    MONTHS.iter().position(|names| names.contains(&lower.as_str())).map_or(0, |idx| idx as u32 + 1)
}

/// What a month, a quarter or a season comes down to.
struct Dates {
    /// The first day, where something takes place in it and not by then.
    from: Option<Date>,
    to: Date,
}

/// A month, a quarter or a season: a start begins with it, a deadline ends with it, and what is due
/// before it is due on the day before.
fn dates(
    prompt: &str,
    whole: &regex_lite::Match<'_>,
    (year, month): (i64, u32),
    length: u32,
) -> Option<Dates> {
    let first = Date::new(year, month, 1)?;
    let last = month - 1 + length - 1;
    let end = Date::end_of(year + i64::from(last / 12), last % 12 + 1)?;
    let (before, earlier) = words_before(prompt, whole);
    // "before the end of March" still ends with it.
    let names_part = whole.as_str().starts_with(|letter: char| letter.is_lowercase())
        || whole.as_str().starts_with("End");
    let is_month = length == 1 && names_part;
    Some(if role(prompt, whole.start(), whole.end()) == "start" {
        Dates { from: None, to: first }
    } else if is_before(prompt, whole) && !is_month {
        Dates { from: None, to: first.plus_days(-1) }
    } else if ["in", "during", "im", "this", "next"].contains(&before.as_str())
        && !["by", "until", "bis"].contains(&earlier.as_str())
        && !is_month
    {
        Dates { from: Some(first), to: end }
    } else {
        Dates { from: None, to: end }
    })
}

/// Whether something is due before a stretch of time: "before August", "before the lease ends in May".
fn is_before(prompt: &str, whole: &regex_lite::Match<'_>) -> bool {
    let (before, _) = around(prompt, whole.start(), whole.end(), 60);
    let clause = before.rsplit([',', '.', ';', '!', '?', '(']).next().unwrap_or_default();
    let mut words = clause.split_whitespace();
    words.any(|word| ["before", "vor"].contains(&word))
}

fn stretch(
    prompt: &str,
    whole: &regex_lite::Match<'_>,
    first: (i64, u32),
    length: u32,
    found: &mut Vec<Found>,
) {
    if let Some(dates) = dates(prompt, whole, first, length) {
        push(whole, role(prompt, whole.start(), whole.end()), &dates, found);
    }
}

fn push(whole: &regex_lite::Match<'_>, role: &'static str, dates: &Dates, found: &mut Vec<Found>) {
    let value = match dates.from {
        Some(from) => json!({ "from": from, "to": dates.to }),
        None => json!(dates.to),
    };
    found.push(Found { start: whole.start(), end: whole.end(), kind: Kind::Date, role, value });
}

fn day(prompt: &str, start: usize, end: usize, date: Date, found: &mut Vec<Found>) {
    let role = role(prompt, start, end);
    found.push(Found { start, end, kind: Kind::Date, role, value: json!(date) });
}

/// What a day is for, by the words around it.
fn role(prompt: &str, start: usize, end: usize) -> &'static str {
    let (before, after) = around(prompt, start, end, 90);
    let clause = before.rsplit(['.', ';', '!', '?', '(']).next().unwrap_or_default();
    let words: Vec<&str> = clause.split_whitespace().collect();
    let last = words.last().copied().unwrap_or_default();
    let follows = |all: &[&str]| all.iter().any(|word| after.trim_start().starts_with(word));
    if last == "between" || last == "from" && follows(&["to ", "until ", "till "]) {
        return "window_start";
    }
    let is_second = |first: &str, second: &[&str]| {
        let position = words.iter().rposition(|word| *word == first);
        second.contains(&last) && position.is_some_and(|at| words.len() - at <= 6)
    };
    if is_second("between", &["and"]) || is_second("from", &["to", "until", "till"]) {
        return "window_end";
    }
    // "start school in September" is about something else: only the words right before count.
    let near = || words.iter().rev().take(2);
    let says = |all: &[&str]| near().any(|word| all.contains(word));
    if !says(&BEGINS) && !says(&["from", "after", "available", "ab"]) {
        return "deadline";
    }
    // By then the work must be over, or others use what there is.
    let part = clause.rsplit([',', ':']).next().unwrap_or_default();
    let part = part.rsplit(" and ").next().unwrap_or_default();
    let speaks = |all: &[&str]| part.split_whitespace().any(|word| all.contains(&word));
    if speaks(&["course", "class", "classes", "lessons", "training", "workshop"]) {
        // Those who take part begin on that day.
        "milestone"
    } else if speaks(&[
        "job",
        "school",
        "semester",
        "term",
        "position",
        "studies",
        "season",
        "kindergarten",
    ]) {
        "deadline"
    } else if !says(&BEGINS) && speaks(&["come", "comes", "arrive", "arrives", "free", "available"])
    {
        "available"
    } else if !says(&BEGINS) && speaks(&["test", "testing", "pilot", "trial", "try"]) {
        "milestone"
    } else {
        "start"
    }
}

const BEGINS: [&str; 9] = [
    "start",
    "starts",
    "starting",
    "begin",
    "begins",
    "beginning",
    "starten",
    "beginnen",
    "beginn",
];

/// Whether a span is an entry of its own in a list: "an app, 3 months, 15k".
fn stands_alone(prompt: &str, start: usize, end: usize) -> bool {
    let before = prompt[..start].trim_end();
    let after = prompt[end..].trim_start();
    before.ends_with([',', ';', ':']) && (after.is_empty() || after.starts_with([',', ';', '.']))
}

fn span(prompt: &str, captures: &regex_lite::Captures<'_>, today: Date, found: &mut Vec<Found>) {
    let whole = captures.get(0).expect("a match has a whole");
    let Some(count) = number(&captures["count"]).filter(|count| (1..=5000).contains(count)) else {
        return;
    };
    let days = match captures["unit"].to_lowercase().as_str() {
        unit if unit.starts_with("da") || unit.starts_with("ta") => 1,
        unit if unit.starts_with('w') => 7,
        unit if unit.starts_with('m') => 30,
        _ => 365,
    };
    let (before, after) = around(prompt, whole.start(), whole.end(), 32);
    let last: Vec<&str> = before.split_whitespace().rev().take(3).collect();
    let is_counted = matches!(captures["count"].to_lowercase().as_str(), "a" | "an");
    let limits = ["within", "in", "inside", "under"];
    let is_rate = is_counted && !last.first().is_some_and(|word| limits.contains(word));
    let is_limit = last.first().is_some_and(|word| limits.contains(word))
        || last.iter().any(|word| ["most", "within", "deadline", "maximum"].contains(word))
        || after.trim_start().starts_with("from now")
        || after.trim_start().starts_with("time");
    // "at most 900 EUR a month" is a rate, not a span.
    if is_rate {
        return;
    }
    let near = after.trim_start();
    if last.first() == Some(&"in") || near.starts_with("from now") {
        // Counted from the day the prompt was written.
        let date = today.plus_days(count as i64 * days);
        let lead = prompt[..whole.start()].trim_end();
        let is_led = last.first() == Some(&"in");
        let start = if is_led { lead.len() - "in".len() } else { whole.start() };
        let (end, value) = (whole.end(), json!(date));
        found.push(Found { start, end, kind: Kind::Date, role: "deadline", value });
        return;
    }
    let next: Vec<&str> = near.split_whitespace().take(3).collect();
    let names =
        |all: &[&str]| next.iter().any(|word| all.contains(&word.trim_end_matches(['.', ','])));
    let clause = before.rsplit([',', '.', ';', '(']).next().unwrap_or_default();
    let role = if clause.contains("notice")
        || near.starts_with("notice")
        || near.starts_with("' notice")
    {
        "notice"
    } else if names(&["delivery", "lead"])
        || clause.contains("delivery")
        || clause.contains("lead time")
    {
        "lead_time"
    } else if ["answer", "repl", "respon", "decid", "process"].iter().any(|it| clause.contains(it))
    {
        // Others need that long.
        "wait"
    } else if names(&["project", "programme", "program", "study"])
        || stands_alone(prompt, whole.start(), whole.end())
    {
        "whole"
    } else if is_limit {
        "limit"
    } else {
        "length"
    };
    let value = json!(count as i64 * days);
    found.push(Found { start: whole.start(), end: whole.end(), kind: Kind::Duration, role, value });
}
