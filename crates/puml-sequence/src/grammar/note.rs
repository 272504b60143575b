//! Notes: beside or over participants, across, at the latest message; inline and block.

use crate::ast::{ColorSet, Note, NotePlace, NoteShape, NoteSide, StmtKind, Text};
use crate::codes::syntax::{GLUED_KEYWORD, MISPLACED_SUFFIX};
use crate::grammar::{Read, slips};
use puml_syntax::Cursor;
use puml_syntax::TextRange;
use puml_syntax::codes::{MALFORMED_NOTE, MISSING_COLON, UNCLOSED_BLOCK, UNEXPECTED_TEXT};
use puml_syntax::grammar::{self, color, link};
use puml_syntax::{Close, Reader};
use puml_syntax::{Context, Miss, broken, is_blank, is_code};

const SHAPES: [(&str, NoteShape); 3] =
    [("note", NoteShape::Folded), ("hnote", NoteShape::Hexagon), ("rnote", NoteShape::Rectangle)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Side(NoteSide),
    Over,
    Across,
}

const POSITIONS: [(&str, Position); 6] = [
    ("left", Position::Side(NoteSide::Left)),
    ("right", Position::Side(NoteSide::Right)),
    ("over", Position::Over),
    ("across", Position::Across),
    ("top", Position::Side(NoteSide::Top)),
    ("bottom", Position::Side(NoteSide::Bottom)),
];

/// A note in any form.
pub(super) fn note(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    let parallel = cursor.eat("&").then(|| cursor.since(start));
    cursor.blanks();
    let slash = cursor.pos;
    let aligned = cursor.eat("/").then(|| cursor.since(slash));
    cursor.blanks();
    let keyword = cursor.pos;
    let Some(&(_, shape)) = SHAPES.iter().find(|it| cursor.eat_word(it.0)) else {
        return Err(Miss::Other);
    };
    let keyword = cursor.since(keyword);
    let gap = cursor.pos;
    let mut stereotypes = grammar::stereotypes(&mut cursor);
    let position_start = cursor.pos;
    let glued = position_start == gap;
    let Some(position) = cursor.one_of(&POSITIONS) else {
        return if glued && !cursor.at_end() {
            Err(Miss::Other)
        } else {
            broken(bad_position(cursor, keyword, ctx))
        };
    };
    if glued {
        let finding = ctx.at(GLUED_KEYWORD, keyword, "the keyword is glued to the position");
        ctx.report(finding.with_fix(ctx.safe("insert a blank", cursor.range(gap, gap), " ")));
    }
    if position == Position::Across && parallel.is_some() {
        return broken(ctx.at(
            UNEXPECTED_TEXT,
            cursor.range(start, start + 1),
            "`&` does not go with a note across",
        ));
    }
    let place = place(&mut cursor, position, position_start, ctx)?;
    stereotypes.extend(grammar::stereotypes(&mut cursor));
    let colors = colors(&mut cursor, place, ctx);
    cursor.blanks();
    let link = link(&mut cursor);
    cursor.blanks();
    let text = if let Some(text) = cursor.colon_text() {
        Text::Line(text)
    } else if cursor.at_end() {
        let latest = matches!(place, NotePlace::Latest(_));
        let close = if latest { Close::Note } else { Close::AnyNote };
        match reader.body(close) {
            Some(lines) => Text::Lines(lines),
            None => return broken(unclosed(cursor, start, ctx)),
        }
    } else {
        return broken(bad_tail(cursor, place, ctx));
    };
    if matches!(place, NotePlace::Latest(_)) && (parallel.is_some() || aligned.is_some()) {
        let range = cursor.range(start, start + 1);
        let message = "a note at the latest message cannot be aligned with another";
        return broken(
            ctx.at(UNEXPECTED_TEXT, range, message)
                .with_hint("name its participant: `/ note left of A : text`"),
        );
    }
    Ok(StmtKind::Note(Box::new(Note {
        parallel,
        aligned,
        shape,
        place,
        stereotypes,
        colors,
        link,
        text,
    })))
}

