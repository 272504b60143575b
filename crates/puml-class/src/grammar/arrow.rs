//! The lines between two names: bodies of `-`, `.` and `=`, heads at both ends, a style and a direction.

use puml_graph::{Head, Side};
use puml_syntax::ast::BorderStyle;
use puml_syntax::grammar::color;
use puml_syntax::{Context, Cursor, is_blank};

use crate::ast::Arrow;

/// Heads at the left end, the longer of two before the shorter.
const LEFT: [(&str, Head); 22] = [
    ("<||", Head::Redefines),
    ("<|:", Head::DefinedBy),
    ("<|", Head::Extension),
    ("<<", Head::Triangle),
    ("<_", Head::Arrow),
    ("<", Head::Arrow),
    ("^", Head::Extension),
    ("*", Head::Composition),
    ("o", Head::Aggregation),
    ("x", Head::Cross),
    ("0)", Head::CircleArc),
    ("0", Head::Circle),
    ("@", Head::Dot),
    (")", Head::Arc),
    ("#", Head::Square),
    ("+", Head::Plus),
    ("}o", Head::ZeroOrMany),
    ("}|", Head::OneOrMany),
    ("}", Head::Many),
    ("|o", Head::ZeroOrOne),
    ("||", Head::One),
    ("", Head::None),
];

/// Heads at the right end, the longer of two before the shorter.
const RIGHT: [(&str, Head); 24] = [
    ("||>", Head::Redefines),
    (":|>", Head::DefinedBy),
    ("|>", Head::Extension),
    (">>", Head::Triangle),
    ("_>", Head::Arrow),
    (">", Head::Arrow),
    ("^", Head::Extension),
    ("*", Head::Composition),
    ("o{", Head::ZeroOrMany),
    ("o|", Head::ZeroOrOne),
    ("o", Head::Aggregation),
    ("x", Head::Cross),
    ("(0", Head::CircleArc),
    ("0", Head::Circle),
    ("@", Head::Dot),
    ("(", Head::Arc),
    ("#", Head::Square),
    ("+", Head::Plus),
    ("|{", Head::OneOrMany),
    ("{", Head::Many),
    ("||", Head::One),
    ("\\\\", Head::HalfUpper),
    ("//", Head::HalfLower),
    ("", Head::None),
];

const DIRECTIONS: [(&str, Side); 12] = [
    ("left", Side::Left),
    ("right", Side::Right),
    ("up", Side::Up),
    ("down", Side::Down),
    ("le", Side::Left),
    ("ri", Side::Right),
    ("do", Side::Down),
    ("l", Side::Left),
    ("r", Side::Right),
    ("u", Side::Up),
    ("d", Side::Down),
    ("", Side::Down),
];

/// An arrow, if one begins here.
pub(super) fn arrow(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Arrow> {
    let start = cursor.pos;
    for (sign, head) in LEFT {
        let mut ahead = *cursor;
        // A letter that touches the name before it belongs to the name.
        if sign.starts_with(['o', 'x'])
            && ahead.before().is_some_and(|it| !is_blank(it) && it != '"')
        {
            continue;
        }
        if ahead.eat(sign)
            && let Some(mut arrow) = rest(&mut ahead, ctx)
        {
            arrow.left = head;
            arrow.range = ahead.since(start);
            *cursor = ahead;
            return Some(arrow);
        }
    }
    None
}

fn is_body(it: char) -> bool {
    matches!(it, '-' | '.' | '=')
}

/// Everything behind the left head.
fn rest(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Arrow> {
    let mut arrow = Arrow {
        range: cursor.rest_range(),
        left: Head::None,
        right: Head::None,
        length: 0,
        direction: None,
        dashed: false,
        color: None,
        style: None,
        thickness: None,
        hidden: false,
        free: false,
    };
    body(cursor, &mut arrow)?;
    let styled = style(cursor, &mut arrow, ctx)?;
    let mut ahead = *cursor;
    let direction = direction(&mut ahead);
    let before = ahead;
    // A direction stands between two bodies; otherwise its letters belong to the name behind.
    if direction.is_some() {
        let mut with = arrow;
        if (styled || style(&mut ahead, &mut with, ctx).is_some())
            && body(&mut ahead, &mut with).is_some()
        {
            with.direction = direction;
            arrow = with;
            *cursor = ahead;
        }
    } else {
        ahead = before;
        let mut with = arrow;
        if body(&mut ahead, &mut with).is_some() {
            arrow = with;
            *cursor = ahead;
        }
    }
    let (sign, head) = RIGHT.into_iter().find(|(sign, _)| fits(*cursor, sign))?;
    cursor.eat(sign);
    arrow.right = head;
    Some(arrow)
}

/// Whether a head stands here; a letter needs a boundary behind it.
fn fits(mut cursor: Cursor<'_>, sign: &str) -> bool {
    if !cursor.eat(sign) {
        return false;
    }
    let is_letter = sign.ends_with(|it: char| it.is_ascii_alphanumeric());
    !is_letter || cursor.peek().is_none_or(|it| is_blank(it) || it == '"')
}

fn body(cursor: &mut Cursor<'_>, arrow: &mut Arrow) -> Option<()> {
    let from = cursor.pos;
    let length = cursor.skip(is_body);
    arrow.length += length as u32;
    arrow.dashed |= cursor.text()[from..cursor.pos].contains('.');
    (length > 0).then_some(())
}

fn direction(cursor: &mut Cursor<'_>) -> Option<Side> {
    let (word, side) = DIRECTIONS.into_iter().find(|(word, _)| cursor.eat_word(word))?;
    (!word.is_empty()).then_some(side)
}

/// `[#red,dashed]`: whether one stands here; nothing for one that is broken.
fn style(cursor: &mut Cursor<'_>, arrow: &mut Arrow, ctx: &mut Context) -> Option<bool> {
    let mut ahead = *cursor;
    if !ahead.eat("[") {
        return Some(false);
    }
    loop {
        let from = ahead.pos;
        if ahead.skip(|it| !matches!(it, ',' | ']' | '[' | ';') && !is_blank(it)) == 0 {
            return None;
        }
        let word = &ahead.text()[from..ahead.pos];
        if word.starts_with('#') {
            let mut at = *cursor;
            at.pos = from;
            arrow.color = color::single(&mut at, ctx).filter(|_| at.pos == ahead.pos);
            arrow.color?;
        } else {
            match word.to_ascii_lowercase().as_str() {
                "dotted" => arrow.style = Some(BorderStyle::Dotted),
                "dashed" => arrow.style = Some(BorderStyle::Dashed),
                "bold" => arrow.style = Some(BorderStyle::Bold),
                "hidden" => arrow.hidden = true,
                "norank" => arrow.free = true,
                "plain" | "single" | "node" => {}
                other => arrow.thickness = Some(other.strip_prefix("thickness=")?.parse().ok()?),
            }
        }
        if ahead.eat("]") {
            *cursor = ahead;
            return Some(true);
        }
        if !ahead.eat(",") {
            return None;
        }
    }
}
