//! Days, months, quarters, seasons, years and the ranges between them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Match, Regex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Value;
use super::language::Language;
use super::text::{Found, NUMBER, Text, last_words, number};
use crate::calendar::Date;

mod role;

/// A day or a range of days with the part it plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    /// What happens then.
    pub role: DateRole,
    /// The first day.
    pub from: Date,
    /// The last day; equal to `from` for a single day.
    pub to: Date,
    /// How exact the prompt is.
    pub precision: Precision,
    /// Whether the prompt states the year.
    pub year: YearSource,
}

/// The part a date plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DateRole {
    /// Work begins.
    Start,
    /// Something has to be there by then.
    Deadline,
    /// Something takes place on that day, or within that range.
    TakesPlace,
    /// Others begin to use the result, or something else begins that the work must precede.
    OthersBegin,
    /// All the work lies between the two days.
    Window,
    /// No work, or no changes, in that time.
    Blackout,
    /// History; no work depends on it.
    Background,
}

impl DateRole {
    /// Whether the plan has to keep it.
    pub(crate) fn is_due(self) -> bool {
        matches!(self, Self::Deadline | Self::TakesPlace | Self::OthersBegin | Self::Window)
    }

    /// The spelling in artifacts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Deadline => "deadline",
            Self::TakesPlace => "takes_place",
            Self::OthersBegin => "others_begin",
            Self::Window => "window",
            Self::Blackout => "blackout",
            Self::Background => "background",
        }
    }
}

/// How exact a date is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Precision {
    Day,
    Month,
    Quarter,
    HalfYear,
    Year,
}

/// Where a date's year comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum YearSource {
    /// The prompt states it.
    Stated,
    /// The next year that fits.
    Assumed,
    /// Counted from the day of the prompt.
    Relative,
}

impl Moment {
    /// One line for comparison: role and days.
    pub fn line(&self) -> String {
        if self.from == self.to {
            format!("{} {}", self.role.as_str(), self.from)
        } else {
            format!("{} {}..{}", self.role.as_str(), self.from, self.to)
        }
    }
}

const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "jänner", "janvier", "jan", "janv"],
    &["february", "februar", "février", "fevrier", "feb", "févr"],
    &["march", "märz", "mars", "mar", "mrz"],
    &["april", "avril", "apr", "avr"],
    &["may", "mai"],
    &["june", "juni", "juin", "jun"],
    &["july", "juli", "juillet", "jul", "juil"],
    &["august", "août", "aout", "aug"],
    &["september", "septembre", "sep", "sept"],
    &["october", "oktober", "octobre", "oct", "okt"],
    &["november", "novembre", "nov"],
    &["december", "dezember", "décembre", "decembre", "dec", "dez", "déc"],
];

const FULL: &str = "January|February|March|April|May|June|July|August|September|October|November|December|\
    Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Janvier|Février|Mars|Avril|Juin|Juillet|Août|Septembre|\
    Octobre|Novembre|Décembre";
const SHORT: &str =
    "Janv|Jan|Févr|Feb|Mrz|Mar|Apr|Avr|Jun|Juil|Jul|Aug|Sept|Sep|Oct|Okt|Nov|Dec|Dez|Déc";
const LOWER: &str = "janvier|février|fevrier|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre|\
    décembre|decembre|janv|févr|avr|juil|sept|oct|nov|déc";

/// Whether a word names a month.
pub(super) fn is_month(word: &str) -> bool {
    month(word) > 0
}

fn month(name: &str) -> u32 {
    let lower = name.trim_end_matches('.').to_lowercase();
    MONTHS.iter().position(|names| names.contains(&lower.as_str())).map_or(0, |idx| idx as u32 + 1)
}

/// When something is, before its year is settled.
#[derive(Debug, Clone)]
struct Atom {
    span: Range<usize>,
    shape: Shape,
    year: Option<i64>,
    precision: Precision,
    /// Days that need no year: "in two weeks".
    fixed: Option<(Date, Date)>,
}

#[derive(Debug, Clone, Copy)]
enum Shape {
    Day {
        month: u32,
        day: u32,
    },
    /// From a day to another one, perhaps in the year after.
    Days {
        from: (u32, u32),
        to: (u32, u32),
    },
    Months {
        first: u32,
        count: u32,
        part: Part,
    },
    /// Days after Easter Sunday.
    Easter(i64),
    /// The n-th weekday (0 is Monday) of a month.
    Nth {
        month: u32,
        weekday: i64,
        nth: i64,
        plus: i64,
    },
    Fixed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    Early,
    Mid,
    End,
}

