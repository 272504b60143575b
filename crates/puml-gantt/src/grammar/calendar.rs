//! Sentences about days: the project's start, today, closed and named days, working hours.

use puml_syntax::{Context, Cursor, Miss, broken};

use super::sentence::{ignored, phrases, unknown};
use super::words::{bracketed, number, prepositions, weekday, words};
use super::{Read, color, date};
use crate::ast::{Date, DayRef, Days, DaysPhrase, DaysSentence, Hours, StmtKind, TodayPhrase};
use crate::codes::syntax::UNKNOWN_PHRASE;

pub(super) fn project(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.eat_word("project") && !cursor.eat_word("gantt") {
        return Err(Miss::Other);
    }
    if cursor.peek().is_some_and(|it| it.is_ascii_alphabetic() && !it.eq_ignore_ascii_case(&'s'))
        || cursor.rest().to_ascii_lowercase().starts_with("scale")
    {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let found = phrases(&mut cursor, ctx, &["starts"], |cursor| {
        let mut ahead = *cursor;
        if !ahead.eat_word("starts") {
            return None;
        }
        ahead.blanks();
        prepositions(&mut ahead, &["on", "for", "the", "at"]);
        let found = date::calendar_date(&mut ahead)?;
        *cursor = ahead;
        Some(found)
    })?;
    match found.and_then(|it| it.last().copied()) {
        Some(date) => Ok(StmtKind::Project(date)),
        None => broken(unknown(cursor, ctx, &["starts"])),
    }
}

pub(super) fn today(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.eat_word("today") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let found = phrases(&mut cursor, ctx, &["is"], |cursor| {
        let mut ahead = *cursor;
        if !ahead.eat_word("is") || !ahead.blanks() {
            return None;
        }
        let found = if ahead.eat_word("colored") || ahead.eat_word("coloured") {
            let inside = ahead.blanks() && ahead.eat_word("in") && ahead.blanks();
            inside.then(|| color::color(&mut ahead)).flatten().map(TodayPhrase::Colored)
        } else {
            date::date(&mut ahead).map(TodayPhrase::Is)
        };
        if found.is_some() {
            *cursor = ahead;
        }
        found
    })?;
    match found {
        Some(found) => Ok(StmtKind::Today(found)),
        None => {
            broken(unknown(cursor, ctx, &["is"]).with_hint(
                "`today is 2026-03-05` sets the day, `today is colored in red` its colour",
            ))
        }
    }
}

pub(super) fn days(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let Some(days) = subject(&mut cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    let found = phrases(&mut cursor, ctx, &["are", "is"], |cursor| phrase(cursor, days))?;
    if let Some(phrases) = found {
        return Ok(StmtKind::Days(Box::new(DaysSentence { days, phrases })));
    }
    let mut verb = cursor;
    if matches!(days, Days::Weekly(_)) && verb.keyword("is") {
        let range = verb.since(cursor.pos);
        let finding = ctx
            .at(UNKNOWN_PHRASE, range, "week days are closed or open: `are`, not `is`")
            .with_fix(ctx.safe("replace with `are`", range, "are"));
        return broken(finding);
    }
    if matches!(days, Days::One(_))
        && (words(&mut verb, &["is", "named"]) || words(&mut verb, &["are", "named"]))
    {
        let finding = ctx.at(UNKNOWN_PHRASE, verb.since(cursor.pos), "only a range has a name");
        return broken(finding.with_hint("write the day twice, joined by `to`"));
    }
    broken(unknown(cursor, ctx, &["are", "is"]))
}

fn subject(cursor: &mut Cursor<'_>) -> Option<Days> {
    let mut ahead = *cursor;
    if ahead.eat_word("then") && ahead.blanks() {
        let count = counted(&mut ahead)?;
        *cursor = ahead;
        return Some(Days::Then(count));
    }
    if let Some(day) = weekday(cursor) {
        return Some(Days::Weekly(day));
    }
    let from = day(cursor)?;
    let mut ahead = *cursor;
    if ahead.blanks() && ahead.eat_word("to") && ahead.blanks() {
        let to = day(&mut ahead);
        if let Some(to) = to.filter(|it| are_alike(from, *it)) {
            *cursor = ahead;
            return Some(Days::Range(from, to));
        }
    }
    let mut ahead = *cursor;
    if matches!(from, DayRef::Date(Date::Day(..)))
        && ahead.blanks()
        && ahead.eat_word("and")
        && ahead.blanks()
        && let Some(count) = counted(&mut ahead)
    {
        *cursor = ahead;
        return Some(Days::Following(from, count));
    }
    Some(Days::One(from))
}

/// Two dates, or two days counted from the start.
fn are_alike(from: DayRef, to: DayRef) -> bool {
    matches!(
        (from, to),
        (DayRef::Date(Date::Day(..)), DayRef::Date(Date::Day(..)))
            | (DayRef::Date(Date::AfterStart(..)), DayRef::Date(Date::AfterStart(..)))
    )
}

/// `3 days`.
fn counted(cursor: &mut Cursor<'_>) -> Option<i64> {
    let count = number(cursor)?;
    if !cursor.blanks() || !cursor.eat_word("day") {
        return None;
    }
    cursor.eat_word("s");
    Some(count)
}

/// `2026-03-05`, `D+3`, `T-1`, `E+2`.
fn day(cursor: &mut Cursor<'_>) -> Option<DayRef> {
    if let Some(date) = date::numeric(cursor) {
        return Some(DayRef::Date(date));
    }
    let mut ahead = *cursor;
    let start = ahead.pos;
    let letter = ahead.peek()?.to_ascii_lowercase();
    if !matches!(letter, 'd' | 't' | 'e') {
        return None;
    }
    ahead.advance(1);
    let sign = if ahead.eat("+") {
        1
    } else if ahead.eat("-") {
        -1
    } else {
        return None;
    };
    let count = sign * number(&mut ahead)?.min(1_000_000);
    *cursor = ahead;
    Some(match letter {
        'd' => DayRef::Date(Date::AfterStart(ahead.since(start), count)),
        't' => DayRef::Today(count),
        _ => DayRef::End(count),
    })
}

fn phrase(cursor: &mut Cursor<'_>, days: Days) -> Option<DaysPhrase> {
    let mut ahead = *cursor;
    let are = ahead.eat_word("are");
    if !are && !ahead.eat_word("is") {
        return None;
    }
    if !ahead.blanks() {
        return None;
    }
    let is_week_day = matches!(days, Days::Weekly(_));
    let found = if ahead.eat_word("colored") || ahead.eat_word("coloured") {
        if !ahead.blanks() {
            return None;
        }
        let mut word = ahead;
        if word.eat_word("in") && word.blanks() {
            ahead = word;
        }
        color::color(&mut ahead).map(DaysPhrase::Colored)
    } else if ahead.eat_word("named") {
        ahead.blanks();
        let has_name = !matches!(days, Days::Weekly(_) | Days::One(_));
        has_name.then(|| bracketed(&mut ahead)).flatten().map(DaysPhrase::Named)
    } else if is_week_day && !are {
        None
    } else if ahead.eat_word("close") {
        ahead.eat_word("d");
        Some(DaysPhrase::Closed(for_task(&mut ahead)))
    } else if ahead.eat_word("open") {
        ahead.eat_word("ed");
        Some(DaysPhrase::Open(for_task(&mut ahead)))
    } else {
        None
    };
    if found.is_some() {
        *cursor = ahead;
    }
    found
}

/// ` for [A]`.
fn for_task(cursor: &mut Cursor<'_>) -> Option<puml_syntax::TextRange> {
    let mut ahead = *cursor;
    if !ahead.blanks() || !ahead.eat_word("for") {
        return None;
    }
    ahead.blanks();
    let name = bracketed(&mut ahead)?;
    *cursor = ahead;
    Some(name)
}

pub(super) fn hours(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.eat_word("from") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(from) = date::clock(&mut cursor) else { return Err(Miss::Other) };
    if !cursor.blanks() || !cursor.eat_word("to") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(to) = date::clock(&mut cursor) else { return Err(Miss::Other) };
    let is_whole = cursor.blanks() && words(&mut cursor, &["are", "working", "hours"]);
    if !is_whole {
        let message = "after the hours stands `are working hours`";
        return broken(ctx.at(UNKNOWN_PHRASE, cursor.rest_range(), message));
    }
    ignored(cursor, ctx);
    Ok(StmtKind::Hours(Hours { from, to }))
}
