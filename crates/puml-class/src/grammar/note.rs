//! Notes beside a class or one of its members, on a link, and free ones; constraints between links.

use puml_syntax::ast::{Name, NoteSide, Text};
use puml_syntax::codes::{MALFORMED_NOTE, MISSING_ARGUMENT, UNCLOSED_BLOCK};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, TextRange, broken};

use super::{Read, name};
use crate::ast::{Constraint, Note, NotePlace, StmtKind};

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
    let Some(name) = name::word(&mut cursor) else { return Err(Miss::Other) };
    let mut note = suffix(&mut cursor, NotePlace::Free(name), ctx);
    if !cursor.at_end() || note.link.is_some() {
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
    let places = places(cursor);
    if places.is_empty() {
        let finding = ctx.at(MALFORMED_NOTE, keyword, "this note does not say where it goes");
        return broken(finding.with_hint(
            "write `note left of A : text`, `note on link : text` or `note \"text\" as N`",
        ));
    }
    let mut miss = Err(Miss::Other);
    for (place, after) in places {
        let reported = ctx.diagnostics.len();
        miss = placed(place, after, keyword, ctx, reader);
        if miss.is_ok() {
            return miss;
        }
        ctx.diagnostics.truncate(reported);
    }
    miss
}

/// A note whose place is known.
fn placed(
    place: NotePlace,
    mut cursor: Cursor<'_>,
    keyword: TextRange,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let mut note = suffix(&mut cursor, place, ctx);
    let is_free = matches!(place, NotePlace::Free(_));
    let on_link = matches!(place, NotePlace::OnLink(_));
    if on_link && (!note.stereotypes.is_empty() || !note.tags.is_empty()) {
        return broken(ctx.at(MALFORMED_NOTE, keyword, "a note on a link takes only a colour"));
    }
    if let Some(text) = cursor.colon_text() {
        if text.is_empty() || is_free {
            let range = cursor.range(cursor.pos, cursor.pos);
            return broken(ctx.at(MISSING_ARGUMENT, range, "this note says nothing"));
        }
        if let NotePlace::AtMember(_, name, member) = place {
            let range = TextRange::new(name.range.start, member.end);
            let finding =
                ctx.at(MALFORMED_NOTE, range, "a note at a member needs lines of its own");
            return broken(finding.with_hint("end the line here, and close with `end note`"));
        }
        note.text = Text::Line(text);
        return Ok(StmtKind::Note(Box::new(note)));
    }
    let braces = !is_free && !on_link && cursor.eat("{");
    if !cursor.at_end() {
        let finding = ctx.at(MALFORMED_NOTE, cursor.rest_range(), "this cannot follow here");
        return broken(finding.with_hint("a text on the same line needs a colon before it"));
    }
    let close = if braces { Close::Brace } else { Close::Note };
    let Some(lines) = reader.body(close) else {
        let end = if braces { "}" } else { "end note" };
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, format!("this note has no `{end}`")));
    };
    if on_link && lines.lines.is_empty() {
        return broken(ctx.at(MISSING_ARGUMENT, keyword, "this note says nothing"));
    }
    note.text = Text::Lines(lines);
    Ok(StmtKind::Note(Box::new(note)))
}

/// Where a note may stand, with what follows; names are cut at colons where the rest asks for it.
fn places(mut cursor: Cursor<'_>) -> Vec<(NotePlace, Cursor<'_>)> {
    let mut ahead = cursor;
    if ahead.keyword("as") && ahead.blanks() {
        return name::word(&mut ahead).map(|it| (NotePlace::Free(it), ahead)).into_iter().collect();
    }
    let side = cursor.one_of(&SIDES);
    cursor.blanks();
    let mut ahead = cursor;
    if (ahead.keyword("on") || ahead.keyword("of")) && ahead.blanks() && ahead.keyword("link") {
        return vec![(NotePlace::OnLink(side), ahead)];
    }
    let Some(side) = side else { return Vec::new() };
    let mut ahead = cursor;
    if !ahead.keyword("of") || !ahead.blanks() {
        return vec![(NotePlace::Latest(side), cursor)];
    }
    beside(side, ahead)
}

fn beside(side: NoteSide, mut cursor: Cursor<'_>) -> Vec<(NotePlace, Cursor<'_>)> {
    if let Some(name) = cursor.quoted() {
        return vec![(NotePlace::Beside(side, name), cursor)];
    }
    let start = cursor;
    let Some(whole) = name::wide(&mut cursor) else { return Vec::new() };
    let mut found = Vec::new();
    let text = &start.text()[start.pos..cursor.pos];
    let cut = |length: usize| {
        let mut after = start;
        after.advance(length);
        (Name { range: after.since(start.pos), quoted: false }, after)
    };
    let is_lateral = matches!(side, NoteSide::Left | NoteSide::Right);
    if let Some(at) = text.find("::").filter(|it| is_lateral && *it > 0) {
        // The member may hold blanks: all of the line belongs to it.
        let mut after = start;
        after.advance(start.rest().len());
        let rest = start.rest();
        let rest = rest.strip_suffix('{').map_or(rest, str::trim_end);
        let member = &rest[at + 2..];
        let quoted = member.len() > 1 && member.starts_with('"') && member.ends_with('"');
        let inner = usize::from(quoted);
        let range = start.range(start.pos + at + 2 + inner, start.pos + rest.len() - inner);
        let is_text = member.contains(" :") || member.is_empty() || member.contains(": ");
        if !is_text {
            // What looks like a stereotype or a colour at its end is one.
            for (end, _) in member.match_indices([' ', '\t']).filter(|_| !quoted) {
                let is_suffix = member[end..].trim_start().starts_with(['<', '#', '[']);
                if is_suffix && end > 0 {
                    let (_, after) = cut(at + 2 + end);
                    let range = start.range(start.pos + at + 2, start.pos + at + 2 + end);
                    found.push((NotePlace::AtMember(side, cut(at).0, range), after));
                }
            }
            let mut after = start;
            after.advance(rest.len());
            after.blanks();
            found.push((NotePlace::AtMember(side, cut(at).0, range), after));
        }
    }
    found.push((NotePlace::Beside(side, whole), cursor));
    for (at, _) in text.rmatch_indices(':').filter(|it| it.0 > 0) {
        let (name, after) = cut(at);
        found.push((NotePlace::Beside(side, name), after));
    }
    found
}

fn suffix(cursor: &mut Cursor<'_>, place: NotePlace, ctx: &mut Context) -> Note {
    let mut tags = grammar::tags(cursor);
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

/// `constraint on links #color : text`.
pub(super) fn constraint(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    for word in ["constraint", "on", "links"] {
        if !cursor.eat_word(word) {
            return Err(Miss::Other);
        }
        cursor.blanks();
    }
    let colors = color::lenient_set(&mut cursor, ctx);
    cursor.blanks();
    match cursor.colon_text().filter(|it| !it.is_empty()) {
        Some(text) => Ok(StmtKind::Constraint(Box::new(Constraint { colors, text }))),
        None => Err(Miss::Other),
    }
}
