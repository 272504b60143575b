//! `A "1" <|-- "*" B #red [[url]] <<s>> : label`.

use puml_syntax::ast::Name;
use puml_syntax::codes::MISSING_ARGUMENT;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, Miss, TextRange, broken, is_blank, is_quote};

use super::{Read, arrow};
use crate::ast::{Link, StmtKind};

pub(super) fn link(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let ends = ends(cursor);
    let mut empty = None;
    for (name, after) in ends {
        let reported = ctx.diagnostics.len();
        match from_left(name, after, ctx) {
            Ok(link) => return Ok(StmtKind::Link(Box::new(link))),
            Err(label) => {
                ctx.diagnostics.truncate(reported);
                empty = empty.or(label);
            }
        }
    }
    match empty {
        Some(range) => {
            broken(
                ctx.at(MISSING_ARGUMENT, range, "the label of this link is empty")
                    .with_fix(ctx.safe("remove the colon", range, "")),
            )
        }
        None => Err(Miss::Other),
    }
}

/// The names that may end a link here, the longest first. A name is chunks of letters and digits
/// joined by single other characters, so `a-b --> c` links `a-b` while `a-b` links `a` and `b`.
pub(super) fn ends(mut cursor: Cursor<'_>) -> Vec<(Name, Cursor<'_>)> {
    if let Some(name) = cursor.quoted() {
        return vec![(name, cursor)];
    }
    let start = cursor.pos;
    let mut found = Vec::new();
    let is_chunk = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$');
    let joins = |it: char| {
        !is_chunk(it)
            && !is_blank(it)
            && !is_quote(it)
            && !matches!(it, '#' | ':' | '{' | '}' | '<' | '>')
    };
    if cursor.peek().is_some_and(|it| it == '.') {
        cursor.eat(".");
    }
    while cursor.skip(is_chunk) > 0 {
        found.push((Name { range: cursor.since(start), quoted: false }, cursor));
        if cursor.eat("::") || cursor.eat("\\\\") {
            continue;
        }
        match cursor.peek().filter(|it| joins(*it)) {
            Some(it) => cursor.advance(it.len_utf8()),
            None => break,
        }
    }
    found.reverse();
    found
}

/// What follows the left name; the empty label, if that is all that is wrong.
fn from_left(
    left: Name,
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
) -> Result<Link, Option<TextRange>> {
    qualifier(&mut cursor);
    cursor.blanks();
    let left_text = cursor.quoted().map(|it| it.range);
    cursor.blanks();
    let arrow = arrow::arrow(&mut cursor, ctx).ok_or(None)?;
    cursor.blanks();
    let mut ahead = cursor;
    // A text in quotes stands before the name; alone it is the name.
    let right_text = ahead.quoted().map(|it| it.range).filter(|_| {
        let mut behind = ahead;
        behind.blanks();
        behind.peek().is_some_and(|it| {
            it.is_alphanumeric() || is_quote(it) || matches!(it, '_' | '$' | '.' | '[')
        })
    });
    if right_text.is_some() {
        cursor = ahead;
        cursor.blanks();
    }
    let mut behind = cursor;
    if cursor.peek() == Some('[') {
        if !bracketed(&mut behind) || !behind.blanks() {
            return Err(None);
        }
        cursor = behind;
    }
    let mut empty = None;
    for (right, after) in ends(cursor) {
        match suffix(after, ctx) {
            Ok((colors, link, stereotypes, label)) => {
                return Ok(Link {
                    left,
                    right,
                    arrow,
                    left_text,
                    right_text,
                    colors,
                    link,
                    stereotypes,
                    label,
                });
            }
            Err(range) => empty = empty.or(range),
        }
    }
    Err(empty)
}

type Suffix = (
    Option<puml_syntax::ast::ColorSet>,
    Option<puml_syntax::ast::Link>,
    Vec<puml_syntax::ast::Stereotype>,
    Option<TextRange>,
);

fn suffix(mut cursor: Cursor<'_>, ctx: &mut Context) -> Result<Suffix, Option<TextRange>> {
    cursor.blanks();
    let colors = color::set(&mut cursor, ctx);
    cursor.blanks();
    let link = grammar::link(&mut cursor);
    cursor.blanks();
    let stereotypes = grammar::stereotypes(&mut cursor);
    cursor.blanks();
    let from = cursor.pos;
    let label = cursor.colon_text();
    if let Some(label) = label
        && label.is_empty()
    {
        return Err(Some(cursor.since(from)));
    }
    if cursor.at_end() { Ok((colors, link, stereotypes, label)) } else { Err(None) }
}

/// ` [key] ` between a name and its arrow, blanks on both sides.
fn qualifier(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    if ahead.blanks() && bracketed(&mut ahead) && ahead.peek().is_some_and(is_blank) {
        *cursor = ahead;
    }
}

fn bracketed(cursor: &mut Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    let found = ahead.eat("[") && ahead.skip(|it| !matches!(it, '[' | ']')) > 0 && ahead.eat("]");
    if found {
        *cursor = ahead;
    }
    found
}
