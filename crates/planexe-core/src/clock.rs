//! Points in time as records carry them, and ends of waits. Artifacts depend on neither.
#![expect(clippy::disallowed_methods, reason = "the one place that asks for the time")]

use std::fmt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Serialize, Serializer};

/// Milliseconds since 1970 in UTC; prints as RFC 3339 with milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The present moment by the machine's clock.
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(since.as_millis() as i64)
    }

    /// This moment moved into the future.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0 + span.as_millis() as i64)
    }

    /// Whole seconds since `earlier`, zero when the clock went backwards.
    pub fn seconds_since(self, earlier: Self) -> i64 {
        ((self.0 - earlier.0) / 1000).max(0)
    }

    /// Year, month and day in UTC.
    pub fn date(self) -> (i64, u32, u32) {
        // Days are counted in years that begin on 1 March, so that a leap day ends its year.
        let days = self.0.div_euclid(86_400_000) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        (year, month as u32, day as u32)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        let millis = self.0.rem_euclid(86_400_000);
        let (hours, minutes) = (millis / 3_600_000, millis / 60_000 % 60);
        let (seconds, fraction) = (millis / 1000 % 60, millis % 1000);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{fraction:03}Z"
        )
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The end of a wait.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    /// `span` from now.
    pub(crate) fn after(span: Duration) -> Self {
        Self(Instant::now() + span)
    }

    /// The time left; zero when it has passed.
    pub(crate) fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_leap_days_and_the_turn_of_a_year() {
        assert_eq!(Timestamp(0).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Timestamp(1_709_210_096_789).to_string(), "2024-02-29T12:34:56.789Z");
        assert_eq!(Timestamp(1_767_225_599_999).to_string(), "2025-12-31T23:59:59.999Z");
        assert_eq!(Timestamp(1_767_225_600_000).date(), (2026, 1, 1));
    }
}
