//! `note top of W : text` and its block.

use puml_syntax::ast::{NoteSide, Text};
use puml_syntax::codes::UNCLOSED_BLOCK;
use puml_syntax::grammar::stereotypes;
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken};

use super::Read;
use super::tick::player;
use crate::ast::{Note, StmtKind};

pub(super) fn note(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    if !cursor.eat_word("note") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let side = if cursor.eat_word("top") {
        NoteSide::Top
    } else if cursor.eat_word("bottom") {
        NoteSide::Bottom
    } else {
        return Err(Miss::Other);
    };
    if !cursor.blanks() || !cursor.eat_word("of") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(player) = player(&mut cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    let stereotypes = stereotypes(&mut cursor);
    cursor.blanks();
    let text = if let Some(text) = cursor.colon_text() {
        Text::Line(text)
    } else if cursor.at_end() {
        let Some(lines) = reader.body(Close::Note) else {
            let range = cursor.since(0);
            return broken(ctx.at(UNCLOSED_BLOCK, range, "this note has no `end note`"));
        };
        Text::Lines(lines)
    } else {
        return Err(Miss::Other);
    };
    Ok(StmtKind::Note(Box::new(Note { side, player, stereotypes, text })))
}
