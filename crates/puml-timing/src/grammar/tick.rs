//! Moments: `5`, `+5`, `1:30:00`, `2026/03/01`, `:start+5`, `clk*3`, and the lines that begin with `@`.

use puml_syntax::{Cursor, Miss, TextRange, is_blank};

use super::Read;
use crate::ast::{StmtKind, Tick, TickKind};

/// What other lines call a player: it begins with a letter.
pub(super) fn player(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    ahead.peek().filter(|it| it.is_alphabetic() || *it == '_')?;
    ahead.skip(|it| it.is_alphanumeric() || matches!(it, '_' | '.'));
    *cursor = ahead;
    Some(ahead.since(start))
}

/// A number, a date, a time of day or a named moment.
pub(super) fn tick(cursor: &mut Cursor<'_>) -> Option<Tick> {
    let start = cursor.pos;
    let kind = label(cursor)
        .or_else(|| pulse(cursor))
        .or_else(|| clock(cursor))
        .or_else(|| date(cursor))
        .or_else(|| number(cursor))?;
    Some(Tick { range: cursor.since(start), kind })
}

fn number(cursor: &mut Cursor<'_>) -> Option<TickKind> {
    let mut ahead = *cursor;
    let relative = ahead.eat("+");
    let negative = !relative && ahead.eat("-");
    let value = decimal(&mut ahead)?;
    *cursor = ahead;
    let value = if negative { -value } else { value };
    Some(if relative { TickKind::After(value) } else { TickKind::Number(value) })
}

/// Digits with at most one point.
pub(super) fn decimal(cursor: &mut Cursor<'_>) -> Option<f64> {
    let start = cursor.pos;
    cursor.digits()?;
    let mut ahead = *cursor;
    if ahead.eat(".") && ahead.digits().is_some() {
        *cursor = ahead;
    }
    cursor.text()[start..cursor.pos].parse().ok()
}

fn clock(cursor: &mut Cursor<'_>) -> Option<TickKind> {
    let mut ahead = *cursor;
    let hours: f64 = ahead.digits()?.parse().ok()?;
    let mut seconds = hours * 3600.0;
    for each in [60.0, 1.0] {
        if !ahead.eat(":") {
            return None;
        }
        let part = ahead.digits().filter(|it| it.len() <= 2)?;
        seconds += each * part.parse::<f64>().ok()?;
    }
    *cursor = ahead;
    Some(TickKind::Clock(seconds))
}

fn date(cursor: &mut Cursor<'_>) -> Option<TickKind> {
    let mut ahead = *cursor;
    let mut parts = [0_i64; 3];
    for (idx, part) in parts.iter_mut().enumerate() {
        if idx > 0 && !ahead.eat("/") {
            return None;
        }
        *part = ahead.digits().filter(|it| it.len() <= 4)?.parse().ok()?;
    }
    *cursor = ahead;
    Some(TickKind::Date(crate::model::day_number(parts[0], parts[1], parts[2])))
}

fn label(cursor: &mut Cursor<'_>) -> Option<TickKind> {
    let mut ahead = *cursor;
    if !ahead.eat(":") {
        return None;
    }
    let start = ahead.pos;
    if ahead.skip(|it| it.is_alphanumeric() || matches!(it, '_' | '.')) == 0 {
        return None;
    }
    let name = ahead.since(start);
    let mut offset = 0.0;
    let mut more = ahead;
    let sign = if more.eat("+") {
        1.0
    } else if more.eat("-") {
        -1.0
    } else {
        0.0
    };
    if sign != 0.0
        && let Some(value) = decimal(&mut more)
    {
        offset = sign * value;
        ahead = more;
    }
    *cursor = ahead;
    Some(TickKind::Label(name, offset))
}

fn pulse(cursor: &mut Cursor<'_>) -> Option<TickKind> {
    let mut ahead = *cursor;
    let clock = player(&mut ahead)?;
    if !ahead.eat("*") {
        return None;
    }
    let count = decimal(&mut ahead)?;
    *cursor = ahead;
    Some(TickKind::Pulse(clock, count))
}

/// `@5 as :start`.
pub(super) fn time(mut cursor: Cursor<'_>) -> Read {
    if !cursor.eat("@") {
        return Err(Miss::Other);
    }
    let Some(found) = tick(&mut cursor) else { return Err(Miss::Other) };
    if cursor.at_end() {
        return Ok(StmtKind::Time(found, None));
    }
    let is_named = cursor.blanks() && cursor.eat_word("as") && cursor.blanks() && cursor.eat(":");
    let start = cursor.pos;
    cursor.skip(|it| it.is_alphanumeric() || matches!(it, '_' | '.'));
    let is_whole = is_named && cursor.pos > start && cursor.at_end();
    if is_whole { Ok(StmtKind::Time(found, Some(cursor.since(start)))) } else { Err(Miss::Other) }
}

/// `@W`.
pub(super) fn focus(mut cursor: Cursor<'_>) -> Read {
    if !cursor.eat("@") || cursor.peek().is_some_and(is_blank) {
        return Err(Miss::Other);
    }
    let found = player(&mut cursor).filter(|_| cursor.at_end());
    found.map(StmtKind::Focus).ok_or(Miss::Other)
}
