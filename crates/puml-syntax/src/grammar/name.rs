//! Names as declarations write them, alone or with the text that is shown instead.

use crate::ast::Name;
use crate::cursor::{Cursor, is_blank, is_code, is_quote};

/// A word: letters, digits, `_` and `.`.
pub fn word(cursor: &mut Cursor<'_>) -> Option<Name> {
    let start = cursor.pos;
    let is_part = |it: char| it != '@' && is_code(it);
    (cursor.skip(is_part) > 0).then(|| Name { range: cursor.since(start), quoted: false })
}

/// Anything without blanks, braces, angle brackets and quotes.
pub fn wide(cursor: &mut Cursor<'_>) -> Option<Name> {
    let start = cursor.pos;
    let is_part = |it: char| !is_blank(it) && !is_quote(it) && !matches!(it, '{' | '}' | '<' | '>');
    (cursor.skip(is_part) > 0).then(|| Name { range: cursor.since(start), quoted: false })
}

/// `A`, `"long"`, `"long" as A`, `A as "long"`: the code and what is shown.
pub fn declared(cursor: &mut Cursor<'_>) -> Option<(Name, Option<Name>)> {
    let first = cursor.quoted().or_else(|| wide(cursor))?;
    let mut ahead = *cursor;
    if !ahead.blanks() || !ahead.keyword("as") || !ahead.blanks() {
        return Some((first, None));
    }
    let second = if first.quoted { wide(&mut ahead) } else { ahead.quoted() };
    let Some(second) = second else { return Some((first, None)) };
    *cursor = ahead;
    Some(if first.quoted { (second, Some(first)) } else { (first, Some(second)) })
}
