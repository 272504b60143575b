//! Elements of description diagrams among classes: `actor A`, `mix_actor A`, `rectangle R [ … ]`.

use puml_syntax::ast::{Lines, Name};
use puml_syntax::codes::UNCLOSED_BLOCK;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken, is_quote};

use super::{Read, name};
use crate::ast::{Declaration, EntityKind, StmtKind};

fn keyword(cursor: &mut Cursor<'_>) -> Option<EntityKind> {
    EntityKind::DESCRIBED.into_iter().find_map(|word| {
        let mut ahead = *cursor;
        let found = match word.strip_suffix('/') {
            Some(_) => ahead.eat_word(word),
            None => ahead.keyword(word),
        };
        (found && ahead.blanks()).then(|| {
            *cursor = ahead;
            EntityKind::Described(word)
        })
    })
}

/// `KEYWORD NAME …` on one line.
pub(super) fn element(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    cursor.eat_word("mix_");
    let Some(kind) = keyword(&mut cursor) else { return Err(Miss::Other) };
    let word = cursor.range(start, cursor.pos - 1);
    let Some(first) = enclosed(&mut cursor) else { return Err(Miss::Other) };
    let mut found = Declaration::bare(word, kind, first);
    let mut ahead = cursor;
    ahead.blanks();
    let stereotypes = grammar::stereotypes(&mut ahead);
    ahead.blanks();
    if ahead.keyword("as") && ahead.blanks() {
        let Some(code) = enclosed(&mut ahead).filter(|it| !it.quoted) else {
            return Err(Miss::Other);
        };
        found.code = code;
        found.shown = Some(first);
        found.stereotypes = stereotypes;
        cursor = ahead;
    }
    found.tags = grammar::tags(&mut cursor);
    cursor.blanks();
    found.stereotypes.extend(grammar::stereotypes(&mut cursor));
    found.tags.extend(grammar::tags(&mut cursor));
    cursor.blanks();
    found.link = grammar::link(&mut cursor);
    cursor.blanks();
    found.colors = color::lenient_set(&mut cursor, ctx);
    cursor.blanks();
    if cursor.at_end() { Ok(StmtKind::Declaration(Box::new(found))) } else { Err(Miss::Other) }
}

/// A word, a quoted name, `[x]`, `(x)` or `:x:`.
fn enclosed(cursor: &mut Cursor<'_>) -> Option<Name> {
    for (open, close) in [("[", ']'), ("(", ')'), (":", ':')] {
        let mut ahead = *cursor;
        if !ahead.eat(open) {
            continue;
        }
        let from = ahead.pos;
        if ahead.skip(|it| it != close) == 0 {
            continue;
        }
        let range = ahead.since(from);
        if ahead.peek() == Some(close) {
            ahead.advance(1);
            *cursor = ahead;
            return Some(Name { range, quoted: false });
        }
    }
    cursor.quoted().or_else(|| name::word(cursor))
}

/// `KEYWORD NAME [` lines `]`, or `KEYWORD NAME as "` lines `"`.
pub(super) fn long(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    let Some(kind) = keyword(&mut cursor) else { return Err(Miss::Other) };
    let word = cursor.range(start, cursor.pos - 1);
    let Some(code) = name::word(&mut cursor) else { return Err(Miss::Other) };
    let mut found = Declaration::bare(word, kind, code);
    let mut ahead = cursor;
    if ahead.blanks() && ahead.keyword("as") {
        ahead.blanks();
        let from = ahead.pos;
        if !ahead.peek().is_some_and(is_quote) || ahead.rest().matches(is_quote).count() != 1 {
            return Err(Miss::Other);
        }
        let first = ahead.range(from + 1, ahead.text().len());
        let Some(mut body) = quoted_lines(reader) else {
            return broken(ctx.at(UNCLOSED_BLOCK, word, "this text has no closing quote"));
        };
        if !first.is_empty() {
            body.lines.insert(0, first);
        }
        found.body = Some(body);
        return Ok(StmtKind::Declaration(Box::new(found)));
    }
    suffixes(&mut cursor, &mut found, ctx);
    if !cursor.eat("[") || !cursor.at_end() {
        return Err(Miss::Other);
    }
    let Some(body) = reader.body(Close::Bracket) else {
        return broken(ctx.at(UNCLOSED_BLOCK, word, "this text has no `]`"));
    };
    found.body = Some(with_last(body, 1));
    Ok(StmtKind::Declaration(Box::new(found)))
}

fn suffixes(cursor: &mut Cursor<'_>, found: &mut Declaration, ctx: &mut Context) {
    found.tags = grammar::tags(cursor);
    cursor.blanks();
    found.stereotypes.extend(grammar::stereotypes(cursor));
    found.tags.extend(grammar::tags(cursor));
    cursor.blanks();
    found.link = grammar::link(cursor);
    cursor.blanks();
    found.colors = color::lenient_set(cursor, ctx);
    cursor.blanks();
}

/// What stands before the closing bracket on its line belongs to the text.
fn with_last(mut body: Lines, sign: u32) -> Lines {
    if let Some(close) = body.close {
        let before = puml_syntax::TextRange::new(close.start, close.end - sign);
        if !before.is_empty() {
            body.lines.push(before);
        }
    }
    body
}

/// The lines up to one that ends in a quote.
fn quoted_lines(reader: &mut Reader<'_>) -> Option<Lines> {
    let text = reader.lines.text;
    let mut found = Lines::default();
    for at in reader.next..reader.stop {
        let line = reader.lines.all[at];
        let content = line.content.slice(text);
        if content.ends_with(is_quote) && content.matches(is_quote).count() == 1 {
            found.close = Some(line.content);
            reader.next = at + 1;
            let sign = content.chars().next_back().map_or(1, char::len_utf8);
            return Some(with_last(found, sign as u32));
        }
        if content.contains(is_quote) {
            return None;
        }
        found.lines.push(line.raw);
    }
    None
}
