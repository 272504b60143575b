//! Notes beside a class, on a link, and free ones.

use puml_syntax::ast::{Name, NoteSide, Text};
use puml_syntax::codes::{MALFORMED_NOTE, UNCLOSED_BLOCK};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken};

use super::{Read, declaration, link};
use crate::ast::{Note, NotePlace, StmtKind};

const SIDES: [(&str, NoteSide); 4] = [
    ("left", NoteSide::Left),
    ("right", NoteSide::Right),
    ("top", NoteSide::Top),
    ("bottom", NoteSide::Bottom),
];

/// `note "text" as N #color`.
pub(super) fn free_line(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.keyword("note") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(text) = cursor.quoted() else { return Err(Miss::Other) };
    cursor.blanks();
    if !cursor.keyword("as") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(name) = cursor.code() else { return Err(Miss::Other) };
    let mut note = suffix(&mut cursor, NotePlace::Free(name), ctx);
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    note.text = Text::Line(text.range);
    Ok(StmtKind::Note(Box::new(note)))
}

/// All other forms, on one line or in a block.
pub(super) fn note(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("note") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    cursor.blanks();
    let Some(place) = place(&mut cursor) else {
        let finding = ctx.at(MALFORMED_NOTE, keyword, "this note does not say where it goes");
        return broken(finding.with_hint(
            "write `note left of A : text`, `note on link : text` or `note \"text\" as N`",
        ));
    };
    let mut note = suffix(&mut cursor, place, ctx);
    if let Some(text) = cursor.colon_text().filter(|it| !it.is_empty()) {
        note.text = Text::Line(text);
        return Ok(StmtKind::Note(Box::new(note)));
    }
    let braces = cursor.eat("{");
    if !cursor.at_end() {
        let finding = ctx.at(MALFORMED_NOTE, cursor.rest_range(), "this cannot follow here");
        return broken(finding.with_hint("a text on the same line needs a colon before it"));
    }
    let close = if braces { Close::Brace } else { Close::Note };
    let Some(lines) = reader.body(close) else {
        let end = if braces { "}" } else { "end note" };
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, format!("this note has no `{end}`")));
    };
    note.text = Text::Lines(lines);
    Ok(StmtKind::Note(Box::new(note)))
}

fn place(cursor: &mut Cursor<'_>) -> Option<NotePlace> {
    let mut ahead = *cursor;
    if ahead.keyword("as") && ahead.blanks() {
        let name = ahead.code()?;
        *cursor = ahead;
        return Some(NotePlace::Free(name));
    }
    let side = cursor.one_of(&SIDES);
    cursor.blanks();
    let mut ahead = *cursor;
    if (ahead.keyword("on") || ahead.keyword("of")) && ahead.blanks() && ahead.keyword("link") {
        *cursor = ahead;
        return Some(NotePlace::OnLink);
    }
    let side = side?;
    let mut ahead = *cursor;
    if !ahead.keyword("of") || !ahead.blanks() {
        return Some(NotePlace::Latest(side));
    }
    let (name, after): (Name, Cursor<'_>) = link::ends(ahead).into_iter().next()?;
    *cursor = after;
    Some(NotePlace::Beside(side, name))
}

fn suffix(cursor: &mut Cursor<'_>, place: NotePlace, ctx: &mut Context) -> Note {
    declaration::tags(cursor);
    cursor.blanks();
    let stereotypes = grammar::stereotypes(cursor);
    declaration::tags(cursor);
    cursor.blanks();
    let colors = color::set(cursor, ctx);
    cursor.blanks();
    let link = grammar::link(cursor);
    cursor.blanks();
    let text = Text::Line(cursor.range(cursor.pos, cursor.pos));
    Note { place, stereotypes, colors, link, text }
}
