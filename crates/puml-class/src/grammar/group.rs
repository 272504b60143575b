//! `package P {`, `namespace N {`, `rectangle R {`, `together {`, `}`.

use puml_syntax::ast::Name;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, Miss, is_blank, is_quote};

use super::{Read, declaration};
use crate::ast::{Group, GroupKind, StmtKind};

const KEYWORDS: [(&str, GroupKind); 18] = [
    ("package", GroupKind::Package),
    ("namespace", GroupKind::Namespace),
    ("rectangle", GroupKind::Rectangle),
    ("hexagon", GroupKind::Rectangle),
    ("node", GroupKind::Rectangle),
    ("artifact", GroupKind::Rectangle),
    ("folder", GroupKind::Package),
    ("file", GroupKind::Rectangle),
    ("frame", GroupKind::Rectangle),
    ("cloud", GroupKind::Rectangle),
    ("action", GroupKind::Rectangle),
    ("process", GroupKind::Rectangle),
    ("database", GroupKind::Rectangle),
    ("storage", GroupKind::Rectangle),
    ("component", GroupKind::Rectangle),
    ("card", GroupKind::Rectangle),
    ("queue", GroupKind::Rectangle),
    ("stack", GroupKind::Rectangle),
];

pub(super) fn group(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let mut group = Group {
        kind: GroupKind::Together,
        name: None,
        code: None,
        stereotypes: Vec::new(),
        tags: Vec::new(),
        link: None,
        colors: None,
    };
    if cursor.keyword("together") {
        cursor.blanks();
        return if cursor.eat("{") && cursor.at_end() {
            Ok(StmtKind::Group(Box::new(group)))
        } else {
            Err(Miss::Other)
        };
    }
    let Some(kind) = cursor.one_of(&KEYWORDS) else { return Err(Miss::Other) };
    group.kind = kind;
    cursor.blanks();
    if let Some(first) = cursor.quoted().or_else(|| bare(&mut cursor)) {
        cursor.blanks();
        group.stereotypes = grammar::stereotypes(&mut cursor);
        cursor.blanks();
        let mut ahead = cursor;
        let second = (ahead.keyword("as") && ahead.blanks())
            .then(|| ahead.quoted().or_else(|| bare(&mut ahead)))
            .flatten();
        (group.name, group.code) = match second {
            Some(second) if second.quoted => (Some(second), Some(first)),
            Some(second) => (Some(first), Some(second)),
            None => (Some(first), None),
        };
        if second.is_some() {
            cursor = ahead;
        }
    }
    group.tags = declaration::tags(&mut cursor);
    cursor.blanks();
    group.stereotypes.extend(grammar::stereotypes(&mut cursor));
    group.tags.extend(declaration::tags(&mut cursor));
    cursor.blanks();
    group.link = grammar::link(&mut cursor);
    cursor.blanks();
    group.colors = color::set(&mut cursor, ctx);
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
