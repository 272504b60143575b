//! Days of the calendar and working days: Monday to Friday without 25 December and 1 January. Other
//! holidays differ from place to place. No clock.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::clock::Timestamp;

/// A day, counted from 1970-01-01; prints and parses as `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date(i64);

const MILLIS: i64 = 86_400_000;

impl Date {
    /// The day of that year, month and day; none when there is no such day.
    pub(crate) fn new(year: i64, month: u32, day: u32) -> Option<Self> {
        // A prompt may name the year 9999, and work may go on after it.
        let is_near = (1..100_000).contains(&year);
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) || !is_near {
            return None;
        }
        // Years begin on 1 March here, so that a leap day ends its year.
        let (shifted_year, shifted_month) =
            if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let day_of_year = i64::from((153 * shifted_month + 2) / 5 + day - 1);
        let leap_days = shifted_year.div_euclid(4) - shifted_year.div_euclid(100)
            + shifted_year.div_euclid(400);
        let date = Self(shifted_year * 365 + leap_days + day_of_year - 719_468);
        (date.parts() == (year, month, day)).then_some(date)
    }

    /// The last day of a month.
    pub(crate) fn end_of(year: i64, month: u32) -> Option<Self> {
        (28..=31).rev().find_map(|day| Self::new(year, month, day))
    }

    /// Year, month and day.
    pub(crate) fn parts(self) -> (i64, u32, u32) {
        Timestamp(self.0 * MILLIS).date()
    }

    /// This day moved by calendar days.
    pub(crate) fn plus_days(self, days: i64) -> Self {
        Self(self.0 + days)
    }

    /// 0 is Monday.
    fn weekday(self) -> i64 {
        (self.0 + 3).rem_euclid(7)
    }

    /// Whether nobody works on it: a weekend, Christmas or New Year.
    fn is_free(self) -> bool {
        let (_, month, day) = self.parts();
        self.weekday() > 4 || FREE.contains(&(month, day))
    }

    /// This day, or the first working day after it.
    pub(crate) fn working(self) -> Self {
        let mut day = self;
        while day.is_free() {
            day = day.plus_days(1);
        }
        day
    }

    /// This day, or the last working day before it.
    pub(crate) fn working_before(self) -> Self {
        let mut day = self;
        while day.is_free() {
            day = day.plus_days(-1);
        }
        day
    }

    /// The working day that comes `days` working days after this one.
    pub(crate) fn plus_working(self, days: i64) -> Self {
        let first = self.working();
        let mut guess = first.plus_days(days * 7 / 5);
        // A step of calendar days never passes as many working days, so that this does not overshoot.
        loop {
            let missing = days - guess.working_since(first);
            if missing == 0 {
                return guess.working();
            }
            guess = guess.plus_days(missing);
        }
    }

    /// Working days from `earlier` up to this day, not counting this day.
    pub(crate) fn working_since(self, earlier: Self) -> i64 {
        if self < earlier {
            return -earlier.working_since(self);
        }
        let weekdays = |date: Self| (date.0 + 3).div_euclid(7) * 5 + date.weekday().min(5);
        let years = earlier.parts().0..=self.parts().0;
        let free = years.flat_map(|year| FREE.map(|(month, day)| Self::new(year, month, day)));
        let is_lost = |day: &Self| earlier <= *day && *day < self && day.weekday() < 5;
        weekdays(self) - weekdays(earlier) - free.flatten().filter(is_lost).count() as i64
    }
}

/// Month and day of what is free in every year.
const FREE: [(u32, u32); 2] = [(1, 1), (12, 25)];

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.splitn(3, '-').map(str::parse::<u32>);
        let mut next = || parts.next().and_then(Result::ok);
        let date = (|| Self::new(i64::from(next()?), next()?, next()?))();
        date.ok_or_else(|| format!("{text:?} is not a date like 2027-04-01"))
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Working days in a span of calendar days, for plans that have no dates.
pub(crate) fn working_in(calendar_days: i64) -> i64 {
    calendar_days * 5 / 7
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn days_that_do_not_exist_are_refused_and_leap_days_do() {
        assert!(Date::new(2027, 2, 29).is_none() && Date::new(2027, 4, 31).is_none());
        assert_eq!(Date::new(2028, 2, 29).unwrap().to_string(), "2028-02-29");
        assert_eq!(Date::end_of(2027, 2).unwrap().to_string(), "2027-02-28");
        assert_eq!(Date::new(1970, 1, 1).unwrap().0, 0);
    }

    #[test]
    fn working_days_skip_weekends_both_ways() {
        let friday = date("2027-04-02");
        assert_eq!(friday.plus_working(1), date("2027-04-05"));
        assert_eq!(friday.plus_working(-5), date("2027-03-26"));
        assert_eq!(date("2027-04-03").plus_working(0), date("2027-04-05"));
        assert_eq!(date("2027-04-12").working_since(friday), 6);
        for days in -300..300 {
            assert_eq!(friday.plus_working(days).working_since(friday), days);
        }
    }

    #[test]
    fn work_may_go_on_after_the_last_year_of_four_digits() {
        let later = date("9999-12-31").plus_working(5);
        assert_eq!(date(&later.to_string()), later);
    }

    #[test]
    fn nobody_works_on_christmas_and_new_year() {
        let eve = date("2026-12-24");
        assert_eq!(eve.plus_working(1), date("2026-12-28"), "the 25th is a Friday");
        assert_eq!(date("2027-01-01").working(), date("2027-01-04"));
        assert_eq!(date("2026-12-25").working_before(), eve);
        assert_eq!(date("2027-01-04").working_since(date("2026-12-21")), 8);
    }
}
