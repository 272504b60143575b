//! How much one diagram may ask for before it is refused by name.

use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

/// Ceilings for one call. Each is reported by its field's name when it is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest source, in characters.
    pub characters: usize,
    /// Processor time for parsing and drawing together, whatever else the machine does. Past it the call returns, and
    /// the work stops at its next checkpoint.
    pub time: Duration,
    /// Elements in the picture before sanitising.
    pub elements: usize,
    /// Bytes of the finished SVG.
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            characters: 50_000,
            time: PROCESS.get().copied().unwrap_or(TimeLimit::DEFAULT).duration(),
            elements: 100_000,
            output_bytes: 8 << 20,
        }
    }
}

static PROCESS: OnceLock<TimeLimit> = OnceLock::new();

/// Time for one piece of work, as the user of a program chooses it, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimit(Duration);

impl TimeLimit {
    const DEFAULT: Self = Self(Duration::from_secs(4));

    /// The limit itself: from 10 milliseconds to an hour.
    pub fn duration(self) -> Duration {
        self.0
    }

    /// Makes this the limit of every [`Limits::default`] in this process. The first call counts.
    pub fn set(self) {
        let _ = PROCESS.set(self);
    }
}

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
        if !(0.01..=3600.0).contains(&seconds) {
            return Err("must lie between 0.01 and 3600".to_owned());
        }
        Ok(Self(Duration::from_secs_f64(seconds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_in_bounds_are_a_limit() {
        assert_eq!("2.5".parse(), Ok(TimeLimit(Duration::from_millis(2500))));
        for text in ["", "soon", "0", "-1", "NaN", "inf", "3601"] {
            assert!(text.parse::<TimeLimit>().is_err(), "{text}");
        }
    }
}
