//! `<<text>>`, with a spot or a sprite at its beginning.

use super::color;
use crate::ast::{ColorRef, Spot, SpriteRef, Stereotype};
use crate::cursor::{Cursor, is_blank};

/// Stereotypes with the blanks around them; none at all is fine.
pub fn stereotypes(cursor: &mut Cursor<'_>) -> Vec<Stereotype> {
    let mut found = Vec::new();
    cursor.blanks();
    while let Some(it) = stereotype(cursor) {
        found.push(it);
        cursor.blanks();
    }
    found
}

fn stereotype(cursor: &mut Cursor<'_>) -> Option<Stereotype> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    if !ahead.eat("<<") {
        return None;
    }
    let inner = ahead.rest().find(">>").filter(|it| *it > 0)?;
    let stop = ahead.pos + inner;
    ahead.blanks();
    let spot = spot(&mut ahead, stop);
    let sprite = if spot.is_none() { sprite(&mut ahead, stop) } else { None };
    ahead.blanks();
    ahead.pos = ahead.pos.min(stop);
    let label = ahead.pos;
    let length = ahead.text()[label..stop].trim_end_matches(is_blank).len();
    let label = ahead.range(label, label + length);
    ahead.pos = stop + 2;
    *cursor = ahead;
    Some(Stereotype { range: ahead.since(start), label, spot, sprite })
}

/// `(C,#color)` or `(C)`.
fn spot(cursor: &mut Cursor<'_>, stop: usize) -> Option<Spot> {
    let mut ahead = *cursor;
    if !ahead.eat("(") {
        return None;
    }
    let letter = ahead.peek()?;
    ahead.advance(letter.len_utf8());
    ahead.blanks();
    let mut color = None;
    if ahead.eat(",") {
        ahead.blanks();
        let from = ahead.pos;
        ahead.eat("#");
        ahead.skip(color::is_word);
        // The reference paints a spot of an unknown color like any other, so nothing is reported.
        color = Some(unreported(ahead, from));
        ahead.blanks();
    }
    if !ahead.eat(")") || ahead.pos > stop {
        return None;
    }
    *cursor = ahead;
    Some(Spot { letter, color })
}

/// `$name{scale=2},color`.
fn sprite(cursor: &mut Cursor<'_>, stop: usize) -> Option<SpriteRef> {
    let mut ahead = *cursor;
    if !ahead.eat("$") {
        return None;
    }
    let start = ahead.pos;
    ahead.skip(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | '/'));
    let name = ahead.since(start);
    let mut scale = None;
    let mut tried = ahead;
    if tried.eat("{scale=") {
        let from = tried.pos;
        tried.skip(|it| it.is_ascii_digit() || it == '.');
        scale = tried.text()[from..tried.pos].parse().ok();
        if tried.eat("}") {
            ahead = tried;
        }
    }
    let mut color = None;
    if ahead.eat(",") {
        let from = ahead.pos;
        ahead.eat("#");
        ahead.skip(color::is_word);
        color = Some(unreported(ahead, from));
    }
    if name.is_empty() || ahead.pos > stop {
        return None;
    }
    *cursor = ahead;
    Some(SpriteRef { name, scale, color })
}

fn unreported(cursor: Cursor<'_>, from: usize) -> ColorRef {
    let text = &cursor.text()[from..cursor.pos];
    ColorRef { range: cursor.since(from), paint: crate::color::parse(text) }
}