fn place(
    cursor: &mut Cursor<'_>,
    position: Position,
    position_start: usize,
    ctx: &Context,
) -> Read<NotePlace> {
    match position {
        Position::Across => Ok(NotePlace::Across),
        Position::Over => {
            let blank = cursor.blanks();
            let mut ahead = *cursor;
            if blank && ahead.keyword("of") && ahead.blanks() && ahead.name().is_some() {
                cursor.eat_word("of");
                cursor.blanks();
            }
            let Some(first) = blank.then(|| cursor.name()).flatten() else {
                let message = "`over` needs the name of a participant";
                return broken(
                    ctx.at(MALFORMED_NOTE, cursor.range(position_start, cursor.pos), message)
                        .with_hint("write `note over A : text` or `note over A, B : text`"),
                );
            };
            let mut ahead = *cursor;
            ahead.blanks();
            if !ahead.eat(",") {
                return Ok(NotePlace::Over(first, None));
            }
            ahead.blanks();
            let Some(second) = ahead.name() else {
                let message = "the comma needs the name of a second participant";
                return broken(ctx.at(MALFORMED_NOTE, ahead.rest_range(), message));
            };
            *cursor = ahead;
            Ok(NotePlace::Over(first, Some(second)))
        }
        Position::Side(side) => {
            let mut ahead = *cursor;
            if matches!(side, NoteSide::Top | NoteSide::Bottom) || !ahead.blanks() {
                return Ok(NotePlace::Latest(side));
            }
            let before = ahead;
            if ahead.keyword("of")
                && ahead.blanks()
                && let Some(name) = ahead.name()
            {
                *cursor = ahead;
                return Ok(NotePlace::Beside(side, name));
            }
            ahead = before;
            match ahead.name() {
                Some(name) => {
                    *cursor = ahead;
                    Ok(NotePlace::Beside(side, name))
                }
                None => Ok(NotePlace::Latest(side)),
            }
        }
    }
}

/// A note at the latest message takes one fill; the others take the long form too.
fn colors(cursor: &mut Cursor<'_>, place: NotePlace, ctx: &mut Context) -> Option<ColorSet> {
    if let NotePlace::Latest(_) = place {
        let back = color::paint(cursor, ctx)?;
        return Some(ColorSet { range: back.range, back: Some(back), ..ColorSet::default() });
    }
    color::set(cursor, ctx)
}

fn bad_position(cursor: Cursor<'_>, keyword: TextRange, ctx: &Context) -> diag::Diagnostic {
    let rest = cursor.rest();
    let word = rest.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    let forms =
        "a note is `note left of A`, `note right : text`, `note over A, B` or `note across`";
    let range =
        if word.is_empty() { keyword } else { cursor.range(cursor.pos, cursor.pos + word.len()) };
    let finding = ctx.at(MALFORMED_NOTE, range, "this note does not say where it goes");
    let near = match word {
        "on" | "at" | "above" => Some("over"),
        other => diag::nearest(other, POSITIONS.iter().map(|it| it.0)),
    };
    match near {
        Some(near) if !word.is_empty() => finding.with_hint(forms).with_fix(ctx.guess(
            format!("replace with `{near}`"),
            range,
            near,
        )),
        _ => finding.with_hint(forms),
    }
}

