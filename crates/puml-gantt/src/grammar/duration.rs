//! `2 weeks and 3 days`.

use puml_syntax::Cursor;

use super::words::number;
use crate::ast::{Duration, Unit};

const UNITS: [(&str, Unit); 6] = [
    ("second", Unit::Second),
    ("minute", Unit::Minute),
    ("hour", Unit::Hour),
    ("day", Unit::Day),
    ("week", Unit::Week),
    ("month", Unit::Month),
];

/// Numbers with units, joined by `and`, commas or blanks.
pub(super) fn duration(cursor: &mut Cursor<'_>) -> Option<Duration> {
    let start = cursor.pos;
    let mut parts = vec![part(cursor)?];
    loop {
        let mut ahead = *cursor;
        let Some(next) = joined(&mut ahead).then(|| part(&mut ahead)).flatten() else { break };
        parts.push(next);
        *cursor = ahead;
    }
    Some(Duration { range: cursor.since(start), parts })
}

fn joined(cursor: &mut Cursor<'_>) -> bool {
    let blank = cursor.blanks();
    let comma = cursor.eat(",");
    let blank = cursor.blanks() || blank;
    let mut ahead = *cursor;
    if (blank || comma) && ahead.eat_word("and") && ahead.blanks() {
        *cursor = ahead;
        return true;
    }
    blank || comma
}

fn part(cursor: &mut Cursor<'_>) -> Option<(i64, Unit)> {
    let mut ahead = *cursor;
    let count = number(&mut ahead)?;
    if !ahead.blanks() {
        return None;
    }
    let unit = UNITS.iter().find(|it| ahead.eat_word(it.0))?.1;
    ahead.eat_word("s");
    *cursor = ahead;
    Some((count, unit))
}
