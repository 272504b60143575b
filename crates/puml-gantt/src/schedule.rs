//! Days, calendars, and how a task finds its dates from two of start, end and load.

mod calendar;
mod span;

use jiff::civil;

pub(crate) use calendar::{Calendar, Capacity, Roster, Worker};
pub(crate) use span::Span;

/// Seconds of a day.
pub(crate) const DAY: i64 = 86_400;
/// No chart is longer than this, in days: the reference draws twenty years.
pub(crate) const LONGEST: i64 = 20 * 366;

/// A moment in seconds after 1970-01-01 00:00, without a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

impl Moment {
    /// The first moment of a day.
    pub const fn of_day(day: i64) -> Self {
        Self(day.saturating_mul(DAY))
    }

    /// Its day, counted from 1970-01-01.
    pub const fn day(self) -> i64 {
        self.0.div_euclid(DAY)
    }

    /// Seconds after midnight.
    pub const fn of_day_seconds(self) -> i64 {
        self.0.rem_euclid(DAY)
    }

    /// The moment this many seconds later.
    #[must_use]
    pub const fn plus(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds))
    }

    /// `2026-03-05T10:30`, with seconds only where there are any.
    pub fn written(self) -> String {
        let seconds = self.of_day_seconds();
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let tail = if rest > 0 { format!(":{rest:02}") } else { String::new() };
        format!("{}T{hours:02}:{minutes:02}{tail}", date_text(self.day()))
    }
}

/// The number of a day of the calendar, if there is such a day.
pub(crate) fn day_number(year: i64, month: i64, day: i64) -> Option<i64> {
    let date = civil::Date::new(
        i16::try_from(year).ok()?,
        i8::try_from(month).ok()?,
        i8::try_from(day).ok()?,
    );
    let seconds = date.ok()?.duration_since(EPOCH).as_secs();
    Some(seconds.div_euclid(DAY))
}

const EPOCH: civil::Date = civil::Date::constant(1970, 1, 1);

/// A day of the calendar. Days that no calendar has are its last or first one.
pub(crate) fn date(day: i64) -> civil::Date {
    let span = jiff::SignedDuration::from_secs(day.clamp(-2_900_000, 2_900_000) * DAY);
    EPOCH.saturating_add(span)
}

/// `2026-03-05`.
pub(crate) fn date_text(day: i64) -> String {
    let date = date(day);
    format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
}

/// 0 for Monday, 6 for Sunday.
pub(crate) fn weekday(day: i64) -> usize {
    (day + 3).rem_euclid(7) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_count_from_the_first_of_january_1970() {
        assert_eq!(day_number(1970, 1, 1), Some(0));
        assert_eq!(day_number(2026, 3, 2), Some(20_514));
        assert_eq!(day_number(2026, 2, 30), None);
        assert_eq!(date_text(20_514), "2026-03-02");
        assert_eq!(weekday(20_514), 0);
        assert_eq!(weekday(-1), 2);
    }

    #[test]
    fn moments_are_written_with_seconds_where_they_have_any() {
        assert_eq!(Moment::of_day(20_514).written(), "2026-03-02T00:00");
        assert_eq!(Moment::of_day(20_514).plus(3_605).written(), "2026-03-02T01:00:05");
        assert_eq!(Moment(-1).written(), "1969-12-31T23:59:59");
    }
}