impl Shape {
    fn bounds(self, year: i64) -> Option<(Date, Date)> {
        match self {
            Self::Day { month, day } => Date::new(year, month, day).map(|date| (date, date)),
            Self::Days { from, to } => {
                let first = Date::new(year, from.0, from.1)?;
                let last = Date::new(year + i64::from(to < from), to.0, to.1)?;
                Some((first, last))
            }
            Self::Months { first, count, part } => {
                let end = |months: u32| {
                    let last = first - 1 + months - 1;
                    Date::end_of(year + i64::from(last / 12), last % 12 + 1)
                };
                let start = Date::new(year, first, 1)?;
                let third = count.div_ceil(3);
                Some(match (part, count) {
                    (Part::Whole, _) => (start, end(count)?),
                    (Part::Early, 1) => (start, start.plus_days(9)),
                    (Part::Mid, 1) => (start.plus_days(9), start.plus_days(14)),
                    (Part::End, 1) => (end(1)?.plus_days(-6), end(1)?),
                    (Part::Early, _) => (start, end(third)?),
                    (Part::Mid, _) => (end(third)?.plus_days(1), end(2 * third)?),
                    (Part::End, _) => (end(count - third)?.plus_days(1), end(count)?),
                })
            }
            Self::Easter(offset) => {
                let date = Date::easter(year)?.plus_days(offset);
                Some((date, date))
            }
            Self::Nth { month, weekday, nth, plus } => {
                let first = Date::new(year, month, 1)?;
                let ahead = (weekday - first.weekday()).rem_euclid(7);
                let date = first.plus_days(ahead + 7 * (nth - 1) + plus);
                Some((date, date))
            }
            Self::Fixed => None,
        }
    }
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

/// The patterns of one language; lower-case months are read in French prompts alone.
struct Patterns {
    day_month: Regex,
    month_day: Regex,
    days_month: Regex,
    month_days: Regex,
    month: Regex,
}

impl Patterns {
    fn new(names: &str) -> Self {
        let name = format!(r"(?P<month>{names})\b\.?");
        let ordinal = r"(?:st|nd|rd|th|er|\.)?";
        let year = r"(?:,?\s+(?:de\s+)?(?P<year>(?:19|20|21)\d{2})\b)?";
        let dash = r"\s?(?:-|–|—|to|until|till|and|bis(?: zum)?|au|et|und|&)\s?";
        Self {
            day_month: pattern(&format!(r"\b(?P<day>\d{{1,2}}){ordinal}\s+(?:of\s+)?{name}{year}")),
            month_day: pattern(&format!(
                r"\b{name}\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>(?:19|20|21)\d{{2}})\b)?"
            )),
            days_month: pattern(&format!(
                r"\b(?P<day>\d{{1,2}}){ordinal}{dash}(?P<last>\d{{1,2}}){ordinal}\s+(?:of\s+)?{name}{year}"
            )),
            month_days: pattern(&format!(
                r"\b{name}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s?(?:-|–|—|to|until)\s?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>(?:19|20|21)\d{{2}})\b)?"
            )),
            month: pattern(&format!(
                r"(?:\b(?P<part>[Ee]arly|[Mm]id|[Ll]ate|[Ee]nd of|[Tt]he end of|[Bb]eginning of|[Ss]tart of|Anfang|Mitte|Ende|[Dd]ébut|[Mm]i|[Ff]in)[\s-])?\b{name}{year}"
            )),
        }
    }
}

static ENGLISH: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(&format!("{FULL}|{SHORT}")));
static FRENCH: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(&format!("{FULL}|{LOWER}|{SHORT}")));

