//! Notes beside a state, on a transition, and free ones.

use puml_syntax::ast::{Name, NoteSide, Text};
use puml_syntax::codes::{BAD_VALUE, EMPTY_BLOCK, MALFORMED_NOTE, UNCLOSED_BLOCK};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, TextRange, broken, is_blank};

use super::{Read, state};
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
    if !cursor.blanks() || !cursor.keyword("as") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(name) = state::code(&mut cursor) else { return Err(Miss::Other) };
    let mut note = suffix(&mut cursor, NotePlace::Free(name), ctx);
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    one_color(&note, ctx);
    note.text = Text::Line(text.range);
    Ok(StmtKind::Note(Box::new(note)))
}

/// A free note takes one colour and nothing else.
fn one_color(note: &Note, ctx: &mut Context) {
    if let Some(colors) = note.colors
        && (colors.line.is_some() || colors.text.is_some() || colors.line_style.is_some())
    {
        let message = "a free note takes a single colour";
        ctx.report(ctx.at(BAD_VALUE, colors.range, message).with_hint("write `#LightBlue`"));
    }
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
    let is_free = matches!(place, NotePlace::Free(_));
    if is_free {
        one_color(&note, ctx);
    } else if let Some(text) = cursor.colon_text() {
        if text.is_empty() {
            return broken(ctx.at(MALFORMED_NOTE, keyword, "this note says nothing"));
        }
        note.text = Text::Line(text);
        return Ok(StmtKind::Note(Box::new(note)));
    }
    let braces = matches!(place, NotePlace::Beside(..) | NotePlace::Latest(_)) && cursor.eat("{");
    if !cursor.at_end() {
        let finding = ctx.at(MALFORMED_NOTE, cursor.rest_range(), "this cannot follow here");
        return broken(finding.with_hint("a text on the same line needs a colon before it"));
    }
    let close = if braces { Close::Brace } else { Close::Note };
    let Some(lines) = reader.body(close) else {
        let end = if braces { "}" } else { "end note" };
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, format!("this note has no `{end}`")));
    };
    if matches!(place, NotePlace::OnLink(_)) && lines.lines.is_empty() {
        return broken(ctx.at(EMPTY_BLOCK, keyword, "this note says nothing"));
    }
    note.text = Text::Lines(lines);
    Ok(StmtKind::Note(Box::new(note)))
}

fn place(cursor: &mut Cursor<'_>) -> Option<NotePlace> {
    let mut ahead = *cursor;
    if ahead.keyword("as") && ahead.blanks() {
        let name = state::code(&mut ahead)?;
        *cursor = ahead;
        return Some(NotePlace::Free(name));
    }
    let side = cursor.one_of(&SIDES);
    let mut ahead = *cursor;
    ahead.blanks();
    if ahead.keyword("on") && ahead.blanks() && ahead.keyword("link") {
        *cursor = ahead;
        return Some(NotePlace::OnLink(side));
    }
    let side = side?;
    let mut ahead = *cursor;
    if !ahead.blanks() || !ahead.keyword("of") || !ahead.blanks() {
        return Some(NotePlace::Latest(side));
    }
    let name: Name = ahead.quoted().or_else(|| state::code(&mut ahead))?;
    *cursor = ahead;
    Some(NotePlace::Beside(side, name))
}

fn suffix(cursor: &mut Cursor<'_>, place: NotePlace, ctx: &mut Context) -> Note {
    let mut tags: Vec<TextRange> = grammar::tags(cursor);
    cursor.blanks();
    let stereotypes = grammar::stereotypes(cursor);
    tags.extend(grammar::tags(cursor));
    cursor.blanks();
    let colors = color::lenient_set(cursor, ctx);
    cursor.blanks();
    let link = grammar::link(cursor);
    cursor.blanks();
    let text = Text::Line(cursor.range(cursor.pos, cursor.pos));
    Note { place, tags, stereotypes, colors, link, text }
}

/// `url of A is [[…]]`, `url for A is [[…]]`.
pub(super) fn url(mut cursor: Cursor<'_>) -> Read {
    if !cursor.keyword("url") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let mut ahead = cursor;
    if !(ahead.keyword("of") || ahead.keyword("for")) || !ahead.blanks() {
        return Err(Miss::Other);
    }
    let Some(name) = ahead.quoted().or_else(|| state::code(&mut ahead)) else {
        return Err(Miss::Other);
    };
    if !ahead.peek().is_some_and(is_blank) {
        return Err(Miss::Other);
    }
    ahead.blanks();
    if ahead.keyword("is") {
        ahead.blanks();
    }
    match grammar::link(&mut ahead) {
        Some(link) if ahead.at_end() => Ok(StmtKind::Url(name, link)),
        _ => Err(Miss::Other),
    }
}
