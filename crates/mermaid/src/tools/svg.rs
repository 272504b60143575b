//! `svg`: the picture, for saving, with a file name.

use std::fmt;

use serde_json::{Value, json};

use super::render::picture;
use crate::Options;

/// A moment in UTC, given by the caller: the library reads no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timestamp {
    seconds: u64,
}

impl Timestamp {
    /// Seconds since the start of 1970.
    pub fn from_unix(seconds: u64) -> Self {
        Self { seconds }
    }
}

/// `2024-12-25T14-23-45`: ISO 8601 without the colons that some file systems refuse.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.seconds / 86_400);
        let second = self.seconds % 86_400;
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}-{minute:02}-{second:02}")
    }
}

/// The Gregorian date of a day counted from the start of 1970.
fn date(day: u64) -> (u64, u64, u64) {
    // Years start in March, so that the leap day comes last; eras have 400 years.
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    (year, month, day - (153 * shifted + 2) / 5 + 1)
}

/// `{"svg": ..., "filename": "diagram-2024-12-25T14-23-45.svg"}`, or `{"error": ...}`. The picture is `render`'s.
pub fn svg(arguments: &Value, options: &Options, now: Timestamp) -> Value {
    match picture(arguments, options) {
        Ok(svg) => json!({ "svg": svg.as_str(), "filename": format!("diagram-{now}.svg") }),
        Err(error) => json!({ "error": error }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_without_colons() {
        for (seconds, written) in [
            (0, "1970-01-01T00-00-00"),
            (951_782_400, "2000-02-29T00-00-00"),
            (1_735_136_625, "2024-12-25T14-23-45"),
            (1_767_225_599, "2025-12-31T23-59-59"),
            (4_107_542_400, "2100-03-01T00-00-00"),
        ] {
            assert_eq!(Timestamp::from_unix(seconds).to_string(), written);
        }
    }
}
