//! Finds dates in a prompt: days, figures, months, seasons and feasts, years.

use std::ops::Range;

use regex::{Captures, Match};

use super::Precision;
use super::pattern::{
    DAY_FIGURES, FEAST, FEASTS, FIGURE_RANGE, FIGURES, HALF, ISO, MONTH_YEAR, Patterns, QUARTER,
    SEASON, YEAR, is_month, month,
};
use super::shape::{Atom, Part, Shape};
use crate::calendar::Date;
use crate::facts::Language;
use crate::facts::text::{Text, is_in, last_words, words};

/// What was found so far.
pub(super) struct Atoms<'a> {
    pub(super) text: &'a Text<'a>,
    pub(super) all: Vec<Atom>,
    /// What looks like a date and is none, with the reason.
    pub(super) wrong: Vec<(Range<usize>, String)>,
}

impl Atoms<'_> {
    pub(super) fn push(
        &mut self,
        whole: &Match<'_>,
        shape: Shape,
        year: Option<i64>,
        precision: Precision,
    ) {
        let (start, text) = (whole.start(), whole.as_str());
        let span = start..start + text.trim_end().trim_end_matches('.').len();
        let is_range = matches!(shape, Shape::Days { .. });
        self.all.push(Atom { span, shape, year, precision, fixed: None, is_range });
    }

    /// A day of several that share their month and year.
    fn at(&mut self, span: Range<usize>, shape: Shape, year: Option<i64>) {
        let precision = Precision::Day;
        self.all.push(Atom { span, shape, year, precision, fixed: None, is_range: false });
    }

    pub(super) fn fixed(&mut self, whole: &Match<'_>, from: Date, to: Date, precision: Precision) {
        let fixed = Some((from, to));
        self.all.push(Atom {
            span: whole.range(),
            shape: Shape::Fixed,
            year: None,
            precision,
            fixed,
            is_range: false,
        });
    }

    pub(super) fn wrong(&mut self, whole: &Match<'_>, reason: impl Into<String>) {
        self.wrong.push((whole.range(), reason.into()));
    }

    /// The year that a date states.
    pub(super) fn year_of(&self, captures: &Captures<'_>) -> Option<i64> {
        let year = captures.name("year")?.as_str();
        if let Some(short) = year.strip_prefix(['\'', '’']) {
            return short.parse::<i64>().ok().map(|year| year + 2000);
        }
        let lower = year.to_lowercase();
        let ahead = match lower.split_once(' ') {
            Some(("this" | "dieses", _)) => 0,
            Some(_) => 1,
            None => return year.parse().ok(),
        };
        Some(self.text.today.parts().0 + ahead)
    }

    fn word_before(&self, at: usize) -> String {
        let before = self.text.before(&(at..at));
        last_words(&before, 1).pop().unwrap_or_default()
    }

    pub(super) fn days(&mut self, patterns: &Patterns) {
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
            // "the 14th and 21st of March" are two days, "12 and 13 June" a weekend.
            let joined = &prompt[whole.range()];
            let is_pair = to > from + 1
                && !joined.contains(',')
                && ["and", "et", "und", "&"]
                    .iter()
                    .any(|it| joined.split(' ').any(|word| word == *it));
            let last = captures.name("last").expect("the pattern names two days");
            if is_pair && to <= 31 {
                let lead = self.word_before(whole.start());
                if !["between", "zwischen", "entre", "dem"].contains(&lead.as_str()) {
                    let year = self.year_of(&captures);
                    let day = |day| Shape::Day { month, day };
                    let first = captures.name("day").expect("the pattern names two days");
                    self.at(first.range(), day(from), year);
                    self.at(last.start()..whole.end(), day(to), year);
                    continue;
                }
            }
            if from < to && to <= 31 {
                self.push(
                    &whole,
                    Shape::Days { from: (month, from), to: (month, to) },
                    self.year_of(&captures),
                    Precision::Day,
                );
            }
        }
        for captures in
            patterns.day_month.captures_iter(prompt).chain(patterns.month_day.captures_iter(prompt))
        {
            let whole = captures.get(0).expect("a match has a whole");
            let (month, day) = (month(&captures["month"]), captures["day"].parse().unwrap_or(0));
            let year = self.year_of(&captures);
            // "le 15 mars. 14 000 € de travaux": the next sentence begins with a number of its own.
            let between = captures.name("month").expect("the pattern names a month").end();
            let number = captures.name("day").expect("the pattern names a day");
            let is_next_sentence = between < number.start()
                && prompt[between..number.start()].contains('.')
                && captures["month"].chars().count() > 4;
            // "20 Dec - 6 Jan. 3.8 million": the day stands before the month, and a larger number behind it.
            let goes_on = prompt[number.end()..]
                .strip_prefix([' ', '\u{a0}', '\u{202f}', '.', ','])
                .is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()))
                && year.is_none();
            let has_day = prompt[..whole.start()]
                .trim_end_matches([' ', '.'])
                .ends_with(|it: char| it.is_ascii_digit());
            if is_next_sentence || between < number.start() && (goes_on || has_day) {
                continue;
            }
            let shape = Shape::Day { month, day };
            if shape.bounds(year.unwrap_or(2028)).is_none() {
                let in_year = year.map_or_else(String::new, |year| format!(" in {year}"));
                self.wrong(&whole, format!("there is no such day{in_year}"));
                continue;
            }
            self.push(&whole, shape, year, Precision::Day);
        }
    }

    pub(super) fn figures(&mut self) {
        let prompt = self.text.prompt;
        for captures in ISO.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let part = |name: &str| captures[name].parse().unwrap_or(0);
            let shape = Shape::Day { month: part("month"), day: part("day") };
            match self.year_of(&captures).filter(|&year| shape.bounds(year).is_some()) {
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
                || !prompt.contains('$') && prompt.contains(['£', '€', '₹'])
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
        for captures in DAY_FIGURES.captures_iter(prompt) {
            let group = |one: &str, two: &str| captures.name(one).or_else(|| captures.name(two));
            let (Some(day), Some(month)) = (group("day", "d"), group("month", "m")) else {
                continue;
            };
            let shape = Shape::Day {
                month: month.as_str().parse().unwrap_or(0),
                day: day.as_str().parse().unwrap_or(0),
            };
            let is_inside = self.all.iter().any(|atom| atom.span.contains(&day.start()));
            if !is_inside && shape.bounds(2028).is_some() && self.text.language != Language::English
            {
                let span = day.start()..month.end();
                self.at(span, shape, None);
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
                    self.year_of(&captures),
                    Precision::Month,
                );
            }
        }
    }

    pub(super) fn months(&mut self, patterns: &Patterns) {
        let prompt = self.text.prompt;
        for captures in patterns.month.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let name = captures.name("month").expect("the pattern names a month");
            let (year, part) = (self.year_of(&captures), part_of(&captures));
            let shape = Shape::Months { first: month(name.as_str()), count: 1, part };
            // "May", "March", "Jan" and "Mars" are also other words: without a year they count only
            // after a word of time or beside another date.
            let lead = self.word_before(whole.start());
            let beside = prompt[whole.end()..].trim_start();
            let is_typed = name.as_str().starts_with(char::is_lowercase)
                && self.text.language != Language::French
                && (name.as_str().chars().count() < 4
                    || ["may", "march", "sept", "mars"].contains(&name.as_str()));
            // "fieldwork May and June".
            let is_joined = |all: &[String]| matches!(all, [and, month] if is_in("and|und|et", and) && is_month(month));
            let mut before = last_words(&self.text.before(&whole.range()), 2);
            before.reverse();
            let after: Vec<String> = words(beside).into_iter().take(2).collect();
            let is_time = year.is_some()
                || part != Part::Whole
                || !is_typed && (is_joined(&after) || is_joined(&before))
                || is_in(TIME_WORDS, &lead) && !(is_typed && lead == "to")
                || beside.starts_with(['-', '–', '—']) && beside.len() > 1 && !is_typed
                || RANGE_WORDS.split('|').any(|word| beside.starts_with(word)) && !is_typed
                || name.as_str().chars().count() > 5
                || self.text.language != Language::French && is_in(ONLY_MONTHS, name.as_str());
            if is_time {
                self.push(&whole, shape, year, Precision::Month);
            }
        }
    }

    pub(super) fn seasons(&mut self) {
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
                || self.year_of(&captures).is_some()
                || whole.as_str().starts_with('Q') && is_in(TIME_WORDS, &lead);
            if is_time {
                let shape =
                    Shape::Months { first: quarter * 3 - 2, count: 3, part: part_of(&captures) };
                self.push(&whole, shape, self.year_of(&captures), Precision::Quarter);
            }
        }
        for captures in HALF.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let half: u32 = match (captures.name("h"), captures.name("word")) {
                (Some(figure), _) if self.year_of(&captures).is_some() => {
                    figure.as_str().parse().unwrap_or(1)
                }
                (None, Some(word))
                    if self.year_of(&captures).is_some() || whole.as_str().contains("year") =>
                {
                    ordinal(word.as_str())
                }
                _ => continue,
            };
            let shape = Shape::Months { first: half * 6 - 5, count: 6, part: Part::Whole };
            self.push(&whole, shape, self.year_of(&captures), Precision::HalfYear);
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
            let is_time = self.year_of(&captures).is_some()
                || captures.name("part").is_some()
                || is_in(SEASON_WORDS, &lead);
            // "the summer fair", "a été".
            let next = words(&prompt[whole.end()..]).into_iter().next().unwrap_or_default();
            let is_noun = self.text.language == Language::English
                && self.year_of(&captures).is_none()
                && captures.name("part").is_none()
                && prompt[whole.end()..].starts_with(' ')
                && next.len() > 3
                && !is_in("with|when|from|until|before|after|that|season", &next);
            let is_verb = &captures["season"] == "été" && is_in("a|ont|avons", &lead);
            if is_time && !is_noun && !is_verb {
                let shape = Shape::Months { first, count: 3, part: part_of(&captures) };
                let year = self.year_of(&captures);
                self.push(&whole, shape, year, Precision::Quarter);
            }
        }
        for captures in FEAST.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let name = captures["feast"].to_lowercase();
            let feast = FEASTS.iter().find(|(names, _)| is_in(names, &name));
            let Some(&(_, shape)) = feast else { continue };
            // "a Christmas market" names no day unless a word of time stands before it.
            let lead = self.word_before(whole.start());
            let next = prompt[whole.end()..].chars().nth(1).is_some_and(char::is_alphabetic)
                && prompt[whole.end()..].starts_with(' ');
            let is_time = is_in(TIME_WORDS, &lead) && lead != "de"
                || ["for", "pour", "à", "zum"].contains(&lead.as_str()) && !next;
            if self.year_of(&captures).is_some() || is_time && (!next || lead != "a") {
                self.push(&whole, shape, self.year_of(&captures), Precision::Day);
            }
        }
    }

    pub(super) fn years(&mut self) {
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
            self.all.push(Atom { span, shape, year, precision, fixed: None, is_range: false });
        }
    }
}

