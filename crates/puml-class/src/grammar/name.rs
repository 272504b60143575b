//! Names as declarations, links and notes write them, and what follows a name: generics, tags, outlines.

use puml_syntax::ast::{BorderStyle, ColorSet, Name, Stereotype};
use puml_syntax::codes::IGNORED_COLOR;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, TextRange, is_blank, is_code, is_quote};

use crate::ast::Outline;

fn is_chunk(it: char) -> bool {
    matches!(it, '_' | '$') || it != '.' && it != '@' && is_code(it)
}

fn is_joint(it: char) -> bool {
    !is_chunk(it)
        && !is_blank(it)
        && !is_quote(it)
        && !matches!(it, '#' | ':' | '{' | '}' | '<' | '>')
}

/// A word: letters, digits, `_` and `.`.
pub(super) fn word(cursor: &mut Cursor<'_>) -> Option<Name> {
    let start = cursor.pos;
    let is_part = |it: char| it != '@' && is_code(it);
    (cursor.skip(is_part) > 0).then(|| Name { range: cursor.since(start), quoted: false })
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

/// `A`, `"long"`, `"long" as A`, `A as "long"`: the code and what is shown.
pub(super) fn declared(cursor: &mut Cursor<'_>) -> Option<(Name, Option<Name>)> {
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

/// Anything without blanks, braces, angle brackets and quotes.
pub(super) fn wide(cursor: &mut Cursor<'_>) -> Option<Name> {
    let start = cursor.pos;
    let is_part = |it: char| !is_blank(it) && !is_quote(it) && !matches!(it, '{' | '}' | '<' | '>');
    (cursor.skip(is_part) > 0).then(|| Name { range: cursor.since(start), quoted: false })
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

/// `$one $two`.
pub(super) fn tags(cursor: &mut Cursor<'_>) -> Vec<TextRange> {
    let mut found = Vec::new();
    loop {
        let mut ahead = *cursor;
        ahead.blanks();
        if !ahead.eat("$") {
            return found;
        }
        let start = ahead.pos;
        let is_part =
            |it: char| !is_blank(it) && !is_quote(it) && !matches!(it, '{' | '}' | '<' | '>' | '$');
        if ahead.skip(is_part) == 0 {
            return found;
        }
        found.push(ahead.since(start));
        *cursor = ahead;
    }
}

/// `##[dashed]red`.
pub(super) fn outline(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Outline> {
    let mut ahead = *cursor;
    if !ahead.eat("##") {
        return None;
    }
    let words = [
        ("dashed", BorderStyle::Dashed),
        ("dotted", BorderStyle::Dotted),
        ("bold", BorderStyle::Bold),
    ];
    let style = if ahead.eat("[") { Some(ahead.one_of(&words)?) } else { None };
    if style.is_some() && !ahead.eat("]") {
        return None;
    }
    let from = ahead.pos;
    let color =
        (ahead.skip(color::is_word) > 0).then(|| color::resolve(ahead, from, ahead.pos, ctx));
    *cursor = ahead;
    Some(Outline { style, color })
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

/// Colours. In a list of them an unknown one is passed over.
pub(super) fn colors(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorSet> {
    let reported = ctx.diagnostics.len();
    let found = color::set(cursor, ctx)?;
    let is_list = found.back.is_none_or(|it| it.range != found.range);
    if is_list {
        for finding in &mut ctx.diagnostics[reported..] {
            (finding.code, finding.severity) = (IGNORED_COLOR, IGNORED_COLOR.severity);
        }
    }
    Some(found)
}
