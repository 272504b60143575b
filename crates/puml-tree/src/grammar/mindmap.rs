//! Lines of mind maps.

use puml_syntax::grammar::Rule;
use puml_syntax::{Context, Cursor, Miss, Read, Reader, Stage, TextRange, broken};

use super::node::{blanks, boxed_color, line_text, until_semicolon};
use crate::ast::{Direction, Node, Side, StmtKind};
use crate::codes::syntax::INDENTED_SIGN;

/// First match wins.
const RULES: [Rule<StmtKind>; 4] = [
    |cursor, _, _, _| direction(cursor),
    |cursor, _, ctx, reader| starred(cursor, ctx, reader),
    |cursor, _, ctx, reader| signed(cursor, ctx, reader),
    |cursor, _, _, _| side(cursor),
];

pub(crate) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read<StmtKind> {
    let hint = "a node is `* text`, one mark more for each level: `** child`; `- text` and `+ text` choose the side";
    super::statement(&RULES, hint, cursor, stage, ctx, reader)
}

/// `left to right direction` and `top to bottom direction`; the other two only set the side.
fn direction(mut cursor: Cursor<'_>) -> Read<StmtKind> {
    let found = if cursor.eat_word("left to right") {
        Direction::LeftToRight
    } else if cursor.eat_word("top to bottom") {
        Direction::TopToBottom
    } else {
        return Err(Miss::Other);
    };
    if cursor.blanks() && cursor.eat_word("direction") && cursor.at_end() {
        return Ok(StmtKind::Direction(found));
    }
    Err(Miss::Other)
}

/// `** text`, `## text`, and `**:text` over several lines.
fn starred(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<StmtKind> {
    let start = cursor.pos;
    if cursor.skip(|it| matches!(it, '*' | '#')) == 0 {
        return Err(Miss::Other);
    }
    let marks = cursor.since(start);
    let color = boxed_color(&mut cursor, ctx);
    let boxless = cursor.eat("_");
    let mut text = None;
    let mut blanks = blanks(reader);
    if cursor.peek() == Some(':') {
        let mut ahead = cursor;
        ahead.advance(1);
        text = until_semicolon(ahead, reader);
        if text.is_some() {
            // The depth of a node over several lines is its marks alone.
            blanks = 0;
        }
    }
    let (text, stereotypes) = text.unwrap_or_else(|| line_text(cursor, reader.lines.text));
    let node = Node { marks, blanks, color, boxless, side: None, code: None, text, stereotypes };
    Ok(StmtKind::Node(Box::new(node)))
}

/// `++ text` and `-- text`; `0 text` is their root.
fn signed(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &Reader<'_>) -> Read<StmtKind> {
    let start = cursor.pos;
    let zero = cursor.eat("0");
    if !zero && cursor.skip(|it| matches!(it, '+' | '-')) == 0 {
        return Err(Miss::Other);
    }
    let marks = cursor.since(start);
    if blanks(reader) > 0 {
        let line = reader.lines.all[reader.next - 1];
        let before = TextRange::new(line.raw.start, line.content.start);
        let finding = ctx
            .at(
                INDENTED_SIGN,
                marks,
                format!("`{}` stands at the start of its line", marks.slice(reader.lines.text)),
            )
            .with_fix(ctx.safe("remove the blanks before it", before, ""));
        return broken(finding);
    }
    let side = if zero {
        None
    } else if marks.slice(reader.lines.text).contains('-') {
        Some(Side::Left)
    } else {
        Some(Side::Right)
    };
    let color = boxed_color(&mut cursor, ctx);
    let boxless = cursor.eat("_");
    let (text, stereotypes) = line_text(cursor, reader.lines.text);
    let node = Node { marks, blanks: 0, color, boxless, side, code: None, text, stereotypes };
    Ok(StmtKind::Node(Box::new(node)))
}

/// Any line with a side and, after it, `side` or `direction`: the last side before that word counts.
fn side(cursor: Cursor<'_>) -> Read<StmtKind> {
    let text = cursor.text().to_ascii_lowercase();
    if text.contains(['*', '#']) {
        return Err(Miss::Other);
    }
    let end = ["side", "direction"].iter().filter_map(|it| text.rfind(it)).max();
    let before = &text[..end.ok_or(Miss::Other)?];
    // A word that `side` itself ends, as in `leftside`, is no side.
    let whole = before.ends_with(|it: char| !it.is_alphanumeric());
    let words: Vec<&str> = before.split(|it: char| !(it.is_alphanumeric() || it == '_')).collect();
    let words = if whole { &words[..] } else { &words[..words.len() - 1] };
    let found = words.iter().rev().find_map(|it| match *it {
        "left" | "top" => Some(Side::Left),
        "right" | "bottom" => Some(Side::Right),
        _ => None,
    });
    found.map(StmtKind::Side).ok_or(Miss::Other)
}
