//! Notes beside an element, on a link, and free ones.

use puml_syntax::ast::{NoteSide, Text};
use puml_syntax::codes::{MALFORMED_NOTE, UNCLOSED_BLOCK};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken};

use super::{Read, name};
use crate::ast::{Code, Note, NotePlace, StmtKind};

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
    for (text, after) in name::quoted_any(cursor) {
        let mut rest = after;
        rest.blanks();
        if !rest.keyword("as") || !rest.blanks() {
            continue;
        }
        let Some(code) = name::bare(&mut rest) else { continue };
        let mut note = suffix(&mut rest, NotePlace::Free(code.range), ctx);
        if rest.at_end() {
            note.text = Text::Line(text.range);
            return Ok(StmtKind::Note(Box::new(note)));
        }
    }
    Err(Miss::Other)
}

/// All other forms, on one line or in a block.
pub(super) fn note(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("note") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let places = places(cursor);
    if places.is_empty() {
        let finding = ctx.at(MALFORMED_NOTE, keyword, "this note does not say where it goes");
        return broken(finding.with_hint(
            "write `note left of A : text`, `note on link : text` or `note \"text\" as N`",
        ));
    }
    let mut furthest = cursor;
    for (place, mut rest) in places {
        let mut note = suffix(&mut rest, place, ctx);
        let is_free = matches!(place, NotePlace::Free(_));
        let on_link = matches!(place, NotePlace::OnLink(_));
        if on_link && !(note.stereotypes.is_empty() && note.tags.is_empty()) {
            return broken(ctx.at(MALFORMED_NOTE, keyword, "a note on a link takes only a colour"));
        }
        if let Some(text) = rest.colon_text().filter(|it| !it.is_empty() && !is_free) {
            note.text = Text::Line(text);
            return Ok(StmtKind::Note(Box::new(note)));
        }
        let braces = !is_free && !on_link && rest.eat("{");
        if rest.at_end() {
            let close = if braces { Close::Brace } else { Close::Note };
            let Some(lines) = reader.body(close) else {
                let end = if braces { "}" } else { "end note" };
                let message = format!("this note has no `{end}`");
                return broken(ctx.at(UNCLOSED_BLOCK, keyword, message));
            };
            note.text = Text::Lines(lines);
            return Ok(StmtKind::Note(Box::new(note)));
        }
        if rest.pos > furthest.pos {
            furthest = rest;
        }
    }
    let finding = ctx.at(MALFORMED_NOTE, furthest.rest_range(), "this cannot follow here");
    broken(finding.with_hint("a text on the same line needs a colon before it"))
}

/// Everywhere that the beginning of a note may mean.
fn places(cursor: Cursor<'_>) -> Vec<(NotePlace, Cursor<'_>)> {
    let mut ahead = cursor;
    if ahead.keyword("as") && ahead.blanks() {
        return name::bare(&mut ahead)
            .map(|it| (NotePlace::Free(it.range), ahead))
            .into_iter()
            .collect();
    }
    let mut after = cursor;
    let side = after.one_of(&SIDES);
    after.blanks();
    let mut found = Vec::new();
    let mut ahead = after;
    if (ahead.keyword("on") || ahead.keyword("of")) && ahead.blanks() && ahead.keyword("link") {
        found.push((NotePlace::OnLink(side), ahead));
    }
    let Some(side) = side else { return found };
    let mut ahead = after;
    if ahead.keyword("of") && ahead.blanks() {
        for read in [name::quoted, name::circle, name::marked, name::bare] {
            let mut end = ahead;
            let code: Option<Code> = read(&mut end);
            found.extend(code.map(|it| (NotePlace::Beside(side, it), end)));
        }
    } else {
        found.push((NotePlace::Latest(side), after));
    }
    found
}

fn suffix(cursor: &mut Cursor<'_>, place: NotePlace, ctx: &mut Context) -> Note {
    let mut tags = name::tags(cursor);
    let stereotypes = grammar::stereotypes(cursor);
    tags.extend(name::tags(cursor));
    cursor.blanks();
    let colors = color::lenient_set(cursor, ctx);
    cursor.blanks();
    let link = grammar::link(cursor);
    cursor.blanks();
    let text = Text::Line(cursor.range(cursor.pos, cursor.pos));
    Note { place, stereotypes, tags, colors, link, text }
}
