//! `package P {`, `namespace N {`, `rectangle R {`, `together {`, `}`.

use puml_syntax::ast::Name;
use puml_syntax::codes::MISSING_ARGUMENT;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, Miss, Reader, broken, is_blank, is_code, is_quote};

use super::{Read, declaration, name};
use crate::ast::{Group, GroupKind, StmtKind};

/// The elements of description diagrams that may hold others.
const DESCRIBED: [&str; 17] = [
    "package",
    "rectangle",
    "hexagon",
    "node",
    "artifact",
    "folder",
    "file",
    "frame",
    "cloud",
    "action",
    "process",
    "database",
    "storage",
    "component",
    "card",
    "queue",
    "stack",
];

fn empty(kind: GroupKind) -> Group {
    Group {
        kind,
        visibility: None,
        name: None,
        code: None,
        stereotypes: Vec::new(),
        tags: Vec::new(),
        link: None,
        colors: None,
    }
}

pub(super) fn together(mut cursor: Cursor<'_>) -> Read {
    if !cursor.eat_word("together") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if cursor.eat("{") && cursor.at_end() {
        Ok(StmtKind::Group(Box::new(empty(GroupKind::Together))))
    } else {
        Err(Miss::Other)
    }
}

/// `[+] package NAME [as CODE] … {`, the brace perhaps alone on the next line.
pub(super) fn package(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let mut group = empty(GroupKind::Package);
    group.visibility = declaration::mark(&mut cursor);
    let start = cursor.pos;
    if !cursor.keyword("package") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    if !cursor.blanks() && cursor.peek() != Some('{') {
        return Err(Miss::Other);
    }
    let Some(shown) = cursor.quoted().or_else(|| loose(&mut cursor)) else {
        let finding = ctx.at(MISSING_ARGUMENT, keyword, "this package has no name");
        return broken(finding.with_hint("write `package Name {`"));
    };
    group.name = Some(shown);
    let mut ahead = cursor;
    if ahead.blanks() && ahead.keyword("as") && ahead.blanks() {
        let Some(code) = name::word(&mut ahead) else { return Err(Miss::Other) };
        group.code = Some(code);
        cursor = ahead;
    }
    suffixes(&mut cursor, &mut group, ctx);
    finish(cursor, group, Some(reader))
}

/// Tags, stereotypes, an address, colours.
fn suffixes(cursor: &mut Cursor<'_>, group: &mut Group, ctx: &mut Context) {
    group.tags.extend(grammar::tags(cursor));
    cursor.blanks();
    group.stereotypes.extend(grammar::stereotypes(cursor));
    group.tags.extend(grammar::tags(cursor));
    cursor.blanks();
    group.link = grammar::link(cursor);
    cursor.blanks();
    group.colors = color::lenient_set(cursor, ctx);
    cursor.blanks();
}

fn finish(mut cursor: Cursor<'_>, group: Group, reader: Option<&mut Reader<'_>>) -> Read {
    if cursor.at_end()
        && let Some(reader) = reader
    {
        let next = reader.lines.all.get(reader.next).filter(|_| reader.next < reader.stop);
        if next.is_some_and(|it| it.content.slice(reader.lines.text) == "{") {
            reader.advance();
            return Ok(StmtKind::Group(Box::new(group)));
        }
    }
    if cursor.eat("{") && cursor.at_end() {
        return Ok(StmtKind::Group(Box::new(group)));
    }
    Err(Miss::Other)
}

/// `package NAME [as CODE] [#color] { }` on one line.
pub(super) fn empty_package(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.keyword("package") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let mut group = empty(GroupKind::Package);
    group.name = cursor.quoted().or_else(|| bare(&mut cursor));
    if group.name.is_none() {
        return Err(Miss::Other);
    }
    let mut ahead = cursor;
    if ahead.blanks() && ahead.keyword("as") && ahead.blanks() {
        let Some(code) = name::word(&mut ahead) else { return Err(Miss::Other) };
        group.code = Some(code);
        cursor = ahead;
    }
    cursor.blanks();
    let from = cursor.pos;
    cursor.eat("#");
    if cursor.skip(color::is_word) > 0 {
        let back = color::resolve(cursor, from, cursor.pos, ctx);
        group.colors = Some(puml_syntax::ast::ColorSet {
            range: back.range,
            back: Some(back),
            ..puml_syntax::ast::ColorSet::default()
        });
    }
    cursor.blanks();
    let is_empty = cursor.eat("{") && {
        cursor.blanks();
        cursor.eat("}") && cursor.at_end()
    };
    if is_empty { Ok(StmtKind::EmptyGroup(Box::new(group))) } else { Err(Miss::Other) }
}

