//! Points in time as records carry them, and ends of waits. Artifacts depend on neither.
#![expect(clippy::disallowed_methods, reason = "the one place that asks for the time")]

use std::fmt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use planner::Date;
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

    /// The day in UTC.
    pub fn date(self) -> Date {
        Date::from(self.civil().date())
    }

    fn civil(self) -> jiff::civil::DateTime {
        // A timestamp outside jiff's years can only come from a damaged clock.
        let timestamp = jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::MAX);
        jiff::tz::Offset::UTC.to_datetime(timestamp)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Z", self.civil().strftime("%Y-%m-%dT%H:%M:%S.%3f"))
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
        assert_eq!(Timestamp(1_767_225_600_000).date().to_string(), "2026-01-01");
    }
}