static ISO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?P<year>(?:19|20|21)\d{2})[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})\b")
});
static FIGURES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<one>\d{1,2})(?P<mark>[./-])(?P<two>\d{1,2})[./-](?P<year>(?:19|20|21)\d{2}|\d{2})\b",
    )
});
/// German: "vom 12. bis 14.10.2027", "12.–14.10.2027", "1.3.–5.4.2027".
static FIGURE_RANGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<d1>\d{1,2})\.(?:(?P<m1>\d{1,2})\.?)?(?P<y1>(?:20)\d{2})?\s?(?:-|–|—|bis(?: zum)?)\s?(?P<d2>\d{1,2})\.(?P<m2>\d{1,2})\.(?P<y2>(?:20)\d{2})?",
    )
});
static MONTH_YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?P<month>0?[1-9]|1[0-2])[/.](?P<year>20\d{2})\b"));
static QUARTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:(?P<part>early|mid|late|end of|ende|fin)[\s-])?(?:[QT](?P<q>[1-4])|(?P<word>first|second|third|fourth|last|1st|2nd|3rd|4th|1\.|2\.|3\.|4\.|1er|2e|3e|4e|ersten?|zweiten?|dritten?|vierten?|premier|deuxième|troisième|quatrième)\s+(?:quarter|quartal|trimestre))\b(?:\s+(?:of\s+|de\s+)?|/|\s)?(?P<year>20\d{2}\b)?",
    )
});
static HALF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:[HS](?P<h>[12])\b|(?P<word>first|second|1st|2nd|1\.|2\.|erste[sn]?|zweite[sn]?|premier|second|deuxième)\s+(?:half(?:\s+of(?:\s+the\s+year)?)?|halbjahr|semestre))(?:\s+(?:of\s+|de\s+)?|/)?(?P<year>20\d{2}\b)?",
    )
});
static SEASON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:(?P<part>early|mid|late|end of|beginning of|anfang|ende)[\s-]+)?(?P<season>spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|printemps|été|automne|hiver)\b(?:\s+(?:of\s+|de\s+)?(?P<year>20\d{2})\b)?",
    )
});
static YEAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<lead>the end of|end of|early|mid|late|beginning of|start of|ende|mitte|anfang|fin|début|d'ici|in|by|before|until|during|since|from|for|of|im jahr|jahr|bis|en|avant|depuis|seit|founded|built|summer|after)[\s-]+(?P<year>(?:1[5-9]|20)\d{2})\b",
    )
});
static RELATIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:in|within the next|in den nächsten|dans)\s+(?P<count>an?|einem|einer|une?|{NUMBER})\s+(?P<unit>days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?)\b"
    ))
});
static NEXT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<which>the end of next|end of next|next|this|nächste[nrs]?|kommende[nrs]?|diese[nrs]?|ende nächsten)\s+(?P<what>week|month|year|woche|monat|jahr)(?:e?s)?\b|\b(?P<end>the end of the year|end of the year|end of this year|year-end|year's end|jahresende|ende des jahres|la fin de l'année|fin d'année)\b|\b(?P<french>(?:l'année|le mois|la semaine) prochaine?)\b|\b(?P<day>tomorrow|morgen|demain)\b",
    )
});
static FEAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<feast>Christmas|Weihnachten|Noël|New Year's Eve|New Year|Silvester|Neujahr|Nouvel An|Easter|Ostern|Pâques|Whitsun|Pentecost|Pfingsten|Pentecôte|Ascension|Christi Himmelfahrt|Good Friday|Karfreitag|Halloween|Valentine's Day|Black Friday|Thanksgiving|Mother's Day|Muttertag|Carnival|Karneval|Fasching)\b(?:\s+(?P<year>20\d{2})\b)?",
    )
});

fn year_of(captures: &Captures<'_>) -> Option<i64> {
    captures.name("year").and_then(|it| it.as_str().parse().ok())
}

fn part_of(captures: &Captures<'_>) -> Part {
    let part = captures
        .name("part")
        .or_else(|| captures.name("lead"))
        .map(|it| it.as_str().to_lowercase());
    match part.as_deref() {
        Some("early" | "beginning of" | "start of" | "anfang" | "début") => Part::Early,
        Some("mid" | "mitte" | "mi") => Part::Mid,
        Some("late" | "end of" | "the end of" | "ende" | "fin") => Part::End,
        _ => Part::Whole,
    }
}

struct Atoms<'a> {
    text: &'a Text<'a>,
    all: Vec<Atom>,
    /// What looks like a date and is none, with the reason.
    wrong: Vec<(Range<usize>, String)>,
}

