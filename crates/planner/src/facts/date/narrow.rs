//! The days of a date once its role is known: a start is the first of them, a deadline the last.

use std::ops::Range;

use super::{DateRole, Moment, Precision};
use crate::facts::text::{Text, last_words};

/// The moment with its role, and with the day before it where something is due before a month.
pub(in crate::facts) fn narrowed(
    text: &Text<'_>,
    span: &Range<usize>,
    moment: &Moment,
    role: DateRole,
) -> Moment {
    let before = text.before(span);
    let is_before = last_words(&before, 3)
        .iter()
        .any(|word| ["before", "vor", "avant"].contains(&word.as_str()));
    let ends = ["end of", "ende", "fin "].iter().any(|word| {
        text.prompt[span.clone()].to_lowercase().contains(word)
            || before.trim_end().ends_with("end of")
    });
    let (from, to) = match role {
        DateRole::Start => (moment.from, moment.from),
        DateRole::Deadline if is_before && moment.precision > Precision::Day && !ends => {
            let day = moment.from.plus_days(-1);
            (day, day)
        }
        DateRole::Deadline => (moment.to, moment.to),
        _ => (moment.from, moment.to),
    };
    Moment { role, from, to, ..moment.clone() }
}
