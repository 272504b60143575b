//! The line of a link: a body of `-`, `.`, `=`, `~`, heads at both ends, styles, a direction, a circle in its middle.

use puml_graph::signs::{DIRECTIONS, LEFT_HEADS, RIGHT_HEADS};
use puml_graph::{Head, LineStyle, Middle, Side};
use puml_syntax::ast::ColorRef;
use puml_syntax::grammar::color;
use puml_syntax::{Cursor, is_blank};

use super::name::is_word;
use crate::ast::{Arrow, ArrowStyle, Body};

/// Every arrow that may begin here, in the reference's order: heads at the left may be part of a name and heads at the
/// right may be the marks of one, so that what follows decides.
pub(super) fn arrows(cursor: Cursor<'_>) -> Vec<(Arrow, Cursor<'_>)> {
    let mut found = Vec::new();
    let start = cursor.pos;
    for (sign, left) in LEFT_HEADS {
        let mut ahead = cursor;
        // `o` needs a blank before it: otherwise it belongs to the name.
        if sign == "o" && !ahead.before().is_some_and(|it| is_blank(it) || it == '"') {
            continue;
        }
        if !ahead.eat(sign) {
            continue;
        }
        let Some(arrow) = body(&mut ahead, left) else { continue };
        for (sign, right) in RIGHT_HEADS {
            let mut end = ahead;
            if !end.eat(sign) || sign == "o" && end.peek().is_some_and(is_word) {
                continue;
            }
            let arrow = Arrow { right, range: end.since(start), ..arrow.clone() };
            found.push((arrow, end));
        }
    }
    found
}

fn is_body(it: char) -> bool {
    matches!(it, '-' | '.' | '=' | '~')
}

/// Everything behind the left head and before the right one.
fn body(cursor: &mut Cursor<'_>, left: Head) -> Option<Arrow> {
    let first = run(cursor)?;
    let style = list(cursor, &[',', ';']);
    let direction = direction(cursor);
    let middle = middle(cursor);
    let second = list(cursor, &[',']);
    // Where both are given the first counts.
    let style = style.or(second);
    let rest = run(cursor).unwrap_or("");
    let signs = [first, rest];
    let has = |sign: char| signs.iter().any(|it| it.contains(sign));
    let body = if has('.') {
        Body::Dashed
    } else if has('~') {
        Body::Dotted
    } else if has('=') {
        Body::Bold
    } else {
        Body::Solid
    };
    Some(Arrow {
        range: cursor.rest_range(),
        left,
        right: Head::None,
        length: signs.iter().map(|it| it.len() as u32).sum(),
        direction,
        middle,
        body,
        style: style.unwrap_or_default(),
    })
}

fn run<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let from = cursor.pos;
    (cursor.skip(is_body) > 0).then(|| &cursor.text()[from..cursor.pos])
}

/// A direction, which must be followed by what can go on an arrow; otherwise its letters belong to a name.
fn direction(cursor: &mut Cursor<'_>) -> Option<Side> {
    let (_, side, after) = DIRECTIONS.into_iter().find_map(|(word, side)| {
        let mut ahead = *cursor;
        let goes_on = |it: char| is_body(it) || matches!(it, '0' | '(' | ')' | '[');
        let found = !word.is_empty() && ahead.eat_word(word) && ahead.peek().is_some_and(goes_on);
        found.then_some((word, side, ahead))
    })?;
    *cursor = after;
    Some(side)
}

const MIDDLES: [(&str, Middle); 4] = [
    ("(0)", Middle::Circled),
    ("(0", Middle::ArcLeft),
    ("0)", Middle::ArcRight),
    ("0", Middle::Circle),
];

fn middle(cursor: &mut Cursor<'_>) -> Middle {
    for (sign, middle) in MIDDLES {
        let mut ahead = *cursor;
        if ahead.eat(sign) && ahead.peek().is_some_and(is_body) {
            *cursor = ahead;
            return middle;
        }
    }
    Middle::None
}

/// `[#red;#blue,dashed]`, if one stands here and is closed.
fn list(at: &mut Cursor<'_>, separators: &[char]) -> Option<ArrowStyle> {
    let mut cursor = *at;
    if !cursor.eat("[") {
        return None;
    }
    let mut style = ArrowStyle::default();
    loop {
        let from = cursor.pos;
        if cursor.skip(|it| !matches!(it, ',' | ']' | '[' | ';') && !is_blank(it)) == 0 {
            return None;
        }
        let word = &cursor.text()[from..cursor.pos];
        if let Some(name) = word.strip_prefix('#') {
            if name.is_empty() || !name.chars().all(color::is_word) {
                return None;
            }
            // The reference paints a line of an unknown colour like any other, so nothing is reported.
            let paint = puml_syntax::color::parse(word);
            style.colors.push(ColorRef { range: cursor.since(from), paint });
        } else {
            match word.to_ascii_lowercase().as_str() {
                "dotted" => style.line = Some(LineStyle::Dotted),
                "dashed" => style.line = Some(LineStyle::Dashed),
                "bold" => style.line = Some(LineStyle::Bold),
                "hidden" => style.hidden = true,
                "norank" => style.free = true,
                "single" => style.single = true,
                "plain" => style.line = Some(LineStyle::Solid),
                "node" => {}
                other => style.thickness = Some(other.strip_prefix("thickness=")?.parse().ok()?),
            }
        }
        if cursor.eat("]") {
            *at = cursor;
            return Some(style);
        }
        let next = cursor.peek().filter(|it| separators.contains(it))?;
        cursor.advance(next.len_utf8());
    }
}
