//! `W is idle #gold : comment` and `5 is idle`.

use puml_syntax::grammar::color;
use puml_syntax::{Context, Cursor, Miss, TextRange, is_quote};

use super::Read;
use super::tick::{player, tick};
use crate::ast::{Change, State, StmtKind};

pub(super) fn by_player(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let mut longest = cursor;
    if player(&mut longest).is_none() {
        return Err(Miss::Other);
    }
    // `Risidle` reads as `R is idle`: the longest name that leaves a state is meant.
    let mut ends: Vec<usize> = (cursor.pos + 1..=longest.pos).collect();
    ends.reverse();
    for end in ends {
        if !cursor.text().is_char_boundary(end) {
            continue;
        }
        let mut ahead = cursor;
        ahead.pos = end;
        let name = ahead.since(cursor.pos);
        ahead.blanks();
        if !ahead.eat_word("is") {
            continue;
        }
        ahead.blanks();
        let reported = ctx.diagnostics.len();
        if let Some((state, colors, comment)) = rest(&mut ahead, ctx) {
            let change = Change { player: Some(name), at: None, state, colors, comment };
            return Ok(StmtKind::Change(Box::new(change)));
        }
        ctx.diagnostics.truncate(reported);
    }
    Err(Miss::Other)
}

pub(super) fn by_tick(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let Some(at) = tick(&mut cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    if !cursor.eat_word("is") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    match rest(&mut cursor, ctx) {
        Some((state, colors, comment)) => {
            let change = Change { player: None, at: Some(at), state, colors, comment };
            Ok(StmtKind::Change(Box::new(change)))
        }
        None => Err(Miss::Other),
    }
}

type Rest = (State, Option<puml_syntax::ast::ColorSet>, Option<TextRange>);

/// The state and what may follow it up to the end of the line.
fn rest(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Rest> {
    let state = state(cursor)?;
    let mut colors = None;
    let mut ahead = *cursor;
    if ahead.blanks() {
        colors = color::set(&mut ahead, ctx);
        if colors.is_some() {
            *cursor = ahead;
        }
    }
    cursor.blanks();
    let comment = cursor.colon_text();
    cursor.at_end().then_some((state, colors, comment.filter(|it| !it.is_empty())))
}

fn state(cursor: &mut Cursor<'_>) -> Option<State> {
    if cursor.peek().is_some_and(is_quote) {
        let mut ahead = *cursor;
        ahead.advance(ahead.peek().map_or(1, char::len_utf8));
        let start = ahead.pos;
        ahead.skip(|it| !is_quote(it));
        let range = ahead.since(start);
        let close = ahead.peek()?;
        ahead.advance(close.len_utf8());
        *cursor = ahead;
        return Some(State::Named(range));
    }
    if cursor.eat("{") {
        let found = if cursor.eat_word("hidden") {
            State::Hidden
        } else if cursor.eat("...") {
            State::Blank
        } else if cursor.rest().starts_with("-}") {
            cursor.advance(1);
            State::Flat
        } else if cursor.rest().starts_with("?}") {
            let start = cursor.pos - 1;
            cursor.advance(2);
            return Some(State::Named(cursor.since(start)));
        } else {
            let first = word(cursor)?;
            if !cursor.eat(",") {
                return None;
            }
            State::Either(first, word(cursor)?)
        };
        return cursor.eat("}").then_some(found);
    }
    word(cursor).map(State::Named)
}

/// Letters, digits, `_`, `-` and `.`, not beginning with a point.
pub(super) fn word(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let start = cursor.pos;
    cursor.peek().filter(|it| *it != '.')?;
    cursor.skip(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.'));
    (cursor.pos > start).then(|| cursor.since(start))
}