fn bad_tail(cursor: Cursor<'_>, place: NotePlace, ctx: &Context) -> diag::Diagnostic {
    let rest = cursor.rest();
    let range = cursor.rest_range();
    if rest.starts_with(',') && matches!(place, NotePlace::Over(..)) {
        return ctx
            .at(MALFORMED_NOTE, range, "a note stands over one or two participants")
            .with_hint("use `note over First, Last`, or `note across` for the whole width");
    }
    if rest.starts_with(',') {
        return ctx
            .at(MALFORMED_NOTE, range, "a note stands beside one participant")
            .with_hint("use `note over A, B` for two");
    }
    if rest.starts_with("<<") {
        return ctx
            .at(MISPLACED_SUFFIX, range, format!("`{rest}` stands in the wrong place"))
            .with_hint("a stereotype stands before the color");
    }
    if rest == "{" {
        return ctx
            .at(UNEXPECTED_TEXT, range, "a note has no braces")
            .with_hint("the lines of a note end with `end note`");
    }
    if rest.starts_with(is_code) && !rest.contains(':') && cursor.before().is_some_and(is_blank) {
        let at = cursor.range(cursor.pos, cursor.pos);
        return ctx
            .at(MISSING_COLON, range, format!("`{rest}` needs a colon before it to be a text"))
            .with_hint("a note is `note over A : text`, or lines of its own up to `end note`")
            .with_fix(ctx.guess("insert a colon", at, ": "));
    }
    let found = ctx
        .at(UNEXPECTED_TEXT, range, format!("`{rest}` does not belong to a note"))
        .with_hint("the text follows a colon, or stands on lines of its own up to `end note`");
    let is_over_one = matches!(place, NotePlace::Over(_, None));
    match slips::missing_comma(cursor, ctx).filter(|_| is_over_one) {
        Some(fix) => found.with_fix(fix),
        None => found,
    }
}

fn unclosed(cursor: Cursor<'_>, start: usize, ctx: &Context) -> diag::Diagnostic {
    let range = cursor.range(start, cursor.text().len());
    ctx.at(UNCLOSED_BLOCK, range, "this note has no `end note`")
        .with_hint("close it with a line `end note`, or write the text behind a colon")
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{NotePlace, NoteShape, NoteSide, StmtKind, Text};

    #[test]
    fn every_place_shape_and_suffix_is_taken() {
        accepts(&[
            "note left: x",
            "note top : x",
            "note right of \"A B\" : x",
            "note left A : x",
            "hnote over A, \"B c\" <<st>> #red [[u]] : x",
            "rnote across #line:red;back:blue;line.dashed\nx\nend note",
            "note <<st>> left of A : x",
            "/ note over A : x",
            "& note over A, B : x",
            "Note Over A: x",
            "note over A\nend note",
            "hnote over A\nx\nendrnote",
            "note over A #red;line:blue\nx\nEnd Note",
        ]);
    }

    #[test]
    fn places_are_typed() {
        let StmtKind::Note(it) = kind("hnote over A, B : x") else { panic!() };
        assert_eq!(it.shape, NoteShape::Hexagon);
        assert!(matches!(it.place, NotePlace::Over(_, Some(_))));
        let StmtKind::Note(it) = kind("note left of: x") else { panic!() };
        let NotePlace::Beside(NoteSide::Left, name) = it.place else { panic!() };
        assert_eq!(name.range.slice("note left of: x"), "of");
        let StmtKind::Note(it) = kind("A -> B\nnote right\n' gone\none\n\ntwo\nend note") else {
            panic!()
        };
        let Text::Lines(lines) = it.text else { panic!() };
        assert_eq!(lines.lines.len(), 3);
    }

    #[test]
    fn an_embedded_diagram_may_hold_end_note() {
        accepts(&["note over A\n{{\nnote over A\nend note\n}}\nend note"]);
    }

    #[test]
    fn broken_notes_say_what_is_missing() {
        refuses(&[
            ("note over A,B,C: x", "syntax/malformed-note"),
            ("note right of A, B : x", "syntax/malformed-note"),
            ("note lft of A : x", "syntax/malformed-note"),
            ("note accross : x", "syntax/malformed-note"),
            ("note \"x\" as N", "syntax/malformed-note"),
            ("note left of A #red <<st>> : x", "syntax/misplaced-suffix"),
            ("note over A {", "syntax/unexpected-text"),
            ("note over A B : x", "syntax/unexpected-text"),
            ("note over A #nosuch : x", "syntax/unknown-color"),
            ("note over A\ntext", "syntax/unclosed-block"),
            ("/ note left : x", "syntax/unexpected-text"),
        ]);
    }
}
