//! Sentences about people: `{Alice} is off on monday`.

use puml_syntax::{Context, Cursor, Miss, broken};

use super::Read;
use super::date;
use super::sentence::{phrases, unknown};
use super::words::{braced, bracketed, prepositions, weekday, words};
use crate::ast::{Pause, Resource, ResourcePhrase, ResourceSentence, StmtKind};

const VERBS: [&str; 2] = ["is", "works"];
const PREPOSITIONS: [&str; 5] = ["from", "on", "for", "the", "at"];

pub(super) fn resource(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    let who = person(&mut cursor);
    if who.is_none() && !["he", "she", "they"].iter().any(|it| cursor.keyword(it)) {
        return Err(Miss::Other);
    }
    let range = cursor.since(start);
    cursor.blanks();
    match phrases(&mut cursor, ctx, &VERBS, phrase)? {
        Some(phrases) => Ok(StmtKind::Resource(Box::new(ResourceSentence { who, range, phrases }))),
        None => broken(unknown(cursor, ctx, &VERBS)),
    }
}

/// `{Alice:50%}`.
pub(super) fn person(cursor: &mut Cursor<'_>) -> Option<Resource> {
    let start = cursor.pos;
    let inner = braced(cursor)?;
    let range = cursor.since(start);
    let text = &cursor.text()[start + 1..cursor.pos - 1];
    let Some(at) = text.find(':') else {
        return Some(Resource { name: inner, share: None, range });
    };
    let digits: &str = &text[at + 1..];
    let digits = &digits[..digits.find(|it: char| !it.is_ascii_digit()).unwrap_or(digits.len())];
    let name = cursor.range(start + 1, start + 1 + at);
    Some(Resource { name, share: digits.parse().ok(), range })
}

fn phrase(cursor: &mut Cursor<'_>) -> Option<ResourcePhrase> {
    let mut ahead = *cursor;
    let found = if words(&mut ahead, &["works", "on"]) {
        ahead.blanks();
        bracketed(&mut ahead).map(ResourcePhrase::WorksOn)
    } else if words(&mut ahead, &["is", "off"]) {
        ahead.blanks();
        off(&mut ahead)
    } else if words(&mut ahead, &["is", "on"]) {
        ahead.blanks();
        prepositions(&mut ahead, &PREPOSITIONS);
        days(&mut ahead).map(|(from, to)| ResourcePhrase::On(from, to))
    } else {
        None
    };
    if found.is_some() {
        *cursor = ahead;
    }
    found
}

fn off(cursor: &mut Cursor<'_>) -> Option<ResourcePhrase> {
    let mut ahead = *cursor;
    if ahead.eat_word("before") && ahead.blanks() {
        let found = date::date(&mut ahead).map(ResourcePhrase::OffBefore)?;
        *cursor = ahead;
        return Some(found);
    }
    let mut ahead = *cursor;
    if ahead.eat_word("after") && ahead.blanks() {
        let found = date::date(&mut ahead).map(ResourcePhrase::OffAfter)?;
        *cursor = ahead;
        return Some(found);
    }
    prepositions(cursor, &PREPOSITIONS);
    if let Some(day) = weekday(cursor) {
        return Some(ResourcePhrase::Off(Pause::Weekly(day)));
    }
    days(cursor).map(|(from, to)| ResourcePhrase::Off(Pause::Days(from, to)))
}

/// One day, or two joined by `to`.
fn days(cursor: &mut Cursor<'_>) -> Option<(crate::ast::Date, Option<crate::ast::Date>)> {
    let from = date::date(cursor)?;
    let mut ahead = *cursor;
    if ahead.blanks()
        && ahead.eat_word("to")
        && ahead.blanks()
        && let Some(to) = date::date(&mut ahead)
    {
        *cursor = ahead;
        return Some((from, Some(to)));
    }
    Some((from, None))
}
