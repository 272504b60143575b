//! Names with their marks: `name`, `"name"`, `[name]`, `(name)/`, `:name:/`, `() name`; tags.

use puml_syntax::{Cursor, TextRange, is_blank, is_code, is_quote};

use crate::ast::{Code, Form};

/// What a bare name is made of.
pub(super) fn is_word(it: char) -> bool {
    is_code(it) && it != '@'
}

/// `name`.
pub(super) fn bare(cursor: &mut Cursor<'_>) -> Option<Code> {
    let start = cursor.pos;
    if cursor.skip(is_word) == 0 {
        return None;
    }
    let range = cursor.since(start);
    Some(Code { range, outer: range, form: Form::Bare })
}

/// `"name"`, the shortest one.
pub(super) fn quoted(cursor: &mut Cursor<'_>) -> Option<Code> {
    let start = cursor.pos;
    let name = cursor.quoted()?;
    Some(Code { range: name.range, outer: cursor.since(start), form: Form::Quoted })
}

/// Everything that may be one quoted name: it may hold quotes where what follows then makes sense.
pub(super) fn quoted_any(cursor: Cursor<'_>) -> impl Iterator<Item = (Code, Cursor<'_>)> {
    let open = cursor.peek().filter(|it| is_quote(*it)).map_or(0, char::len_utf8);
    let inner = cursor.pos + open;
    let text = cursor.text();
    let ends = text[inner..].char_indices().skip(1);
    let ends = ends.filter(move |it| open > 0 && is_quote(it.1));
    ends.map(move |(at, quote)| {
        let mut after = cursor;
        after.pos = inner + at + quote.len_utf8();
        let range = cursor.range(inner, inner + at);
        (Code { range, outer: after.since(cursor.pos), form: Form::Quoted }, after)
    })
}

/// `[name]`, `(name)`, `:name:`, the last two perhaps with a slash.
pub(super) fn marked(cursor: &mut Cursor<'_>) -> Option<Code> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    let (close, open): (char, &[char]) = match ahead.peek()? {
        '[' => (']', &['[', ']']),
        '(' => (')', &['(', ')']),
        ':' => (':', &[':']),
        _ => return None,
    };
    ahead.advance(1);
    let inner = ahead.pos;
    if ahead.skip(|it| !open.contains(&it)) == 0 || ahead.peek() != Some(close) {
        return None;
    }
    let range = ahead.since(inner);
    ahead.advance(1);
    let form = match close {
        ']' => Form::Brackets,
        ')' if ahead.eat("/") => Form::BusinessParens,
        ')' => Form::Parens,
        _ if ahead.eat("/") => Form::BusinessColons,
        _ => Form::Colons,
    };
    *cursor = ahead;
    Some(Code { range, outer: ahead.since(start), form })
}

/// `() name`, `() "name"`.
pub(super) fn circle(cursor: &mut Cursor<'_>) -> Option<Code> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    if !ahead.eat("()") {
        return None;
    }
    ahead.blanks();
    let name = quoted(&mut ahead).or_else(|| bare(&mut ahead))?;
    *cursor = ahead;
    Some(Code { range: name.range, outer: ahead.since(start), form: Form::Circle })
}

/// `$name $other`, with the blanks before them.
pub(super) fn tags(cursor: &mut Cursor<'_>) -> Vec<TextRange> {
    let mut found = Vec::new();
    loop {
        let mut ahead = *cursor;
        ahead.blanks();
        if !ahead.eat("$") {
            return found;
        }
        let start = ahead.pos;
        let is_tag =
            |it: char| !is_blank(it) && !is_quote(it) && !matches!(it, '{' | '}' | '<' | '>' | '$');
        if ahead.skip(is_tag) == 0 {
            return found;
        }
        found.push(ahead.since(start));
        *cursor = ahead;
    }
}
