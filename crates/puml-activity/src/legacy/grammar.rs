//! What a line of the older syntax may be.

mod link;
mod step;

use puml_graph::Direction;
use puml_syntax::ast::{NoteSide, Text};
use puml_syntax::codes::{MALFORMED_NOTE, UNCLOSED_BLOCK, UNKNOWN_STATEMENT};
use puml_syntax::grammar::{Rule, color, first_match, inert, shared_rules};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, Stage, broken, is_quote};

use super::ast::{Note, Partition, StmtKind};

type Read<T = StmtKind> = puml_syntax::Read<T>;

const RULES: [Rule<StmtKind>; 8] = [
    |cursor, _, _, _| direction(cursor),
    |cursor, _, ctx, _| partition(cursor, ctx),
    |cursor, _, _, _| close(cursor),
    |cursor, _, ctx, reader| note(cursor, ctx, reader),
    |cursor, _, ctx, _| link::branch(cursor, ctx),
    |cursor, _, _, _| link::branch_end(cursor),
    |cursor, _, ctx, reader| link::link(cursor, ctx, reader),
    |cursor, _, _, _| unused(cursor),
];

/// What a line is; where nothing fits, the finding of the construct that came furthest.
pub(super) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let mut furthest = None;
    for rules in [shared_rules().as_slice(), &RULES] {
        match first_match(rules, cursor, stage, ctx, reader) {
            Ok(kind) => return Ok(kind),
            Err(finding) => furthest = furthest.or(finding),
        }
    }
    let finding = furthest.unwrap_or_else(|| {
        let range = cursor.range(0, cursor.text().len());
        let message = "this line is no statement of an activity diagram in the older syntax";
        Box::new(
            ctx.at(UNKNOWN_STATEMENT, range, message)
                .with_hint("a line is a link `--> \"text\"`, an `if`, a `partition` or a note"),
        )
    });
    Err(Miss::Broken(finding))
}

fn direction(cursor: Cursor<'_>) -> Read {
    match cursor.text().to_ascii_lowercase().as_str() {
        "left to right direction" => Ok(StmtKind::Direction(Direction::Right)),
        "top to bottom direction" => Ok(StmtKind::Direction(Direction::Down)),
        _ => Err(Miss::Other),
    }
}

/// `hide`, `show`, `remove` and `restore` reach nothing here.
fn unused(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    let words = ["hide", "show", "remove", "restore"];
    if words.iter().any(|it| cursor.keyword(it)) && cursor.blanks() && !cursor.at_end() {
        return Ok(inert(cursor.since(start)));
    }
    Err(Miss::Other)
}

fn partition(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if !cursor.keyword("partition") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let mut colors = color::set(&mut cursor, ctx);
    cursor.blanks();
    let text = line.text().trim_end();
    let stop = text.strip_suffix('{').unwrap_or(text).trim_end().len().max(cursor.pos);
    let mut end = stop;
    if colors.is_none()
        && let Some(at) = text[cursor.pos..stop].rfind('#').map(|it| cursor.pos + it)
        && at > cursor.pos
    {
        let mut ahead = line;
        ahead.pos = at;
        if let Some(found) = color::set(&mut ahead, ctx)
            && ahead.rest().trim().trim_end_matches('{').trim().is_empty()
        {
            colors = Some(found);
            end = text[..at].trim_end().len();
        }
    }
    let (mut from, mut end) = (cursor.pos, end);
    let title = &line.text()[from..end];
    if title.is_empty() || title.contains(['{', '}']) {
        return Err(Miss::Other);
    }
    if title.starts_with(is_quote) && title.ends_with(is_quote) && title.chars().count() > 1 {
        from += title.chars().next().map_or(0, char::len_utf8);
        end -= title.chars().next_back().map_or(0, char::len_utf8);
    }
    Ok(StmtKind::Partition(Box::new(Partition { title: line.range(from, end), colors })))
}

fn close(mut cursor: Cursor<'_>) -> Read {
    if cursor.text() == "}" {
        return Ok(StmtKind::Close);
    }
    let found = cursor.eat_word("end") && {
        cursor.blanks();
        cursor.keyword("partition") && cursor.at_end()
    };
    if found { Ok(StmtKind::Close) } else { Err(Miss::Other) }
}

const SIDES: [(&str, NoteSide); 4] = [
    ("left", NoteSide::Left),
    ("right", NoteSide::Right),
    ("top", NoteSide::Top),
    ("bottom", NoteSide::Bottom),
];

fn note(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let line = cursor;
    if !cursor.keyword("note") {
        return Err(Miss::Other);
    }
    let keyword = line.range(0, cursor.pos);
    cursor.blanks();
    let side = cursor.one_of(&SIDES);
    cursor.blanks();
    let mut ahead = cursor;
    let on_link =
        (ahead.keyword("on") || ahead.keyword("of")) && ahead.blanks() && ahead.keyword("link");
    if on_link {
        cursor = ahead;
        cursor.blanks();
    }
    let side = if on_link { None } else { side };
    if side.is_none() && !on_link {
        let finding = ctx.at(MALFORMED_NOTE, keyword, "this note does not say where it goes");
        return broken(finding.with_hint("write `note right: text` or `note on link: text`"));
    }
    let colors = color::set(&mut cursor, ctx);
    cursor.blanks();
    if let Some(text) = cursor.colon_text() {
        return Ok(StmtKind::Note(Box::new(Note { side, colors, text: Text::Line(text) })));
    }
    if !cursor.at_end() {
        let finding = ctx
            .at(MALFORMED_NOTE, cursor.rest_range(), "this cannot follow here")
            .with_hint("a note stands at the last step; a text on the same line needs a colon");
        return broken(finding);
    }
    let Some(lines) = reader.body(Close::Note) else {
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, "this note has no `end note`"));
    };
    Ok(StmtKind::Note(Box::new(Note { side, colors, text: Text::Lines(lines) })))
}
