//! Words with blanks between them, names in brackets and numbers: what sentences are made of.

use puml_syntax::{Cursor, TextRange};

use crate::ast::Weekday;

/// Passes over words with blanks between them, in any case; the last one may go on.
pub(super) fn words(cursor: &mut Cursor<'_>, all: &[&str]) -> bool {
    let mut ahead = *cursor;
    for (idx, word) in all.iter().enumerate() {
        if idx > 0 && !ahead.blanks() {
            return false;
        }
        if !ahead.eat_word(word) {
            return false;
        }
    }
    *cursor = ahead;
    true
}

/// The same, where the last word must end.
pub(super) fn whole_words(cursor: &mut Cursor<'_>, all: &[&str]) -> bool {
    let mut ahead = *cursor;
    let ends = words(&mut ahead, all) && !ahead.peek().is_some_and(char::is_alphanumeric);
    if ends {
        *cursor = ahead;
    }
    ends
}

/// Passes over any of some small words, each with blanks behind it.
pub(super) fn prepositions(cursor: &mut Cursor<'_>, all: &[&str]) {
    loop {
        let before = *cursor;
        if !all.iter().any(|it| cursor.eat_word(it)) || !cursor.blanks() {
            *cursor = before;
            return;
        }
    }
}

/// `[name]`: the range of the name.
pub(super) fn bracketed(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    enclosed(cursor, "[", "]")
}

/// `{name}`: the range of the name.
pub(super) fn braced(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    enclosed(cursor, "{", "}")
}

fn enclosed(cursor: &mut Cursor<'_>, open: &str, close: &str) -> Option<TextRange> {
    let mut ahead = *cursor;
    if !ahead.eat(open) {
        return None;
    }
    let start = ahead.pos;
    if ahead.skip(|it| !open.starts_with(it) && !close.starts_with(it)) == 0 {
        return None;
    }
    let range = ahead.since(start);
    if !ahead.eat(close) {
        return None;
    }
    *cursor = ahead;
    Some(range)
}

/// A number; one that is too large for anything is the largest.
pub(super) fn number(cursor: &mut Cursor<'_>) -> Option<i64> {
    cursor.digits().map(|it| it.parse().unwrap_or(i64::MAX))
}

/// A number of this many digits at most, with no digit behind it.
pub(super) fn short_number(cursor: &mut Cursor<'_>, most: usize) -> Option<i64> {
    let mut ahead = *cursor;
    let digits = ahead.digits().filter(|it| it.len() <= most)?;
    *cursor = ahead;
    digits.parse().ok()
}

/// The first three letters of a week day and any more letters.
pub(super) fn weekday(cursor: &mut Cursor<'_>) -> Option<Weekday> {
    let mut ahead = *cursor;
    let found = Weekday::ALL.into_iter().find(|it| ahead.eat_word(&it.word()[..3]))?;
    ahead.skip(|it| it.is_ascii_alphabetic());
    *cursor = ahead;
    Some(found)
}
