//! Declarations of players and of their states.

use puml_syntax::ast::Stereotype;
use puml_syntax::codes::MISSING_ARGUMENT;
use puml_syntax::grammar::{color, stereotypes};
use puml_syntax::{Context, Cursor, Miss, TextRange, broken};

use super::Read;
use super::change;
use super::tick::{decimal, player as name_of};
use crate::ast::{Beat, Player, PlayerKind, StmtKind, ValueRange};

pub(super) fn player(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let mut ahead = cursor;
    let compact = ahead.eat_word("compact") && ahead.blanks();
    if compact {
        cursor = ahead;
    }
    let Some(kind) = cursor.one_of(&PlayerKind::KEYWORDS) else { return Err(Miss::Other) };
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let shown = cursor.quoted();
    let mut stereotypes: Vec<Stereotype> = Vec::new();
    let mut range = None;
    if shown.is_some() {
        if kind != PlayerKind::Clock {
            stereotypes = marks(&mut cursor);
        }
        if kind == PlayerKind::Analog {
            range = bounds(&mut cursor);
        }
        cursor.blanks();
        if !cursor.eat_word("as") || !cursor.blanks() {
            let finding = ctx.at(
                MISSING_ARGUMENT,
                cursor.rest_range(),
                format!(
                    "behind the name of a player in quotes stands `as CODE`: `{} \"…\" as X`",
                    kind.word()
                ),
            );
            return broken(finding);
        }
    } else if kind == PlayerKind::Analog {
        let finding = ctx.at(
            MISSING_ARGUMENT,
            cursor.rest_range(),
            "an analog signal has its name in quotes",
        );
        return broken(finding.with_hint("write `analog \"Voltage\" as V`"));
    }
    let start = cursor.pos;
    let Some(code) = cursor.code() else { return Err(Miss::Other) };
    let mut ahead = cursor;
    if shown.is_none() && ahead.blanks() && ahead.eat_word("as") && ahead.blanks() {
        let name = &cursor.text()[start..cursor.pos];
        let message =
            format!("a name before `as` stands in quotes: `{} \"{name}\" as X`", kind.word());
        let finding = ctx.at(MISSING_ARGUMENT, code.range, message);
        let quoted = format!("\"{name}\"");
        return broken(finding.with_fix(ctx.safe("put the name in quotes", code.range, &quoted)));
    }
    let mut beat = None;
    if kind == PlayerKind::Clock {
        beat = period(&mut cursor);
        if beat.is_none() {
            let message = "a clock has `with period N`, perhaps `pulse N` and `offset N`";
            return broken(ctx.at(MISSING_ARGUMENT, cursor.rest_range(), message));
        }
    }
    stereotypes.extend(marks(&mut cursor));
    let mut colors = None;
    if matches!(kind, PlayerKind::Robust | PlayerKind::Concise | PlayerKind::Rectangle) {
        let mut ahead = cursor;
        if ahead.blanks() {
            colors = color::set(&mut ahead, ctx);
        }
        if colors.is_some() {
            cursor = ahead;
        }
    }
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    let code = code.range;
    Ok(StmtKind::Player(Box::new(Player {
        kind,
        compact,
        shown,
        code,
        stereotypes,
        colors,
        beat,
        range,
    })))
}

fn marks(cursor: &mut Cursor<'_>) -> Vec<Stereotype> {
    let mut ahead = *cursor;
    let found = stereotypes(&mut ahead);
    if let Some(last) = found.last() {
        // Blanks behind stay for what follows.
        let length = (last.range.end - last.range.start) as usize;
        while !cursor.rest().starts_with("<<") {
            cursor.advance(cursor.peek().map_or(1, char::len_utf8));
        }
        let start = cursor.pos;
        let end = ahead.text()[start..ahead.pos].trim_end().len();
        cursor.advance(end.max(length.min(end)));
    }
    found
}

/// ` between 0 and 10`, ` from 0 to 10`.
fn bounds(cursor: &mut Cursor<'_>) -> Option<ValueRange> {
    let mut ahead = *cursor;
    if !ahead.blanks() {
        return None;
    }
    let join = if ahead.eat_word("between") {
        "and"
    } else if ahead.eat_word("from") {
        "to"
    } else {
        return None;
    };
    if !ahead.blanks() {
        return None;
    }
    let low = signed(&mut ahead)?;
    if !ahead.blanks() || !ahead.eat_word(join) || !ahead.blanks() {
        return None;
    }
    let high = signed(&mut ahead)?;
    *cursor = ahead;
    Some(ValueRange { low, high })
}

fn signed(cursor: &mut Cursor<'_>) -> Option<f64> {
    let negative = cursor.eat("-");
    decimal(cursor).map(|it| if negative { -it } else { it })
}

fn period(cursor: &mut Cursor<'_>) -> Option<Beat> {
    let mut ahead = *cursor;
    let is_meant = ahead.blanks()
        && ahead.eat_word("with")
        && ahead.blanks()
        && ahead.eat_word("period")
        && ahead.blanks();
    if !is_meant {
        return None;
    }
    let mut beat = Beat { period: decimal(&mut ahead)?, pulse: None, offset: None };
    *cursor = ahead;
    for (word, place) in [("pulse", 0), ("offset", 1)] {
        let mut ahead = *cursor;
        if ahead.blanks()
            && ahead.eat_word(word)
            && ahead.blanks()
            && let Some(value) = decimal(&mut ahead)
        {
            *if place == 0 { &mut beat.pulse } else { &mut beat.offset } = Some(value);
            *cursor = ahead;
        }
    }
    Some(beat)
}

/// `W has a,b,c`, `W has "Label" as a`.
pub(super) fn states(mut cursor: Cursor<'_>) -> Read {
    let Some(player) = name_of(&mut cursor) else { return Err(Miss::Other) };
    if !cursor.blanks() || !cursor.eat_word("has") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    if let Some(label) = cursor.quoted() {
        if !cursor.blanks() || !cursor.eat_word("as") || !cursor.blanks() {
            return Err(Miss::Other);
        }
        let state = change::word(&mut cursor).filter(|_| cursor.at_end());
        let label = label.range;
        return state.map(|state| StmtKind::StateLabel { player, label, state }).ok_or(Miss::Other);
    }
    let mut all: Vec<TextRange> = Vec::new();
    loop {
        let Some(state) = change::word(&mut cursor) else { return Err(Miss::Other) };
        all.push(state);
        if !cursor.eat(",") {
            break;
        }
    }
    if cursor.at_end() { Ok(StmtKind::States(player, all)) } else { Err(Miss::Other) }
}
