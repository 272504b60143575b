//! Time as the options give it: the library has no clock.

use super::{Builtin, builtin};
use crate::preprocess::call::Arguments;
use crate::preprocess::value::Value;

pub(super) const ALL: &[Builtin] = &[
    builtin("%date", (0, 3), |machine, it| Ok(Value::Text(date(machine.options.now, it)))),
    builtin("%now", (0, 0), |machine, _| Ok(Value::Int(machine.options.now))),
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A moment in universal time, taken apart.
struct Moment {
    year: i64,
    month: i64,
    day: i64,
    weekday: i64,
    seconds: i64,
}

/// The time in the pattern of the first argument; the second is a moment in seconds instead of now.
fn date(now: i64, arguments: &Arguments) -> String {
    let pattern = arguments.text(0);
    let pattern = if pattern.is_empty() { "EEE MMM dd HH:mm:ss z yyyy" } else { &pattern };
    let seconds = if arguments.values.len() > 1 { arguments.int(1) } else { now };
    format(&moment(seconds), pattern)
}

fn moment(seconds: i64) -> Moment {
    let days = seconds.div_euclid(86_400).clamp(-700_000, 3_000_000);
    // Days are counted from 1 March of year 0, so that a leap day ends its year.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    Moment {
        year: year_of_era + era * 400 + i64::from(month <= 2),
        month,
        day: of_year - (153 * shifted_month + 2) / 5 + 1,
        weekday: (days + 3).rem_euclid(7),
        seconds: seconds.rem_euclid(86_400),
    }
}

fn format(at: &Moment, pattern: &str) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        if first == '\'' {
            let inside = &rest[1..];
            let end = inside.find('\'').unwrap_or(inside.len());
            out.push_str(if end == 0 { "'" } else { &inside[..end] });
            rest = inside.get(end + 1..).unwrap_or_default();
            continue;
        }
        let length = rest.len() - rest.trim_start_matches(first).len();
        if first.is_ascii_alphabetic() {
            out.push_str(&field(at, first, length));
        } else {
            out.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    out
}

fn field(at: &Moment, letter: char, width: usize) -> String {
    let padded = |number: i64| format!("{number:0width$}");
    let name = |all: &[&str], idx: i64| {
        let name = all[idx as usize];
        if width > 3 { name.to_owned() } else { name[..3].to_owned() }
    };
    let hour = at.seconds / 3600;
    match letter {
        'y' | 'Y' | 'u' if width == 2 => format!("{:02}", at.year.rem_euclid(100)),
        'y' | 'Y' | 'u' => padded(at.year),
        'M' | 'L' if width > 2 => name(&MONTHS, at.month - 1),
        'M' | 'L' => padded(at.month),
        'd' => padded(at.day),
        'E' => name(&DAYS, at.weekday),
        'H' => padded(hour),
        'k' => padded(if hour == 0 { 24 } else { hour }),
        'K' => padded(hour % 12),
        'h' => padded(if hour % 12 == 0 { 12 } else { hour % 12 }),
        'm' => padded(at.seconds / 60 % 60),
        's' => padded(at.seconds % 60),
        'S' => padded(0),
        'a' => (if hour < 12 { "AM" } else { "PM" }).to_owned(),
        'z' | 'V' => "UTC".to_owned(),
        'Z' => "+0000".to_owned(),
        'X' | 'x' => "Z".to_owned(),
        'G' => "AD".to_owned(),
        other => other.to_string().repeat(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_the_patterns_people_use() {
        let leap_day = moment(951_826_500);
        assert_eq!(format(&leap_day, "yyyy-MM-dd HH:mm:ss"), "2000-02-29 12:15:00");
        assert_eq!(
            format(&leap_day, "EEEE d MMMM yy 'at' h:mm a"),
            "Tuesday 29 February 00 at 12:15 PM"
        );
        assert_eq!(
            format(&moment(0), "EEE MMM dd HH:mm:ss z yyyy"),
            "Thu Jan 01 00:00:00 UTC 1970"
        );
        assert_eq!(format(&moment(-1), "yyyy.MM.dd"), "1969.12.31");
    }
}
