//! Weeks, and days counted from today: the n-th weekday of a month, "KW 12", "in six weeks", "next year".

use super::Precision;
use super::atoms::{Atoms, ordinal};
use super::pattern::{ENDS_OF, MONTH_WEEK, NEXT, NTH, RELATIVE, WEEK, WEEK_OF, month, weekday};
use super::shape::{LAST, Shape};
use crate::calendar::Date;
use crate::facts::Unit;
use crate::facts::number::number;

impl Atoms<'_> {
    /// The n-th weekday of a month, and weeks of the year.
    pub(super) fn weeks(&mut self) {
        let prompt = self.text.prompt;
        for captures in NTH.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let Some(weekday) = weekday(&captures["weekday"]) else { continue };
            let nth = captures["nth"].to_lowercase();
            let is_last = ["last", "letz", "dern"].iter().any(|it| nth.starts_with(it));
            let nth = if is_last { LAST } else { i64::from(ordinal(&nth)) };
            let more =
                i64::from(captures["weekday"].to_lowercase().starts_with("we") && weekday == 5)
                    .max(i64::from(captures["weekday"].to_lowercase().starts_with("wo")));
            let shape =
                Shape::Nth { month: month(&captures["month"]), weekday, nth, plus: 0, more };
            self.push(&whole, shape, self.year_of(&captures), Precision::Day);
        }
        for captures in WEEK_OF.captures_iter(prompt).chain(MONTH_WEEK.captures_iter(prompt)) {
            let whole = captures.get(0).expect("a match has a whole");
            let month = month(&captures["month"]);
            let nth = captures["nth"].to_lowercase();
            let is_last = ["last", "letz", "dern"].iter().any(|it| nth.starts_with(it));
            let end = Date::end_of(2027, month).map_or(28, |date| date.parts().2);
            let from = if is_last { end - 6 } else { ordinal(&nth) * 7 - 6 };
            let shape = Shape::Days { from: (month, from), to: (month, from + 6) };
            self.push(&whole, shape, self.year_of(&captures), Precision::Day);
        }
        for captures in ENDS_OF.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let month = month(&captures["month"]);
            let count = number(&captures["count"].to_lowercase()).unwrap_or(1);
            let is_weeks = Unit::of(&captures["unit"]) == Some(Unit::Weeks);
            let days = u32::try_from(count).unwrap_or(1) * if is_weeks { 7 } else { 1 };
            let end = Date::end_of(2027, month).map_or(28, |date| date.parts().2);
            let days = days.clamp(1, end);
            let is_last = ["last", "letz", "dern"]
                .iter()
                .any(|it| captures["which"].to_lowercase().starts_with(it));
            let (from, to) = if is_last { (end - days + 1, end) } else { (1, days) };
            let shape = Shape::Days { from: (month, from), to: (month, to) };
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
            let count = if ["a", "an", "einem", "einer", "un", "une"].contains(&word.as_str()) {
                Some(1)
            } else {
                number(&word)
            };
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
            let month_at = |ahead: u32| {
                let at = month - 1 + ahead;
                (year + i64::from(at / 12), at % 12 + 1)
            };
            if let Some(day) = captures.name("day") {
                let ahead = match day.as_str().to_lowercase().as_str() {
                    "yesterday" | "gestern" => -1,
                    "übermorgen" => 2,
                    _ => 1,
                };
                self.fixed(&whole, today.plus_days(ahead), today.plus_days(ahead), Precision::Day);
                continue;
            }
            if captures.name("end").is_some() {
                let end = Date::new(self.year_of(&captures).unwrap_or(year), 12, 31)
                    .expect("every year has a last day");
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
