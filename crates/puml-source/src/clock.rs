//! The moment that `%date()` and `%now()` answer.

use std::time::SystemTime;

/// Seconds since 1970: the moment that `SOURCE_DATE_EPOCH` names, for pictures that can be made again, or now.
pub fn now() -> i64 {
    let named = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|it| it.parse().ok());
    let clock = || SystemTime::UNIX_EPOCH.elapsed().map_or(0, |it| it.as_secs() as i64);
    named.unwrap_or_else(clock)
}
