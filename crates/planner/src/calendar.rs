//! Days of the calendar and the working days of a place: no weekends, public holidays or blackouts.
//! No clock.

use std::fmt;
use std::str::FromStr;

use jiff::civil;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

mod country;

pub use country::Country;

/// A day; prints and parses as `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(civil::Date);

impl From<civil::Date> for Date {
    fn from(date: civil::Date) -> Self {
        Self(date)
    }
}

impl Date {
    /// The day of that year, month and day; none when there is no such day.
    pub fn new(year: i64, month: u32, day: u32) -> Option<Self> {
        let (year, month, day) =
            (i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?);
        civil::Date::new(year, month, day).ok().filter(|_| year > 0).map(Self)
    }

    /// The last day of a month.
    pub(crate) fn end_of(year: i64, month: u32) -> Option<Self> {
        Self::new(year, month, 1).map(|first| Self(first.0.last_of_month()))
    }

    /// Easter Sunday by the Gregorian reckoning.
    pub(crate) fn easter(year: i64) -> Option<Self> {
        let day = holidays_rs::Date::easter(i32::try_from(year).ok()?)?;
        Self::new(year, day.month.into(), day.day.into())
    }

    /// Year, month and day.
    pub fn parts(self) -> (i64, u32, u32) {
        let (month, day) = (self.0.month().unsigned_abs(), self.0.day().unsigned_abs());
        (i64::from(self.0.year()), u32::from(month), u32::from(day))
    }

    /// `2027-04`, the month of the day.
    pub(crate) fn month(self) -> String {
        let (year, month, _) = self.parts();
        format!("{year:04}-{month:02}")
    }

    /// This day moved by calendar days; stays inside the calendar's range.
    pub(crate) fn plus_days(self, days: i64) -> Self {
        Self(self.0.saturating_add(jiff::Span::new().days(days.clamp(-3_000_000, 3_000_000))))
    }

    /// The same day this many months later, or the last one of a shorter month.
    pub(crate) fn plus_months(self, months: i64) -> Self {
        Self(self.0.saturating_add(jiff::Span::new().months(months.clamp(-100_000, 100_000))))
    }

    /// Calendar days from `earlier` to this day.
    pub(crate) fn days_since(self, earlier: Self) -> i64 {
        i64::from((self.0 - earlier.0).get_days())
    }

    /// 0 is Monday.
    pub(crate) fn weekday(self) -> i64 {
        i64::from(self.0.weekday().to_monday_zero_offset())
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let date = text.parse::<civil::Date>().ok().map(Self);
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

impl JsonSchema for Date {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$" })
    }
}

/// A time in which work stops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Blackout {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// Which work stops meanwhile.
    pub scope: Scope,
    /// The prompt's words.
    pub quote: String,
}

/// The work that a blackout stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Everything.
    AllWork,
    /// Changes to what is in use: releases, cut-overs, openings.
    Changes,
    /// What is done where the result will stand; desks and waiting times go on.
    OnSite,
    /// What one of several people does, who is away; the others go on.
    OnePerson,
}

/// Which days are worked on.
#[derive(Debug, Clone, Default)]
pub(crate) struct WorkDays {
    country: Option<Country>,
    blackouts: Vec<Blackout>,
}

impl WorkDays {
    /// The working days of a country, outside of the blackouts that stop all work.
    pub(crate) fn new(country: Option<Country>, blackouts: &[Blackout]) -> Self {
        let all = blackouts.iter().filter(|it| it.scope == Scope::AllWork).cloned();
        Self { country, blackouts: all.collect() }
    }

    /// The country whose holidays are kept, where its calendar is known.
    pub(crate) fn country(&self) -> Option<Country> {
        self.country.filter(|country| country.has_holidays())
    }

    fn is_free(&self, day: Date) -> bool {
        let (_, month, number) = day.parts();
        let is_holiday = match self.country() {
            Some(country) => country.is_holiday(day),
            // Free almost everywhere.
            None => matches!((month, number), (1, 1) | (12, 25)),
        };
        day.weekday() > 4
            || is_holiday
            || self.blackouts.iter().any(|it| it.from <= day && day <= it.to)
    }

    /// This day, or the first working day after it.
    pub(crate) fn on_or_after(&self, day: Date) -> Date {
        let mut day = day;
        for _ in 0..LONGEST {
            if !self.is_free(day) {
                break;
            }
            day = day.plus_days(1);
        }
        day
    }

    /// Working days from `from` up to `to`, not counting `to`; negative when `to` comes first.
    pub(crate) fn between(&self, from: Date, to: Date) -> i64 {
        if to < from {
            return -self.between(to, from);
        }
        let mut count = 0;
        let mut day = from;
        while day < to {
            count += i64::from(!self.is_free(day));
            day = day.plus_days(1);
        }
        count
    }
}

/// No blackout lasts longer, in days; a plan in one that does would never begin.
const LONGEST: usize = 1500;

/// Working days counted from a first one: day numbers to dates and back, each date computed once.
#[derive(Debug)]
pub(crate) struct Timeline {
    work_days: WorkDays,
    dates: std::cell::RefCell<Vec<Date>>,
}

impl Timeline {
    /// Day 0 is the first working day on or after `start`.
    pub(crate) fn new(start: Date, work_days: WorkDays) -> Self {
        let first = work_days.on_or_after(start);
        Self { work_days, dates: std::cell::RefCell::new(vec![first]) }
    }

    /// Day 0.
    pub(crate) fn start(&self) -> Date {
        self.dates.borrow()[0]
    }

    /// The date of a working day.
    pub(crate) fn date(&self, day: u32) -> Date {
        let mut dates = self.dates.borrow_mut();
        while dates.len() <= day as usize {
            let last = *dates.last().expect("day 0 is there");
            dates.push(self.work_days.on_or_after(last.plus_days(1)));
        }
        dates[day as usize]
    }

    /// The last date of work that ends before day `end`, and began on day `start`.
    pub(crate) fn last(&self, start: u32, end: u32) -> Date {
        self.date(if end > start { end - 1 } else { start })
    }

    /// How many working days lie before a date; negative before day 0.
    pub(crate) fn day(&self, date: Date) -> i64 {
        self.work_days.between(self.start(), date)
    }

    pub(crate) fn work_days(&self) -> &WorkDays {
        &self.work_days
    }
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
        assert_eq!(date("2027-01-31").plus_months(1), date("2027-02-28"));
        assert_eq!(Date::easter(2027), Some(date("2027-03-28")));
        assert_eq!(Date::easter(2026), Some(date("2026-04-05")));
    }

    #[test]
    fn weekends_holidays_of_the_place_and_blackouts_are_no_working_days() {
        let german = WorkDays::new(Some(Country::Germany), &[]);
        assert_eq!(german.on_or_after(date("2027-05-01")), date("2027-05-03"));
        assert_eq!(
            german.on_or_after(date("2027-03-26")),
            date("2027-03-30"),
            "Good Friday and Easter Monday"
        );
        let nowhere = WorkDays::new(None, &[]);
        assert_eq!(nowhere.on_or_after(date("2027-03-26")), date("2027-03-26"));
        let quote = "away".to_owned();
        let away = Blackout {
            from: date("2027-08-02"),
            to: date("2027-08-20"),
            scope: Scope::AllWork,
            quote,
        };
        let timeline = Timeline::new(date("2027-07-30"), WorkDays::new(None, &[away]));
        assert_eq!((timeline.date(0), timeline.date(1)), (date("2027-07-30"), date("2027-08-23")));
        assert_eq!(timeline.day(date("2027-08-24")), 2);
    }
}
