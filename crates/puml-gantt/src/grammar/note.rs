//! `note bottom` … `end note`.

use puml_syntax::codes::{EMPTY_BLOCK, UNCLOSED_BLOCK};
use puml_syntax::grammar::stereotypes;
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken};

use super::Read;
use super::words::whole_words;
use crate::ast::{Note, StmtKind};

pub(super) fn note(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    if !whole_words(&mut cursor, &["note", "bottom"]) {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let mut found = stereotypes(&mut cursor);
    if !cursor.at_end() || found.len() > 1 {
        return Err(Miss::Other);
    }
    let opening = cursor.since(0);
    let Some(lines) = reader.body(Close::Note) else {
        return broken(ctx.at(UNCLOSED_BLOCK, opening, "this note has no `end note`"));
    };
    if lines.lines.is_empty() {
        return broken(ctx.at(EMPTY_BLOCK, opening, "this note says nothing"));
    }
    Ok(StmtKind::Note(Note { stereotype: found.pop(), lines }))
}