impl Atoms<'_> {
    fn push(&mut self, whole: &Match<'_>, shape: Shape, year: Option<i64>, precision: Precision) {
        let (start, text) = (whole.start(), whole.as_str());
        let span = start..start + text.trim_end().trim_end_matches('.').len();
        self.all.push(Atom { span, shape, year, precision, fixed: None });
    }

    fn fixed(&mut self, whole: &Match<'_>, from: Date, to: Date, precision: Precision) {
        let fixed = Some((from, to));
        self.all.push(Atom {
            span: whole.range(),
            shape: Shape::Fixed,
            year: None,
            precision,
            fixed,
        });
    }

    fn wrong(&mut self, whole: &Match<'_>, reason: impl Into<String>) {
        self.wrong.push((whole.range(), reason.into()));
    }

    fn word_before(&self, at: usize) -> String {
        let before = self.text.before(&(at..at));
        last_words(&before, 1).pop().unwrap_or_default()
    }

    fn days(&mut self, patterns: &Patterns) {
        let prompt = self.text.prompt;
        for captures in patterns
            .days_month
            .captures_iter(prompt)
            .chain(patterns.month_days.captures_iter(prompt))
        {
            let whole = captures.get(0).expect("a match has a whole");
            let month = month(&captures["month"]);
            let (from, to) =
                (captures["day"].parse().unwrap_or(0), captures["last"].parse().unwrap_or(0));
            if from < to && to <= 31 {
                self.push(
                    &whole,
                    Shape::Days { from: (month, from), to: (month, to) },
                    year_of(&captures),
                    Precision::Day,
                );
            }
        }
        for captures in
            patterns.day_month.captures_iter(prompt).chain(patterns.month_day.captures_iter(prompt))
        {
            let whole = captures.get(0).expect("a match has a whole");
            let (month, day) = (month(&captures["month"]), captures["day"].parse().unwrap_or(0));
            let year = year_of(&captures);
            let shape = Shape::Day { month, day };
            if shape.bounds(year.unwrap_or(2028)).is_none() {
                let in_year = year.map_or_else(String::new, |year| format!(" in {year}"));
                self.wrong(&whole, format!("there is no such day{in_year}"));
                continue;
            }
            self.push(&whole, shape, year, Precision::Day);
        }
    }

    fn figures(&mut self) {
        let prompt = self.text.prompt;
        for captures in ISO.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let part = |name: &str| captures[name].parse().unwrap_or(0);
            let shape = Shape::Day { month: part("month"), day: part("day") };
            match year_of(&captures).filter(|&year| shape.bounds(year).is_some()) {
                Some(year) => self.push(&whole, shape, Some(year), Precision::Day),
                None => self.wrong(&whole, "there is no such day"),
            }
        }
        for captures in FIGURE_RANGE.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let part =
                |name: &str| captures.name(name).and_then(|it| it.as_str().parse::<u32>().ok());
            let (Some(d1), Some(d2), Some(m2)) = (part("d1"), part("d2"), part("m2")) else {
                continue;
            };
            let m1 = part("m1").unwrap_or(m2);
            let year = part("y1").or(part("y2")).map(i64::from);
            let year = if part("y1").is_none() && (m1, d1) > (m2, d2) {
                year.map(|it| it - 1)
            } else {
                year
            };
            let shape = Shape::Days { from: (m1, d1), to: (m2, d2) };
            if shape.bounds(year.unwrap_or(2028)).is_some() {
                self.push(&whole, shape, year, Precision::Day);
            }
        }
        for captures in FIGURES.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let part = |name: &str| captures[name].parse::<u32>().unwrap_or(0);
            let (one, two) = (part("one"), part("two"));
            let year: i64 = captures["year"].parse().unwrap_or(0);
            let year = if year < 100 { year + 2000 } else { year };
            // Points stand between day and month; strokes do so outside of America.
            let is_day_first = &captures["mark"] == "."
                || self.text.language != Language::English
                || one > 12
                || one == two;
            let is_month_first = two > 12 || prompt.contains('$');
            let (day, month) = match (is_day_first, is_month_first) {
                (true, _) => (one, two),
                (false, true) => (two, one),
                (false, false) => {
                    self.wrong(&whole, "day and month can be read both ways");
                    continue;
                }
            };
            let shape = Shape::Day { month, day };
            if shape.bounds(year).is_some() {
                self.push(&whole, shape, Some(year), Precision::Day);
            } else {
                self.wrong(&whole, "there is no such day");
            }
        }
        for captures in MONTH_YEAR.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let first = captures["month"].parse().unwrap_or(1);
            let is_inside = self.all.iter().any(|atom| atom.span.contains(&whole.start()));
            if !is_inside {
                self.push(
                    &whole,
                    Shape::Months { first, count: 1, part: Part::Whole },
                    year_of(&captures),
                    Precision::Month,
                );
            }
        }
    }

    fn months(&mut self, patterns: &Patterns) {
        let prompt = self.text.prompt;
        for captures in patterns.month.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let name = captures.name("month").expect("the pattern names a month");
            let (year, part) = (year_of(&captures), part_of(&captures));
            let shape = Shape::Months { first: month(name.as_str()), count: 1, part };
            // "May", "March", "Jan" and "Mars" are also other words: without a year they count only
            // after a word of time or beside another date.
            let lead = self.word_before(whole.start());
            let beside = prompt[whole.end()..].trim_start();
            let is_time = year.is_some()
                || part != Part::Whole
                || TIME_WORDS.contains(&lead.as_str())
                || beside.starts_with(['-', '–', '—']) && beside.len() > 1
                || name.as_str().chars().count() > 5;
            if is_time {
                self.push(&whole, shape, year, Precision::Month);
            }
        }
    }

    fn seasons(&mut self) {
        let prompt = self.text.prompt;
        for captures in QUARTER.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let quarter: u32 = match (captures.name("q"), captures.name("word")) {
                (Some(figure), _) => figure.as_str().parse().unwrap_or(1),
                (None, Some(word)) => ordinal(word.as_str()),
                (None, None) => continue,
            };
            // "T2" is a terminal and "Q1" a question, unless a year or a word of time is there.
            let lead = self.word_before(whole.start());
            let is_time = captures.name("word").is_some()
                || year_of(&captures).is_some()
                || whole.as_str().starts_with('Q') && TIME_WORDS.contains(&lead.as_str());
            if is_time {
                let shape =
                    Shape::Months { first: quarter * 3 - 2, count: 3, part: part_of(&captures) };
                self.push(&whole, shape, year_of(&captures), Precision::Quarter);
            }
        }
        for captures in HALF.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let half: u32 = match (captures.name("h"), captures.name("word")) {
                (Some(figure), _) if year_of(&captures).is_some() => {
                    figure.as_str().parse().unwrap_or(1)
                }
                (None, Some(word))
                    if year_of(&captures).is_some() || whole.as_str().contains("year") =>
                {
                    ordinal(word.as_str())
                }
                _ => continue,
            };
            let shape = Shape::Months { first: half * 6 - 5, count: 6, part: Part::Whole };
            self.push(&whole, shape, year_of(&captures), Precision::HalfYear);
        }
        for captures in SEASON.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let first = match captures["season"].to_lowercase().as_str() {
                "spring" | "frühling" | "frühjahr" | "printemps" => 3,
                "summer" | "sommer" | "été" => 6,
                "winter" | "hiver" => 12,
                _ => 9,
            };
            let lead = self.word_before(whole.start());
            // "a summer school" and "a été" are no dates.
            let is_time = year_of(&captures).is_some()
                || captures.name("part").is_some()
                || SEASON_WORDS.contains(&lead.as_str());
            let is_verb =
                &captures["season"] == "été" && ["a", "ont", "avons"].contains(&lead.as_str());
            if is_time && !is_verb {
                let shape = Shape::Months { first, count: 3, part: part_of(&captures) };
                // "next winter", said in November, is not the one that begins in two weeks.
                let soon = self.text.today.plus_days(60);
                let today = self.text.today.parts().0;
                let next = ["next", "nächsten", "nächstes", "kommenden"].contains(&lead.as_str());
                let after = (today..today + 3)
                    .find(|&year| shape.bounds(year).is_some_and(|days| days.0 > soon));
                let year = year_of(&captures).or_else(|| after.filter(|_| next));
                self.push(&whole, shape, year, Precision::Quarter);
            }
        }
        for captures in FEAST.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let shape = match &captures["feast"] {
                "Christmas" | "Weihnachten" | "Noël" => Shape::Day { month: 12, day: 24 },
                "New Year's Eve" | "Silvester" => Shape::Day { month: 12, day: 31 },
                "New Year" | "Neujahr" | "Nouvel An" => Shape::Day { month: 1, day: 1 },
                "Easter" | "Ostern" | "Pâques" => Shape::Easter(0),
                "Good Friday" | "Karfreitag" => Shape::Easter(-2),
                "Ascension" | "Christi Himmelfahrt" => Shape::Easter(39),
                "Whitsun" | "Pentecost" | "Pfingsten" | "Pentecôte" => Shape::Easter(49),
                "Carnival" | "Karneval" | "Fasching" => Shape::Easter(-48),
                "Halloween" => Shape::Day { month: 10, day: 31 },
                "Valentine's Day" => Shape::Day { month: 2, day: 14 },
                "Thanksgiving" => Shape::Nth { month: 11, weekday: 3, nth: 4, plus: 0 },
                "Black Friday" => Shape::Nth { month: 11, weekday: 3, nth: 4, plus: 1 },
                _ => Shape::Nth { month: 5, weekday: 6, nth: 2, plus: 0 },
            };
            // "a Christmas market" names no day unless a word of time stands before it.
            let lead = self.word_before(whole.start());
            let next = prompt[whole.end()..].chars().nth(1).is_some_and(char::is_alphabetic)
                && prompt[whole.end()..].starts_with(' ');
            if year_of(&captures).is_some()
                || TIME_WORDS.contains(&lead.as_str()) && (!next || lead != "a")
            {
                self.push(&whole, shape, year_of(&captures), Precision::Day);
            }
        }
    }

    fn years(&mut self) {
        let prompt = self.text.prompt;
        for captures in YEAR.captures_iter(prompt) {
            let year = captures.name("year").expect("the pattern names a year");
            let lead = captures["lead"].to_lowercase();
            let is_inside = self.all.iter().any(|atom| atom.span.contains(&year.start()));
            // "from 2000 to 2500 visitors" counts heads.
            let next = prompt[year.end()..].trim_start().to_lowercase();
            let is_count =
                ["people", "visitors", "guests", "users", "eur", "€", "units", "copies", "euro"]
                    .iter()
                    .any(|word| next.starts_with(word));
            if is_inside || is_count {
                continue;
            }
            let part = part_of(&captures);
            let whole = captures.get(0).expect("a match has a whole");
            let shape = Shape::Months { first: 1, count: 12, part };
            let has_part = part != Part::Whole;
            let span = if has_part { whole.range() } else { year.range() };
            let shape = match lead.as_str() {
                "the end of" | "end of" | "ende" | "fin" => Shape::Day { month: 12, day: 31 },
                _ => shape,
            };
            let year: Option<i64> = year.as_str().parse().ok();
            let precision =
                if matches!(shape, Shape::Day { .. }) { Precision::Month } else { Precision::Year };
            self.all.push(Atom { span, shape, year, precision, fixed: None });
        }
    }

    fn relative(&mut self) {
        let (prompt, today) = (self.text.prompt, self.text.today);
        for captures in RELATIVE.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let word = captures["count"].to_lowercase();
            let count = if ["a", "an", "einem", "einer", "un", "une"].contains(&word.as_str()) {
                Some(1)
            } else {
                number(&word)
            };
            let Some(count) = count.and_then(|it| u32::try_from(it).ok()).filter(|it| *it < 600)
            else {
                continue;
            };
            let Some(unit) = super::Unit::of(&captures["unit"]) else { continue };
            // "in three years of work" and "in 6 weeks time" differ; the whole project is a span.
            let after = self.text.after(&whole.range());
            if after.trim_start().starts_with("of ") {
                continue;
            }
            let date = unit.after(today, count);
            self.fixed(&whole, date, date, Precision::Day);
        }
        for captures in NEXT.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let (year, month, _) = today.parts();
            let month_at = |ahead: u32| {
                let at = month - 1 + ahead;
                (year + i64::from(at / 12), at % 12 + 1)
            };
            if captures.name("day").is_some() {
                self.fixed(&whole, today.plus_days(1), today.plus_days(1), Precision::Day);
                continue;
            }
            if captures.name("end").is_some() {
                let end = Date::new(year, 12, 31).expect("every year has a last day");
                self.fixed(&whole, end, end, Precision::Day);
                continue;
            }
            let what = captures.name("what").or_else(|| captures.name("french"));
            let what = what.map_or_else(String::new, |it| it.as_str().to_lowercase());
            let which = captures
                .name("which")
                .map_or_else(|| "next".to_owned(), |it| it.as_str().to_lowercase());
            let ahead = u32::from(!(which == "this" || which.starts_with("dies")));
            let (from, to) =
                if what.contains("week") || what.contains("woche") || what.contains("semaine") {
                    let monday = today.plus_days(-today.weekday() + 7 * i64::from(ahead));
                    (monday, monday.plus_days(6))
                } else if what.contains("mo") {
                    let (year, month) = month_at(ahead);
                    (
                        Date::new(year, month, 1).expect("a month has a first day"),
                        Date::end_of(year, month).expect("and a last"),
                    )
                } else {
                    let year = year + i64::from(ahead);
                    (
                        Date::new(year, 1, 1).expect("a year has a first day"),
                        Date::new(year, 12, 31).expect("and a last"),
                    )
                };
            let from = if which.contains("end") { to } else { from };
            let precision =
                if what.contains("year") || what.contains("jahr") || what.contains("ann") {
                    Precision::Year
                } else {
                    Precision::Month
                };
            self.fixed(&whole, from.max(today), to, precision);
        }
    }
}

