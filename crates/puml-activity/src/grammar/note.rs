//! Notes beside what stands before them.

use puml_syntax::ast::{NoteSide, Text};
use puml_syntax::codes::{MALFORMED_NOTE, UNCLOSED_BLOCK};
use puml_syntax::grammar::color;
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken};

use super::Read;
use super::pieces::marks;
use crate::ast::{Note, StmtKind};

const SIDES: [(&str, NoteSide); 2] = [("left", NoteSide::Left), ("right", NoteSide::Right)];

/// On one line or in a block.
pub(super) fn note(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let line = cursor;
    let mut floating = false;
    if cursor.eat_word("floating") {
        // One blank exactly.
        let Some(blank) = cursor.peek().filter(|it| it.is_whitespace()) else {
            return Err(Miss::Other);
        };
        cursor.advance(blank.len_utf8());
        floating = true;
    }
    // The side may be glued to the keyword.
    let is_glued = |mut it: Cursor<'_>| it.eat_word("note") && it.one_of(&SIDES).is_some();
    let is_note = if is_glued(cursor) { cursor.eat_word("note") } else { cursor.keyword("note") };
    if !is_note {
        return Err(Miss::Other);
    }
    let keyword = line.range(0, cursor.pos);
    cursor.blanks();
    let side = cursor.one_of(&SIDES);
    cursor.blanks();
    let start = cursor;
    let mut note = Note {
        side,
        floating,
        colors: None,
        marks: Vec::new(),
        text: Text::Line(line.range(cursor.pos, cursor.pos)),
    };
    // On one line the colour stands before the stereotypes, in a block behind them.
    let reported = ctx.diagnostics.len();
    note.colors = color::set(&mut cursor, ctx);
    note.marks = marks(&mut cursor);
    if let Some(text) = cursor.colon_text() {
        note.text = Text::Line(text);
        return Ok(StmtKind::Note(Box::new(note)));
    }
    ctx.diagnostics.truncate(reported);
    cursor = start;
    note.marks = marks(&mut cursor);
    note.colors = color::set(&mut cursor, ctx);
    cursor.blanks();
    if !cursor.at_end() {
        let finding = ctx
            .at(
                MALFORMED_NOTE,
                line.range(cursor.pos, line.text().len()),
                "this cannot follow here",
            )
            .with_hint(
                "write `note left: text` or `note right: text`; a note stands at what is before it",
            );
        return broken(finding);
    }
    let Some(lines) = reader.body(Close::Note) else {
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, "this note has no `end note`"));
    };
    note.text = Text::Lines(lines);
    Ok(StmtKind::Note(Box::new(note)))
}
