//! Colours in sentences: a name or digits, with or without `#`. One that nobody knows is white in the reference.

use puml_syntax::grammar::color::is_word;
use puml_syntax::{Cursor, color as colors};

use crate::ast::Color;

/// Reads a colour; the cursor stays where there is none.
pub(super) fn color(cursor: &mut Cursor<'_>) -> Option<Color> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    ahead.eat("#");
    if ahead.skip(is_word) == 0 {
        return None;
    }
    *cursor = ahead;
    let text = &ahead.text()[start..ahead.pos];
    Some(Color { range: ahead.since(start), color: colors::parse_color(text) })
}

/// `fill` or `fill/line`.
pub(super) fn pair(cursor: &mut Cursor<'_>) -> Option<(Color, Option<Color>)> {
    let fill = color(cursor)?;
    let mut ahead = *cursor;
    if ahead.eat("/")
        && let Some(line) = color(&mut ahead)
    {
        *cursor = ahead;
        return Some((fill, Some(line)));
    }
    Some((fill, None))
}