/// `namespace NAME … {`, `namespace "long" as NAME … {`, `namespace NAME … { }`.
pub(super) fn namespace(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.keyword("namespace") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let mut group = empty(GroupKind::Namespace);
    let mut ahead = cursor;
    if let Some(shown) = ahead.quoted() {
        if !ahead.blanks() || !ahead.keyword("as") || !ahead.blanks() {
            return Err(Miss::Other);
        }
        let Some(code) = namespace_name(&mut ahead) else { return Err(Miss::Other) };
        (group.name, group.code) = (Some(shown), Some(code));
        cursor = ahead;
    } else {
        let Some(code) = namespace_name(&mut cursor) else { return Err(Miss::Other) };
        group.name = Some(code);
    }
    cursor.blanks();
    group.stereotypes = grammar::stereotypes(&mut cursor);
    cursor.blanks();
    group.link = grammar::link(&mut cursor);
    cursor.blanks();
    group.colors = color::lenient_set(&mut cursor, ctx);
    cursor.blanks();
    if !cursor.eat("{") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if cursor.at_end() {
        return Ok(StmtKind::Group(Box::new(group)));
    }
    if cursor.eat("}") && cursor.at_end() {
        return Ok(StmtKind::EmptyGroup(Box::new(group)));
    }
    Err(Miss::Other)
}

fn namespace_name(cursor: &mut Cursor<'_>) -> Option<Name> {
    let start = cursor.pos;
    let is_letter = |it: char| it != '.' && it != '@' && is_code(it);
    if !cursor.peek().is_some_and(is_letter) {
        return None;
    }
    cursor.skip(|it| is_letter(it) || matches!(it, '-' | '.' | ':' | '\\' | '/'));
    Some(Name { range: cursor.since(start), quoted: false })
}

/// `node NAME … {` and its like.
pub(super) fn described(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let Some(word) = DESCRIBED.into_iter().find(|it| cursor.keyword(it)) else {
        return Err(Miss::Other);
    };
    let kind = if word == "package" { GroupKind::Package } else { GroupKind::Described(word) };
    let mut group = empty(kind);
    cursor.blanks();
    if kind == GroupKind::Package && cursor.peek() == Some('{') {
        return Err(Miss::Other);
    }
    if let Some(first) = cursor.quoted().or_else(|| bare(&mut cursor)) {
        cursor.blanks();
        group.stereotypes = grammar::stereotypes(&mut cursor);
        cursor.blanks();
        let mut ahead = cursor;
        let second = (ahead.keyword("as") && ahead.blanks())
            .then(|| ahead.quoted().or_else(|| bare(&mut ahead)))
            .flatten();
        (group.name, group.code) = match second {
            Some(second) if second.quoted && !first.quoted => (Some(second), Some(first)),
            Some(second) => (Some(first), Some(second)),
            None => (Some(first), None),
        };
        if second.is_some() {
            cursor = ahead;
        }
    }
    suffixes(&mut cursor, &mut group, ctx);
    finish(cursor, group, None)
}

/// A name of a package: anything without blanks, `#` and braces.
fn loose(cursor: &mut Cursor<'_>) -> Option<Name> {
    if cursor.rest().starts_with("<<") || cursor.rest().starts_with('$') {
        return None;
    }
    let start = cursor.pos;
    let is_part = |it: char| !is_blank(it) && !matches!(it, '{' | '}' | '#' | '<');
    (cursor.skip(is_part) > 0).then(|| Name { range: cursor.since(start), quoted: false })
}

/// A name without blanks, colours and braces.
fn bare(cursor: &mut Cursor<'_>) -> Option<Name> {
    let start = cursor.pos;
    let is_part = |it: char| {
        !is_blank(it) && !is_quote(it) && !matches!(it, '{' | '}' | '#' | '<' | '>' | '$')
    };
    (cursor.skip(is_part) > 0).then(|| Name { range: cursor.since(start), quoted: false })
}

pub(super) fn close(cursor: Cursor<'_>) -> Read {
    if cursor.text() == "}" { Ok(StmtKind::Close) } else { Err(Miss::Other) }
}
