//! Names as links write them, and what follows a name: generics, stereotypes.

use puml_syntax::ast::{Name, Stereotype};
pub(super) use puml_syntax::grammar::name::{declared, wide, word};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, TextRange, is_blank, is_code, is_quote};

fn is_chunk(it: char) -> bool {
    matches!(it, '_' | '$') || it != '.' && it != '@' && is_code(it)
}

fn is_joint(it: char) -> bool {
    !is_chunk(it)
        && !is_blank(it)
        && !is_quote(it)
        && !matches!(it, '#' | ':' | '{' | '}' | '<' | '>')
}

/// The names that may end a link here, the longest first. A name is chunks of letters and digits
/// joined by single other characters, so `a-b --> c` links `a-b` while `a-b` links `a` and `b`.
pub(super) fn ends(mut cursor: Cursor<'_>) -> Vec<(Name, Cursor<'_>)> {
    if let Some(name) = cursor.quoted() {
        return vec![(name, cursor)];
    }
    let start = cursor.pos;
    let mut found = Vec::new();
    if !joint(&mut cursor) && !cursor.peek().is_some_and(is_chunk) {
        return found;
    }
    while cursor.skip(is_chunk) > 0 {
        found.push((Name { range: cursor.since(start), quoted: false }, cursor));
        if !joint(&mut cursor) {
            break;
        }
    }
    found.reverse();
    found
}

/// One character between two chunks, `::` or two backslashes.
fn joint(cursor: &mut Cursor<'_>) -> bool {
    if cursor.eat("::") || cursor.eat("\\\\") {
        return true;
    }
    match cursor.peek().filter(|it| is_joint(*it)) {
        Some(it) => {
            cursor.advance(it.len_utf8());
            true
        }
        None => false,
    }
}

/// A name in a couple: chunks joined by `.`, `::` or backslashes, perhaps in quotes.
pub(super) fn chunked(cursor: &mut Cursor<'_>) -> Option<Name> {
    if let Some(name) = cursor.quoted() {
        return Some(name);
    }
    let start = cursor.pos;
    let mut last = None;
    while cursor.skip(is_chunk) > 0 {
        last = Some(*cursor);
        if !(cursor.eat("::") || cursor.eat("\\\\") || cursor.eat(".")) {
            break;
        }
    }
    *cursor = last?;
    Some(Name { range: cursor.since(start), quoted: false })
}

/// How deep angle brackets may nest in a generic.
const DEEPEST: u32 = 5;

/// `<T extends List<U>>`: the text inside.
pub(super) fn generic(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    if ahead.rest().starts_with("<<") || !ahead.eat("<") {
        return None;
    }
    let start = ahead.pos;
    let mut depth = 1_u32;
    let mut deepest = depth;
    let length = ahead.rest().find(|it| {
        depth = match it {
            '<' => depth + 1,
            '>' => depth - 1,
            _ => depth,
        };
        deepest = deepest.max(depth);
        depth == 0
    })?;
    if length == 0 || deepest > DEEPEST || ahead.rest()[..length].contains('/') {
        return None;
    }
    ahead.advance(length);
    let range = ahead.since(start);
    ahead.advance(1);
    *cursor = ahead;
    Some(range)
}

/// Stereotypes; the colour of a spot must be known.
pub(super) fn stereotypes(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Vec<Stereotype> {
    let before = cursor.pos;
    let found = grammar::stereotypes(cursor);
    for color in found.iter().filter_map(|it| it.spot?.color) {
        if color.paint.is_none() {
            let text = cursor.text()[before..].split([',', ')']).nth(1).unwrap_or_default();
            color::report_unknown(text.trim(), color.range, ctx);
        }
    }
    found
}
