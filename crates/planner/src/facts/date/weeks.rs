//! Weeks, and days counted from today: the n-th weekday of a month, "KW 12", "in six weeks", "next year".

use super::Precision;
use super::atoms::{Atoms, ordinal};
use super::pattern::{NEXT, NTH, RELATIVE, WEEK, month, weekday};
use super::shape::{LAST, Shape};
use crate::calendar::Date;
use crate::facts::Unit;
use crate::facts::number::number;
use crate::facts::text::is_in;

impl Atoms<'_> {
    /// The n-th weekday of a month, and weeks of the year.
    pub(super) fn weeks(&mut self) {
        let prompt = self.text.prompt;
        for captures in NTH.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let (month, nth) = (month(&captures["month"]), captures["nth"].to_lowercase());
            let is_last = ["last", "letz", "dern"].iter().any(|it| nth.starts_with(it));
            let unit = captures["weekday"].to_lowercase();
            let shape = if is_in("week|woche|semaine", &unit) {
                let end = Date::end_of(2027, month).map_or(28, |date| date.parts().2);
                let from = if is_last { end - 6 } else { ordinal(&nth) * 7 - 6 };
                Shape::Days { from: (month, from), to: (month, from + 6) }
            } else {
                let Some(weekday) = weekday(&unit) else { continue };
                let nth = if is_last { LAST } else { i64::from(ordinal(&nth)) };
                let more = i64::from(is_in("weekend|wochenende|week-end", &unit));
                Shape::Nth { month, weekday, nth, plus: 0, more }
            };
            self.push(&whole, shape, self.year_of(&captures), Precision::Day);
        }
        for captures in WEEK.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let week = captures["week"].parse().unwrap_or(0);
            // "week 3" alone may be the third week of the project; it has no 48th.
            let is_calendar = ["kw", "cw", "calendar week", "kalenderwoche"]
                .contains(&captures["word"].to_lowercase().as_str());
            if !is_calendar && self.year_of(&captures).is_none() && week < 27 {
                continue;
            }
            let last: i64 =
                captures.name("last").map_or(week, |it| it.as_str().parse().unwrap_or(week));
            let shape = Shape::Week { week, more: (last - week).max(0) };
            if shape.bounds(self.year_of(&captures).unwrap_or(2026)).is_some() {
                self.push(&whole, shape, self.year_of(&captures), Precision::Day);
            } else {
                self.wrong(&whole, "there is no such week");
            }
        }
    }

    pub(super) fn relative(&mut self) {
        let (prompt, today) = (self.text.prompt, self.text.today);
        for captures in RELATIVE.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let word = captures["count"].to_lowercase();
            let count =
                if is_in("a|an|einem|einer|un|une", &word) { Some(1) } else { number(&word) };
            let Some(count) = count.and_then(|it| u32::try_from(it).ok()).filter(|it| *it < 600)
            else {
                continue;
            };
            let Some(unit) = Unit::of(&captures["unit"]) else { continue };
            // "in three years of work" and "in 6 weeks time" differ; the whole project is a span.
            let after = self.text.after(&whole.range());
            let is_counted_from = [
                "of ",
                "from ",
                "starting ",
                "ab ",
                "à partir ",
                "before",
                "vor",
                "avant",
                "prior",
            ];
            if is_counted_from.iter().any(|it| after.trim_start().starts_with(it)) {
                continue;
            }
            let date = unit.after(today, count);
            self.fixed(&whole, date, date, Precision::Day);
        }
        for captures in NEXT.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let (year, month, _) = today.parts();
            let day =
                |year, month, day| Date::new(year, month, day).expect("every year has that day");
            if captures.name("end").is_some() {
                let end = day(self.year_of(&captures).unwrap_or(year), 12, 31);
                self.fixed(&whole, end, end, Precision::Day);
                continue;
            }
            let lower = whole.as_str().to_lowercase();
            let ahead = i64::from(!["this", "dies"].iter().any(|it| lower.starts_with(it)));
            let has = |all: &[&str]| all.iter().any(|it| lower.contains(it));
            let (from, to, precision) = if has(&["week", "woche", "semaine"]) {
                let monday = today.plus_days(-today.weekday() + 7 * ahead);
                (monday, monday.plus_days(6), Precision::Month)
            } else if has(&["month", "monat", "mois"]) {
                let first = day(year, month, 1).plus_months(ahead);
                (first, first.plus_months(1).plus_days(-1), Precision::Month)
            } else {
                (day(year + ahead, 1, 1), day(year + ahead, 12, 31), Precision::Year)
            };
            let from = if has(&["end "]) { to } else { from };
            self.fixed(&whole, from.max(today), to, precision);
        }
    }
}
