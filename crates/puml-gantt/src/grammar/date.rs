//! Days and times: `2026-03-05`, `5th of march 2026`, `March 5, 2026`, `D+5`, `5 days after start`, `T10:30`.

use puml_syntax::Cursor;

use super::words::{number, short_number, words};
use crate::ast::{ClockTime, Date, DateTime};
use crate::schedule;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A day, by its date or counted from the start.
pub(super) fn date(cursor: &mut Cursor<'_>) -> Option<Date> {
    relative(cursor).or_else(|| calendar_date(cursor))
}

/// A day and perhaps a time.
pub(super) fn date_time(cursor: &mut Cursor<'_>) -> Option<DateTime> {
    if let Some(date) = relative(cursor) {
        return Some(DateTime { date, time: None });
    }
    let date = calendar_date(cursor)?;
    Some(DateTime { date, time: time(cursor) })
}

/// A day by its date.
pub(super) fn calendar_date(cursor: &mut Cursor<'_>) -> Option<Date> {
    numeric(cursor).or_else(|| day_first(cursor)).or_else(|| month_first(cursor))
}

/// `2026-03-05`, with anything but digits between.
pub(super) fn numeric(cursor: &mut Cursor<'_>) -> Option<Date> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    let year = short_number(&mut ahead, 4)?;
    gap(&mut ahead)?;
    let month = short_number(&mut ahead, 2)?;
    gap(&mut ahead)?;
    let day = short_number(&mut ahead, 2)?;
    *cursor = ahead;
    Some(Date::Day(ahead.since(start), schedule::day_number(year, month, day)))
}

fn day_first(cursor: &mut Cursor<'_>) -> Option<Date> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    let day = short_number(&mut ahead, 2)?;
    let month = loop {
        let next = ahead.peek().filter(|it| is_gap(*it))?;
        ahead.advance(next.len_utf8());
        if let Some(month) = month(&mut ahead) {
            break month;
        }
    };
    gap(&mut ahead)?;
    let year = short_number(&mut ahead, 4)?;
    *cursor = ahead;
    Some(Date::Day(ahead.since(start), schedule::day_number(year, month, day)))
}

fn month_first(cursor: &mut Cursor<'_>) -> Option<Date> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    let month = month(&mut ahead)?;
    gap(&mut ahead)?;
    let day = short_number(&mut ahead, 2)?;
    gap(&mut ahead)?;
    let year = short_number(&mut ahead, 4)?;
    *cursor = ahead;
    Some(Date::Day(ahead.since(start), schedule::day_number(year, month, day)))
}

/// The first three letters of a month and any more letters.
fn month(cursor: &mut Cursor<'_>) -> Option<i64> {
    let idx = MONTHS.iter().position(|it| cursor.eat_word(it))?;
    cursor.skip(|it| it.is_alphanumeric() || it == '_');
    Some(idx as i64 + 1)
}

fn gap(cursor: &mut Cursor<'_>) -> Option<()> {
    (cursor.skip(is_gap) > 0).then_some(())
}

fn is_gap(it: char) -> bool {
    !it.is_ascii_digit() && it != '_'
}

/// `D+5`, `5 days after start`.
fn relative(cursor: &mut Cursor<'_>) -> Option<Date> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    if ahead.eat_word("d+") {
        let days = number(&mut ahead)?;
        *cursor = ahead;
        return Some(Date::AfterStart(ahead.since(start), days));
    }
    let days = number(&mut ahead)?;
    if !ahead.blanks() || !ahead.eat_word("day") {
        return None;
    }
    ahead.eat_word("s");
    if !ahead.blanks() || !words(&mut ahead, &["after", "start"]) {
        return None;
    }
    *cursor = ahead;
    Some(Date::AfterStart(ahead.since(start), days))
}

/// `T10:30`, ` 10:30:05`: seconds after midnight.
fn time(cursor: &mut Cursor<'_>) -> Option<ClockTime> {
    let mut ahead = *cursor;
    if !ahead.eat_word("t") && !ahead.eat(" ") {
        return None;
    }
    let seconds = clock(&mut ahead)?;
    let mut more = ahead;
    let rest = if more.eat(":") { short_number(&mut more, 2) } else { None };
    let seconds = match (rest, seconds) {
        (Some(rest), ClockTime::Seconds(seconds)) if rest < 60 => {
            ahead = more;
            ClockTime::Seconds(seconds + rest)
        }
        (Some(_), _) => {
            ahead = more;
            ClockTime::Impossible
        }
        (None, seconds) => seconds,
    };
    *cursor = ahead;
    Some(seconds)
}

/// `10:30`.
pub(super) fn clock(cursor: &mut Cursor<'_>) -> Option<ClockTime> {
    let mut ahead = *cursor;
    let hours = short_number(&mut ahead, 2)?;
    if !ahead.eat(":") {
        return None;
    }
    let minutes = short_number(&mut ahead, 2)?;
    *cursor = ahead;
    Some(if hours < 24 && minutes < 60 {
        ClockTime::Seconds(hours * 3600 + minutes * 60)
    } else {
        ClockTime::Impossible
    })
}