const TIME_WORDS: [&str; 40] = [
    "in", "by", "until", "till", "before", "after", "on", "from", "this", "next", "since",
    "during", "im", "am", "bis", "vor", "ab", "seit", "mid", "early", "late", "of", "between",
    "to", "en", "avant", "début", "fin", "jusqu'en", "d'ici", "zwischen", "entre", "around", "von",
    "vom", "du", "each", "every", "zu", "through",
];

const SEASON_WORDS: [&str; 22] = [
    "in",
    "by",
    "until",
    "before",
    "this",
    "next",
    "during",
    "im",
    "bis",
    "vor",
    "diesen",
    "the",
    "nächsten",
    "early",
    "late",
    "kommenden",
    "au",
    "l",
    "cet",
    "à",
    "nächstes",
    "for",
];

fn ordinal(word: &str) -> u32 {
    match word.to_lowercase().chars().take(3).collect::<String>().as_str() {
        "sec" | "2nd" | "2." | "2e" | "zwe" | "deu" => 2,
        "thi" | "3rd" | "3." | "3e" | "dri" | "tro" => 3,
        "fou" | "las" | "4th" | "4." | "4e" | "vie" | "qua" => 4,
        _ => 1,
    }
}

/// Reads dates; returns what looks like one and is none.
pub(super) fn read(text: &Text<'_>, found: &mut Vec<Found>) -> Vec<(Range<usize>, String)> {
    let patterns = if text.language == Language::French { &*FRENCH } else { &*ENGLISH };
    let mut atoms = Atoms { text, all: Vec::new(), wrong: Vec::new() };
    atoms.days(patterns);
    atoms.figures();
    atoms.months(patterns);
    atoms.seasons();
    atoms.years();
    atoms.relative();
    let (all, mut wrong) = (atoms.all, atoms.wrong);
    // A month inside a day that does not exist is not meant.
    let is_inside = |atom: &Atom| {
        wrong.iter().any(|(span, _)| span.start <= atom.span.start && atom.span.end <= span.end)
    };
    let all = apart(all.into_iter().filter(|atom| !is_inside(atom)).collect());
    let all = joined(text.prompt, all);
    wrong.retain(|(span, _)| {
        !all.iter().any(|atom| atom.span.start <= span.start && span.end <= atom.span.end)
    });
    let known = settled(&all, text.today);
    for (atom, days) in all.iter().zip(known) {
        let Some((from, to)) = days else {
            wrong.push((atom.span.clone(), "there is no such day in the years to come".to_owned()));
            continue;
        };
        let year = match (atom.fixed, atom.year) {
            (Some(_), _) => YearSource::Relative,
            (None, Some(_)) => YearSource::Stated,
            (None, None) => YearSource::Assumed,
        };
        let moment = Moment { role: DateRole::Deadline, from, to, precision: atom.precision, year };
        let moment = role::assign(text, &atom.span, moment);
        found.push(Found { span: atom.span.clone(), value: Value::Date(moment) });
    }
    wrong
}

