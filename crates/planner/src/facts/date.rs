//! Days, months, quarters, seasons, years and the ranges between them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Value;
use super::language::Language;
use super::text::{Found, Text, is_in, last_words, pattern};
use crate::calendar::Date;

mod atoms;
mod counted;
mod narrow;
mod pattern;
mod shape;
mod weeks;

use atoms::Atoms;
pub(super) use counted::count_back;
pub(super) use narrow::narrowed;
pub(crate) use pattern::is_month;
use pattern::{ENGLISH, FRENCH, SHORT_WEEKDAYS, WEEKDAY_BEFORE, WEEKDAYS};
pub(super) use pattern::{is_weekday, weekday};
use shape::{Atom, Shape};

/// A day or a range of days with the part it plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    /// What is to happen at that date.
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
    /// The work itself lies between the two days; preparation may come before.
    Window,
    /// No work, or no changes, in that time.
    Blackout,
    /// History; no work depends on it.
    Background,
}

spelled!(DateRole {
    Start "start", Deadline "deadline", TakesPlace "takes_place", OthersBegin "others_begin", Window "window", Blackout "blackout", Background "background"
});

impl DateRole {
    /// Whether the plan has to keep it.
    pub(crate) fn is_due(self) -> bool {
        matches!(self, Self::Deadline | Self::TakesPlace | Self::OthersBegin | Self::Window)
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

/// Reads dates; returns what looks like one and is none.
pub(super) fn read(text: &Text<'_>, found: &mut Vec<Found>) -> Vec<(Range<usize>, String)> {
    let patterns = if text.language == Language::French { &*FRENCH } else { &*ENGLISH };
    let mut atoms = Atoms { text, all: Vec::new(), wrong: Vec::new() };
    atoms.days(patterns);
    atoms.figures();
    atoms.months(patterns);
    atoms.seasons();
    atoms.weeks();
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
    let known = settled(text, &all);
    for (atom, days) in all.iter().zip(&known) {
        let Some((from, to)) = *days else {
            wrong.push((atom.span.clone(), "there is no such day in the years to come".to_owned()));
            continue;
        };
        let year = match (atom.year, atom.fixed) {
            (Some(_), _) => YearSource::Stated,
            (None, Some(_)) => YearSource::Relative,
            (None, None) => YearSource::Assumed,
        };
        let mut moment =
            Moment { role: DateRole::Deadline, from, to, precision: atom.precision, year };
        let mut span = atom.span.clone();
        // "Friday, the 17th of September": the weekday belongs to the date.
        if let Some(before) = WEEKDAY_BEFORE.captures(&text.prompt[..span.start])
            && atom.precision == Precision::Day
        {
            span.start = before.get(0).expect("a match has a whole").start();
        }
        // "in the week of 8 November".
        let before = text.before(&span);
        let is_week = ["week of", "woche vom", "woche ab", "semaine du"]
            .iter()
            .any(|words| before.trim_end().trim_end_matches(" the").ends_with(words));
        if is_week && moment.precision == Precision::Day && moment.from == moment.to {
            moment.to = moment.from.plus_days(6);
        }
        found.push(Found { span, value: Value::Date(moment) });
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
    pattern(&format!(
        r"(?i)^\.?\s*(?P<dash>-|–|—|/|to|until|till|til|through|thru|bis(?: zum)?|au|à|jusqu'au|and|und|et|or|&)\s*(?:the|le|dem)?\s*(?:(?:{WEEKDAYS}|{SHORT_WEEKDAYS})\.?,?\s*(?:the|le|den|dem)?\s*)?$"
    ))
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
        let lead = lead.trim_end_matches(" le").trim_end_matches(" the").trim_end_matches(" dem");
        let is_pair = ["between", "zwischen", "entre"].iter().any(|word| lead.ends_with(word));
        let neighbours = matches!((last.shape, atom.shape), (Shape::Months { first: a, count: 1, .. }, Shape::Months { first: b, count: 1, .. }) if a % 12 + 1 == b);
        let is_range = match dash.as_deref() {
            Some("and" | "und" | "et" | "or" | "&" | "/") => is_pair || neighbours,
            Some(_) => true,
            None => false,
        };
        // Both ends have to be of one sort, and neither a range already.
        let is_single = |atom: &Atom| !matches!(atom.shape, Shape::Days { .. });
        let is_range = is_range && is_single(last) && is_single(&atom);
        match is_range.then(|| range(last, &atom)).flatten() {
            Some(range) => *out.last_mut().expect("there is a last one") = range,
            None => out.push(atom),
        }
    }
    out
}

fn range(first: &Atom, last: &Atom) -> Option<Atom> {
    let span = first.span.start..last.span.end;
    let precision = first.precision.max(last.precision);
    if let (Some((from, _)), Some((_, to))) = (first.fixed, last.fixed) {
        return (from <= to).then_some(Atom {
            span,
            shape: Shape::Fixed,
            year: None,
            precision,
            fixed: Some((from, to)),
            is_range: true,
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
        return Some(Atom {
            span,
            shape: Shape::Fixed,
            year: Some(year),
            precision,
            fixed,
            is_range: true,
        });
    }
    let from = first.shape.bounds(first.year.unwrap_or(2027))?.0.parts();
    let to = last.shape.bounds(2027)?.1.parts();
    let shape = Shape::Days { from: (from.1, from.2), to: (to.1, to.2) };
    Some(Atom { span, shape, year: first.year, precision, fixed: None, is_range: true })
}

/// Words of what comes after another day.
const REST: &str = "rest|remaining|remainder|then|afterwards|dann|danach|reste|puis|ensuite";

/// The days of each atom. A year that is left open follows from the other dates: the last such day
/// before the latest of them, else the next one after it.
fn settled(text: &Text<'_>, all: &[Atom]) -> Vec<Option<(Date, Date)>> {
    let today = text.today;
    let stated = |atom: &Atom| match (atom.fixed, atom.year) {
        (Some(days), _) => Some(days),
        (None, Some(year)) => atom.shape.bounds(year),
        (None, None) => None,
    };
    let mut known: Vec<Date> =
        all.iter().filter_map(stated).map(|(_, to)| to).filter(|to| *to >= today).collect();
    known.sort_unstable();
    all.iter()
        .enumerate()
        .map(|(idx, atom)| {
            stated(atom).or_else(|| {
                if atom.year.is_some() || atom.fixed.is_some() {
                    return None;
                }
                let year = today.parts().0;
                // A season that has begun is over for whoever plans; a month may still be meant.
                let is_open = |days: &(Date, Date)| {
                    today <= days.1 && (atom.precision <= Precision::Month || today <= days.0)
                };
                let bounds = || (year..year + 9).filter_map(|year| atom.shape.bounds(year));
                let next = || bounds().find(is_open);
                let Some(&last) = known.last() else { return next() };
                // "100 by 1 June 2027, the rest by November": after what stands before it.
                let before = idx.checked_sub(1).and_then(|idx| stated(&all[idx]));
                let follows = |before: &Atom| {
                    let between = &text.prompt[before.span.end..atom.span.start];
                    last_words(between, 4).iter().any(|word| is_in(REST, word))
                };
                if let Some((_, end)) = before.filter(|_| follows(&all[idx - 1])) {
                    return bounds().find(|days| days.0 >= end);
                }
                // Beside dates with a year: the last one before the latest of them, else after it.
                let is_ahead = |days: &(Date, Date)| {
                    today <= days.1
                        && (today <= days.0 || atom.is_range || atom.precision == Precision::Day)
                };
                let between = bounds().rfind(|days| is_ahead(days) && days.1 <= last);
                let later = || bounds().find(|days| last <= days.1 && today <= days.1);
                between.or_else(later)
            })
        })
        .collect()
}
