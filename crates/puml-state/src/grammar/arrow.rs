//! `-->`, `-left[#red]->`, `x-->o `, `<--`: the lines between two states. All are solid and have one head.

use puml_graph::Side;
use puml_syntax::ast::LineStyle;
use puml_syntax::grammar::line_style;
use puml_syntax::{Cursor, is_blank};

use crate::ast::Arrow;

/// The longer of two words before the shorter.
const DIRECTIONS: [(&str, Side); 11] = [
    ("left", Side::Left),
    ("right", Side::Right),
    ("down", Side::Down),
    ("up", Side::Up),
    ("le", Side::Left),
    ("ri", Side::Right),
    ("do", Side::Down),
    ("l", Side::Left),
    ("r", Side::Right),
    ("u", Side::Up),
    ("d", Side::Down),
];

/// The ways to read an arrow that begins here, the one to try first in front. A letter behind an arrow may be a mark of
/// the arrow or the beginning of a name.
pub(super) fn arrows(cursor: Cursor<'_>) -> Vec<(Arrow, Cursor<'_>)> {
    let mut found = forward(cursor);
    if found.is_empty() {
        found = backward(cursor);
    }
    found
}

fn forward(cursor: Cursor<'_>) -> Vec<(Arrow, Cursor<'_>)> {
    let mut ahead = cursor;
    let cross = ahead.eat_word("x");
    // The dashes stand behind the left end here.
    if ahead.peek() != Some('-') {
        return Vec::new();
    }
    let Some(mut arrow) = body(&mut ahead) else { return Vec::new() };
    arrow.cross = cross;
    if !ahead.eat(">") {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut with = ahead;
    if with.eat_word("o") && with.peek().is_some_and(is_blank) {
        found.push((Arrow { circle: true, range: with.since(cursor.pos), ..arrow }, with));
    }
    found.push((Arrow { range: ahead.since(cursor.pos), ..arrow }, ahead));
    found
}

fn backward(cursor: Cursor<'_>) -> Vec<(Arrow, Cursor<'_>)> {
    let mut ahead = cursor;
    let circle = ahead.eat_word("o") && ahead.blanks();
    if !circle {
        ahead = cursor;
    }
    if !ahead.eat("<") {
        return Vec::new();
    }
    let Some(mut arrow) = body(&mut ahead) else { return Vec::new() };
    // The dashes stand before the right end here.
    if ahead.before() != Some('-') {
        return Vec::new();
    }
    (arrow.reversed, arrow.circle) = (true, circle);
    let mut found = Vec::new();
    let mut with = ahead;
    if with.eat_word("x") {
        found.push((Arrow { cross: true, range: with.since(cursor.pos), ..arrow }, with));
    }
    found.push((Arrow { range: ahead.since(cursor.pos), ..arrow }, ahead));
    found
}

/// Dashes, a style, a direction, a style, dashes; at least one dash.
fn body(cursor: &mut Cursor<'_>) -> Option<Arrow> {
    let mut style = LineStyle::default();
    let before = cursor.skip(|it| it == '-');
    line_style(cursor, &mut style);
    let direction = direction(cursor);
    line_style(cursor, &mut style);
    let length = before + cursor.skip(|it| it == '-');
    (length > 0).then(|| Arrow {
        range: cursor.rest_range(),
        reversed: false,
        length: length as u32,
        direction,
        style,
        cross: false,
        circle: false,
    })
}

fn direction(cursor: &mut Cursor<'_>) -> Option<Side> {
    DIRECTIONS.iter().find(|it| cursor.eat_word(it.0)).map(|it| it.1)
}
