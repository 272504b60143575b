//! The lines between two names: bodies of `-`, `.` and `=`, heads at both ends, a style, a direction and a circle.

use puml_graph::{Head, Middle, Side};
use puml_syntax::ast::{BorderStyle, ColorRef};
use puml_syntax::grammar::color;
use puml_syntax::{Cursor, is_blank, is_quote};

use crate::ast::{Arrow, Wishes};

/// Heads at the left end, the longer of two before the shorter.
const LEFT: [(&str, Head); 23] = [
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
    ("//", Head::HalfLower),
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

/// The longer of two before the shorter: the reference takes what it can get.
const DIRECTIONS: [(&str, Side); 11] = [
    ("left", Side::Left),
    ("right", Side::Right),
    ("up", Side::Up),
    ("down", Side::Down),
    ("le", Side::Left),
    ("l", Side::Left),
    ("ri", Side::Right),
    ("r", Side::Right),
    ("u", Side::Up),
    ("do", Side::Down),
    ("d", Side::Down),
];

const MIDDLES: [(&str, Middle); 4] = [
    ("(0)", Middle::Circled),
    ("(0", Middle::ArcLeft),
    ("0)", Middle::ArcRight),
    ("0", Middle::Circle),
];

/// The arrows that may stand here with what follows each, the likeliest first; none where no arrow begins.
pub(super) fn arrows(cursor: Cursor<'_>) -> Vec<(Arrow, Cursor<'_>)> {
    let mut found = Vec::new();
    for (sign, head) in LEFT {
        let mut ahead = cursor;
        // A letter that touches the name before it belongs to the name.
        let is_letter = sign.starts_with(['o', 'x']);
        if is_letter && ahead.before().is_some_and(|it| !is_blank(it)) {
            continue;
        }
        if !ahead.eat_word(sign) || !ahead.peek().is_some_and(is_body) {
            continue;
        }
        bodies(ahead, &mut |mut arrow, after| {
            arrow.left = head;
            arrow.range = after.since(cursor.pos);
            found.push((arrow, after));
        });
        break;
    }
    found
}

pub(super) fn is_body(it: char) -> bool {
    matches!(it, '-' | '.' | '=')
}

/// Every reading of what stands behind the left head.
fn bodies<'a>(mut cursor: Cursor<'a>, found: &mut impl FnMut(Arrow, Cursor<'a>)) {
    let mut arrow = Arrow {
        range: cursor.rest_range(),
        left: Head::None,
        right: Head::None,
        length: 0,
        direction: None,
        middle: Middle::None,
        dashed: false,
        color: None,
        style: None,
        thickness: None,
        wishes: Wishes::default(),
        swallowed: None,
    };
    if body(&mut cursor, &mut arrow).is_none() {
        return;
    }
    let mut styled = arrow;
    let mut behind = cursor;
    let first = style(&mut behind, &mut styled);
    if first == Some(true) {
        second_half(styled, behind, Styled::Already, found);
        return;
    }
    second_half(arrow, cursor, Styled::Perhaps, found);
}

/// Whether an arrow has its style in brackets already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Styled {
    Already,
    Perhaps,
}

/// What follows the first body and its style: a direction, a circle, a style, a second body, a head.
fn second_half<'a>(
    arrow: Arrow,
    cursor: Cursor<'a>,
    styled: Styled,
    found: &mut impl FnMut(Arrow, Cursor<'a>),
) {
    let mut ahead = cursor;
    if let Some((_, side)) = DIRECTIONS.into_iter().find(|(word, _)| ahead.eat_word(word)) {
        let word = ahead.since(cursor.pos);
        let is_glued =
            ahead.peek().is_some_and(|it| it.is_alphanumeric() || matches!(it, '_' | '$'));
        let mut directed = arrow;
        directed.direction = Some(side);
        if is_glued || ahead.at_end() {
            // The letters belong to the name, which the reference cuts short.
            let swallowed = Arrow { swallowed: Some(word), ..arrow };
            tail(swallowed, cursor, styled, found);
            return;
        }
        tail(directed, ahead, styled, found);
    }
    tail(arrow, cursor, styled, found);
}

fn tail<'a>(
    mut arrow: Arrow,
    mut cursor: Cursor<'a>,
    styled: Styled,
    found: &mut impl FnMut(Arrow, Cursor<'a>),
) {
    for (sign, middle) in MIDDLES {
        let mut ahead = cursor;
        if ahead.eat(sign) && ahead.peek().is_some_and(|it| is_body(it) || it == '[') {
            arrow.middle = middle;
            cursor = ahead;
            break;
        }
    }
    let mut again = arrow;
    let mut behind = cursor;
    if style(&mut behind, &mut again) == Some(true) {
        // Of two styles the first counts.
        arrow = if styled == Styled::Already { arrow } else { again };
        cursor = behind;
    }
    body(&mut cursor, &mut arrow);
    for (sign, head) in RIGHT {
        let mut ahead = cursor;
        if !ahead.eat_word(sign) {
            continue;
        }
        let is_letter = sign.ends_with(|it: char| it.is_ascii_alphanumeric());
        let is_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$');
        if is_letter && ahead.peek().is_some_and(is_name) {
            if sign != "o" && sign != "(0" && arrow.swallowed.is_none() {
                arrow.swallowed = Some(ahead.since(cursor.pos));
            }
            continue;
        }
        let swallowed = arrow.swallowed.filter(|_| head == Head::None);
        found(Arrow { right: head, swallowed, ..arrow }, ahead);
    }
}

fn body(cursor: &mut Cursor<'_>, arrow: &mut Arrow) -> Option<()> {
    let from = cursor.pos;
    let length = cursor.skip(is_body);
    arrow.length += length as u32;
    arrow.dashed |= cursor.text()[from..cursor.pos].contains('.');
    (length > 0).then_some(())
}

/// `[#red,dashed]`: whether one stands here; nothing for one that is broken.
fn style(cursor: &mut Cursor<'_>, arrow: &mut Arrow) -> Option<bool> {
    let mut ahead = *cursor;
    if !ahead.eat("[") {
        return Some(false);
    }
    loop {
        let from = ahead.pos;
        let is_part = |it: char| !matches!(it, ',' | ']' | '[' | ';') && !is_blank(it);
        if ahead.skip(|it| is_part(it) && !is_quote(it)) == 0 {
            return None;
        }
        let word = &ahead.text()[from..ahead.pos];
        if let Some(name) = word.strip_prefix('#') {
            if name.is_empty() || !name.chars().all(color::is_word) {
                return None;
            }
            let paint = puml_syntax::color::parse(word);
            arrow.color = Some(ColorRef { range: ahead.since(from), paint });
        } else {
            match word.to_ascii_lowercase().as_str() {
                "dotted" => arrow.style = Some(BorderStyle::Dotted),
                "dashed" => arrow.style = Some(BorderStyle::Dashed),
                "bold" => arrow.style = Some(BorderStyle::Bold),
                "hidden" => arrow.wishes.hidden = true,
                "norank" => arrow.wishes.free = true,
                "single" => arrow.wishes.single = true,
                "plain" | "node" => {}
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
