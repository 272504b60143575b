//! `class A`, `interface "Long" as B <T> <<s>> #red extends C {`, `A : member`, `() I`, `<> d`.

use puml_syntax::ast::{BorderStyle, Name};
use puml_syntax::codes::{MISSING_ARGUMENT, UNCLOSED_BLOCK, UNEXPECTED_TEXT};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, TextRange, broken, is_blank, is_quote};

use super::Read;
use crate::ast::{Declaration, EntityKind, Member, Outline, StmtKind};

/// `A : text`, blanks on both sides of the colon.
pub(super) fn member(mut cursor: Cursor<'_>) -> Read {
    let Some(owner) = cursor.name() else { return Err(Miss::Other) };
    if !cursor.blanks() || !cursor.eat(":") || !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    Ok(StmtKind::Member(Member { owner, text: cursor.rest_range() }))
}

/// `() name` and `<> name`.
pub(super) fn symbol(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    let kind = if cursor.eat("()") {
        EntityKind::Circle
    } else if cursor.eat("<>") {
        EntityKind::Diamond
    } else {
        return Err(Miss::Other);
    };
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some((code, shown)) = names(&mut cursor) else { return Err(Miss::Other) };
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    let declaration = Declaration { code, shown, ..empty(keyword, kind, code) };
    Ok(StmtKind::Declaration(Box::new(declaration)))
}

fn empty(keyword: TextRange, kind: EntityKind, code: Name) -> Declaration {
    Declaration {
        keyword,
        kind,
        code,
        shown: None,
        generic: None,
        stereotypes: Vec::new(),
        tags: Vec::new(),
        link: None,
        colors: None,
        outline: None,
        extends: Vec::new(),
        implements: Vec::new(),
        body: None,
    }
}

/// A class-like element, with its body where it has one.
pub(super) fn declaration(
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    if cursor.peek().is_some_and(|it| matches!(it, '+' | '-' | '#' | '~')) {
        cursor.advance(1);
        cursor.blanks();
    }
    let start = cursor.pos;
    let Some(kind) = keyword(&mut cursor) else { return Err(Miss::Other) };
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some((code, shown)) = names(&mut cursor) else {
        let message = "a name or a quoted name must follow";
        return broken(ctx.at(MISSING_ARGUMENT, keyword, message));
    };
    let mut found = Declaration { shown, ..empty(keyword, kind, code) };
    cursor.blanks();
    found.generic = generic(&mut cursor);
    found.tags = tags(&mut cursor);
    cursor.blanks();
    found.stereotypes = grammar::stereotypes(&mut cursor);
    found.tags.extend(tags(&mut cursor));
    cursor.blanks();
    found.link = grammar::link(&mut cursor);
    cursor.blanks();
    if !cursor.rest().starts_with("##") {
        found.colors = color::set(&mut cursor, ctx);
        cursor.blanks();
    }
    found.outline = outline(&mut cursor, ctx);
    cursor.blanks();
    for (word, list) in [("extends", &mut found.extends), ("implements", &mut found.implements)] {
        if cursor.keyword(word) {
            cursor.blanks();
            *list = parents(&mut cursor);
            cursor.blanks();
        }
    }
    if cursor.at_end() {
        // A brace alone on the very next line opens the body.
        let next = reader.lines.all.get(reader.next).filter(|_| reader.next < reader.stop);
        if next.is_none_or(|it| it.content.slice(reader.lines.text) != "{") {
            return Ok(StmtKind::Declaration(Box::new(found)));
        }
        reader.advance();
    } else if cursor.eat("{") {
        cursor.blanks();
        if cursor.eat("}") && cursor.at_end() {
            return Ok(StmtKind::Declaration(Box::new(found)));
        }
        if !cursor.at_end() {
            let finding =
                ctx.at(UNEXPECTED_TEXT, cursor.rest_range(), "the body begins on the brace's line");
            return broken(
                finding.with_hint("each member stands on a line of its own, and so does the `}`"),
            );
        }
    } else {
        let finding = ctx.at(UNEXPECTED_TEXT, cursor.rest_range(), "this cannot follow here");
        return broken(finding.with_hint(
            "the order is: name, `<generic>`, `$tag`, `<<stereotype>>`, `[[link]]`, `#color`, `extends`, `implements`, `{`",
        ));
    }
    let Some(body) = reader.body(Close::Brace) else {
        let message = "this body has no `}` on a line of its own";
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, message));
    };
    found.body = Some(body);
    Ok(StmtKind::Declaration(Box::new(found)))
}

fn keyword(cursor: &mut Cursor<'_>) -> Option<EntityKind> {
    EntityKind::KEYWORDS.into_iter().find_map(|(words, kind)| {
        let mut ahead = *cursor;
        let mut all = words.split(' ');
        let found = all.next().is_some_and(|it| ahead.keyword(it))
            && all.all(|it| ahead.blanks() && ahead.keyword(it));
        found.then(|| {
            *cursor = ahead;
            kind
        })
    })
}

/// `A`, `"long"`, `"long" as A`, `A as "long"`.
pub(super) fn names(cursor: &mut Cursor<'_>) -> Option<(Name, Option<Name>)> {
    let first = cursor.quoted().or_else(|| wide(cursor))?;
    let mut ahead = *cursor;
    if !ahead.blanks() || !ahead.keyword("as") || !ahead.blanks() {
        return Some((first, None));
    }
    let second = if first.quoted { wide(&mut ahead) } else { ahead.quoted() }?;
    *cursor = ahead;
    Some(if first.quoted { (second, Some(first)) } else { (first, Some(second)) })
}

/// Anything without blanks, braces, angle brackets and quotes.
fn wide(cursor: &mut Cursor<'_>) -> Option<Name> {
    let start = cursor.pos;
    let is_part = |it: char| !is_blank(it) && !is_quote(it) && !matches!(it, '{' | '}' | '<' | '>');
    (cursor.skip(is_part) > 0).then(|| Name { range: cursor.since(start), quoted: false })
}

/// `<T extends List<U>>`: the text inside.
fn generic(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    if ahead.rest().starts_with("<<") || !ahead.eat("<") {
        return None;
    }
    let start = ahead.pos;
    let mut depth = 1_u32;
    let length = ahead.rest().find(|it| {
        depth = match it {
            '<' => depth + 1,
            '>' => depth - 1,
            _ => depth,
        };
        depth == 0
    })?;
    if length == 0 {
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
fn outline(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Outline> {
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

/// Names between commas, each perhaps with a generic; a quoted name.
fn parents(cursor: &mut Cursor<'_>) -> Vec<TextRange> {
    let mut found = Vec::new();
    loop {
        let start = cursor.pos;
        if let Some(name) = cursor.quoted() {
            found.push(name.range);
        } else {
            let is_part = |it: char| {
                !is_blank(it) && !is_quote(it) && !matches!(it, '{' | '}' | '<' | '>' | ',')
            };
            if cursor.skip(is_part) == 0 {
                return found;
            }
            found.push(cursor.since(start));
        }
        let mut ahead = *cursor;
        generic(&mut ahead);
        *cursor = ahead;
        ahead.blanks();
        if !ahead.eat(",") {
            return found;
        }
        ahead.blanks();
        *cursor = ahead;
    }
}