/// Leaves out atoms inside longer ones.
fn apart(mut all: Vec<Atom>) -> Vec<Atom> {
    all.sort_by_key(|atom| (atom.span.start, std::cmp::Reverse(atom.span.end)));
    let mut kept: Vec<Atom> = Vec::new();
    for atom in all {
        match kept.last_mut() {
            Some(last) if atom.span.start < last.span.end => {
                if atom.span.end - atom.span.start > last.span.end - last.span.start {
                    *last = atom;
                }
            }
            _ => kept.push(atom),
        }
    }
    kept
}

static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\s*(?P<dash>-|–|—|to|until|till|through|bis(?: zum)?|au|à|jusqu'au|and|und|et|or)\s*(?:the|le|dem)?\s*$",
    )
});

/// Joins two atoms with a dash or "to" between them into a range.
fn joined(prompt: &str, all: Vec<Atom>) -> Vec<Atom> {
    let mut out: Vec<Atom> = Vec::new();
    for atom in all {
        let Some(last) = out.last() else {
            out.push(atom);
            continue;
        };
        let between = &prompt[last.span.end..atom.span.start];
        let dash = RANGE.captures(between).map(|it| it["dash"].to_lowercase());
        let before = prompt[..last.span.start].to_lowercase();
        let lead = last_words(&before, 2).join(" ");
        let is_pair = ["between", "zwischen", "entre"].iter().any(|word| lead.ends_with(word));
        let neighbours = matches!((last.shape, atom.shape), (Shape::Months { first: a, count: 1, .. }, Shape::Months { first: b, count: 1, .. }) if a % 12 + 1 == b);
        let is_range = match dash.as_deref() {
            Some("and" | "und" | "et" | "or") => is_pair || neighbours,
            Some(_) => true,
            None => false,
        };
        // Both ends have to be of one sort, and neither a range already.
        let is_single = |atom: &Atom| !matches!(atom.shape, Shape::Days { .. });
        match is_range && is_single(last) && is_single(&atom) {
            true => match range(last, &atom) {
                Some(range) => *out.last_mut().expect("there is a last one") = range,
                None => out.push(atom),
            },
            false => out.push(atom),
        }
    }
    out
}

