//! The wall clock, read here and nowhere else, and the one date format we write.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Now, as the time since 1970. A clock set before 1970 counts as 1970.
#[expect(clippy::disallowed_methods, reason = "this module is where the clock is read")]
pub fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// RFC 3339 in UTC with nanoseconds, as every stored and published time is written.
pub fn rfc3339(since_epoch: Duration) -> String {
    let nanoseconds = i128::try_from(since_epoch.as_nanos()).unwrap_or(i128::MAX);
    let time = jiff::Timestamp::from_nanosecond(nanoseconds).unwrap_or(jiff::Timestamp::MAX);
    format!("{time:.9}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar_over_leap_days() {
        let at = |seconds| rfc3339(Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00.000000000Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00.000000000Z");
        assert_eq!(at(1_794_769_403), "2026-11-15T19:03:23.000000000Z");
    }
}