/// Short names of months that are no other words.
const ONLY_MONTHS: &str = "Feb|Apr|Aug|Sept|Sep|Oct|Okt|Nov|Dec|Dez";

const TIME_WORDS: &str = "à|de|in|by|until|till|before|after|on|from|this|next|since|during|im|am|bis|vor|ab|seit|mid|early|\
        late|of|between|to|en|avant|début|fin|jusqu'en|d'ici|zwischen|entre|around|von|vom|du|each|every|zu|\
        through";

/// Words between two dates.
const RANGE_WORDS: &str = "to |until |through |bis |à |au ";

const SEASON_WORDS: &str = "ab|from|dès|avant|zum|after|nach|d'ici|in|by|until|before|this|next|during|im|bis|vor|diesen|the|\
        nächsten|early|late|kommenden|au|l|cet|à|nächstes|for";

pub(super) fn ordinal(word: &str) -> u32 {
    match word.to_lowercase().chars().take(3).collect::<String>().as_str() {
        "sec" | "2nd" | "2." | "2e" | "zwe" | "deu" => 2,
        "thi" | "3rd" | "3." | "3e" | "dri" | "tro" => 3,
        "fou" | "las" | "4th" | "4." | "4e" | "vie" | "qua" => 4,
        _ => 1,
    }
}

pub(super) fn part_of(captures: &Captures<'_>) -> Part {
    let part = captures
        .name("part")
        .or_else(|| captures.name("lead"))
        .map(|it| it.as_str().to_lowercase());
    match part.as_deref() {
        Some("early" | "beginning of" | "start of" | "anfang" | "début") => Part::Early,
        Some("mid" | "mitte" | "mi" | "middle of") => Part::Mid,
        Some("late" | "end of" | "the end of" | "ende" | "fin") => Part::End,
        Some(half)
            if half.contains("half") || half.contains("hälfte") || half.contains("quinz") =>
        {
            if ["first", "erste", "premi"].iter().any(|it| half.starts_with(it)) {
                Part::FirstHalf
            } else {
                Part::SecondHalf
            }
        }
        _ => Part::Whole,
    }
}