fn range(first: &Atom, last: &Atom) -> Option<Atom> {
    let span = first.span.start..last.span.end;
    let precision = first.precision.max(last.precision);
    if let (Some((from, _)), Some((_, to))) = (first.fixed, last.fixed) {
        return (from <= to).then(|| Atom {
            span,
            shape: Shape::Fixed,
            year: None,
            precision,
            fixed: Some((from, to)),
        });
    }
    if first.fixed.is_some() || last.fixed.is_some() {
        return None;
    }
    if let Some(last_year) = last.year {
        let (_, to) = last.shape.bounds(last_year)?;
        let mut year = first.year.unwrap_or(last_year);
        let mut from = first.shape.bounds(year)?.0;
        if first.year.is_none() && from > to {
            year -= 1;
            from = first.shape.bounds(year)?.0;
        }
        // A start after its end is kept, so that it is seen.
        let fixed = Some((from.min(to), to.max(from)));
        return Some(Atom { span, shape: Shape::Fixed, year: Some(year), precision, fixed });
    }
    let from = first.shape.bounds(first.year.unwrap_or(2027))?.0.parts();
    let to = last.shape.bounds(2027)?.1.parts();
    let shape = Shape::Days { from: (from.1, from.2), to: (to.1, to.2) };
    Some(Atom { span, shape, year: first.year, precision, fixed: None })
}

