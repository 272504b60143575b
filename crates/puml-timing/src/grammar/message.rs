//! Arrows: `W@5 -> C@7 : text` between players, `W@5 <-> @7 : text` between moments.

use puml_syntax::ast::{BorderStyle, ColorRef};
use puml_syntax::grammar::color;
use puml_syntax::{Context, Cursor, Miss};

use super::Read;
use super::tick::{player, tick};
use crate::ast::{Constraint, Message, StmtKind, Tick};

pub(super) fn message(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let Some(from) = player(&mut cursor) else { return Err(Miss::Other) };
    let from_at = at(&mut cursor)?;
    cursor.blanks();
    if cursor.skip(|it| it == '-') == 0 {
        return Err(Miss::Other);
    }
    let mut found = None;
    if cursor.eat("[") {
        found = color::single(&mut cursor, ctx);
        if found.is_none() || !cursor.eat("]") {
            return Err(Miss::Other);
        }
    }
    if !cursor.eat(">") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let Some(to) = player(&mut cursor) else { return Err(Miss::Other) };
    let to_at = at(&mut cursor)?;
    cursor.blanks();
    let label = cursor.colon_text().filter(|it| !it.is_empty());
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    let message = Message { from, from_at, to, to_at, color: found, label };
    Ok(StmtKind::Message(Box::new(message)))
}

/// `@5`, if it is there.
fn at(cursor: &mut Cursor<'_>) -> Read<Option<Tick>> {
    if !cursor.eat("@") {
        return Ok(None);
    }
    tick(cursor).map(Some).ok_or(Miss::Other)
}

const BORDERS: [(&str, BorderStyle); 3] =
    [("bold", BorderStyle::Bold), ("dashed", BorderStyle::Dashed), ("dotted", BorderStyle::Dotted)];

pub(super) fn constraint(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let who = player(&mut cursor);
    if !cursor.eat("@") {
        return Err(Miss::Other);
    }
    let Some(from) = tick(&mut cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    if !cursor.eat("<") || cursor.skip(|it| it == '-') == 0 {
        return Err(Miss::Other);
    }
    let (mut line, mut border): (Option<ColorRef>, Option<BorderStyle>) = (None, None);
    if cursor.eat("[") {
        loop {
            if let Some(found) = cursor.one_of(&BORDERS) {
                border = Some(found);
            } else if let Some(found) = color::single(&mut cursor, ctx) {
                line = Some(found);
            } else {
                return Err(Miss::Other);
            }
            if !cursor.eat(",") {
                break;
            }
        }
        if !cursor.eat("]") {
            return Err(Miss::Other);
        }
        cursor.skip(|it| it == '-');
    }
    if !cursor.eat(">") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if !cursor.eat("@") {
        return Err(Miss::Other);
    }
    let Some(to) = tick(&mut cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    let label = cursor.colon_text().filter(|it| !it.is_empty());
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    let found = Constraint { player: who, from, to, color: line, border, label };
    Ok(StmtKind::Constraint(Box::new(found)))
}