/// The days of each atom. A year that is left open is that of the other dates where the day falls
/// between today and the last of them, else the next one to come.
fn settled(all: &[Atom], today: Date) -> Vec<Option<(Date, Date)>> {
    let stated = |atom: &Atom| match (atom.fixed, atom.year) {
        (Some(days), _) => Some(days),
        (None, Some(year)) => atom.shape.bounds(year),
        (None, None) => None,
    };
    let mut known: Vec<Date> =
        all.iter().filter_map(stated).map(|(_, to)| to).filter(|to| *to >= today).collect();
    known.sort_unstable();
    all.iter()
        .map(|atom| {
            stated(atom).or_else(|| {
                if atom.year.is_some() || atom.fixed.is_some() {
                    return None;
                }
                let between = known.iter().find_map(|other| {
                    let days = atom.shape.bounds(other.parts().0)?;
                    (today <= days.1 && Some(&days.1) <= known.last()).then_some(days)
                });
                let year = today.parts().0;
                // A season that has begun is over for whoever plans; a month may still be meant.
                let is_open = |days: &(Date, Date)| {
                    today <= days.1 && (atom.precision <= Precision::Month || today <= days.0)
                };
                let next =
                    || (year..year + 9).filter_map(|year| atom.shape.bounds(year)).find(is_open);
                between.or_else(next)
            })
        })
        .collect()
}
