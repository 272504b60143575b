//! `A "1" <|-- "*" B #red [[url]] <<s>> : label`, and `(A, B) .. C`.

use puml_syntax::codes::MISSING_ARGUMENT;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, Miss, TextRange, broken, is_blank};

use super::{Read, arrow, name};
use crate::ast::{Arrow, Link, LinkEnd, LinkTarget, StmtKind};

pub(super) fn link(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    weight(&mut cursor);
    let mut empty = None;
    for (target, after) in targets(cursor) {
        let reported = ctx.diagnostics.len();
        match from_left(target, after, ctx) {
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

/// `@2 ` before a link: how strongly it pulls, which the reference reads and drops.
pub(super) fn weight(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    if !ahead.eat("@") {
        return;
    }
    let from = ahead.pos;
    ahead.skip(|it| it.is_ascii_digit() || it == '.');
    let is_number = ahead.text()[from..ahead.pos].parse::<f64>().is_ok();
    if is_number && ahead.blanks() {
        *cursor = ahead;
    }
}

/// What a link may end at here, the longest name first.
fn targets(cursor: Cursor<'_>) -> Vec<(LinkTarget, Cursor<'_>)> {
    if let Some((couple, after)) = couple(cursor) {
        return vec![(couple, after)];
    }
    name::ends(cursor).into_iter().map(|(name, after)| (LinkTarget::One(name), after)).collect()
}

/// `(A, B)`.
fn couple(mut cursor: Cursor<'_>) -> Option<(LinkTarget, Cursor<'_>)> {
    if !cursor.eat("(") {
        return None;
    }
    cursor.blanks();
    let first = name::chunked(&mut cursor)?;
    cursor.blanks();
    if !cursor.eat(",") {
        return None;
    }
    cursor.blanks();
    let second = name::chunked(&mut cursor)?;
    cursor.blanks();
    cursor.eat(")").then_some((LinkTarget::Couple(first, second), cursor))
}

/// What follows the left end; the empty label, if that is all that is wrong.
fn from_left(
    target: LinkTarget,
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
) -> Result<Link, Option<TextRange>> {
    let mut left = LinkEnd { target, qualifier: None, quantifier: None, role: None };
    let mut ahead = cursor;
    if ahead.blanks()
        && let Some(range) = bracketed(&mut ahead)
        && ahead.blanks()
    {
        left.qualifier = Some(range);
        cursor = ahead;
    }
    cursor.blanks();
    left.quantifier = cursor.quoted().map(|it| it.range);
    let mut empty = None;
    for (role, mut cursor) in roles(cursor).into_iter().chain(roles_before_arrow(cursor)) {
        left.role = role;
        cursor.blanks();
        for (found, after) in arrow::arrows(cursor) {
            match from_arrow(left, found, after, ctx) {
                Ok(link) => return Ok(link),
                Err(label) => empty = empty.or(label),
            }
        }
    }
    Err(empty)
}

/// What follows the arrow. A text in quotes stands before the name; alone it is the name.
fn from_arrow(
    left: LinkEnd,
    arrow: Arrow,
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
) -> Result<Link, Option<TextRange>> {
    cursor.blanks();
    let mut ahead = cursor;
    let quantifier = ahead.quoted().map(|it| it.range);
    let mut empty = None;
    for (role, after) in roles(ahead) {
        if quantifier.is_none() && role.is_none() {
            continue;
        }
        match from_right(left, arrow, (quantifier, role), after, ctx) {
            Ok(link) => return Ok(link),
            Err(label) => empty = empty.or(label),
        }
    }
    match from_right(left, arrow, (None, None), cursor, ctx) {
        Ok(link) => return Ok(link),
        Err(label) => empty = empty.or(label),
    }
    let Some((role, after)) = glued_role(ahead) else { return Err(empty) };
    from_right(left, arrow, (quantifier, Some(role)), after, ctx).map_err(|it| empty.or(it))
}

fn from_right(
    left: LinkEnd,
    arrow: Arrow,
    (quantifier, role): (Option<TextRange>, Option<TextRange>),
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
) -> Result<Link, Option<TextRange>> {
    let mut ahead = cursor;
    let mut qualifier = None;
    if ahead.blanks()
        && let Some(range) = bracketed(&mut ahead)
        && ahead.blanks()
    {
        qualifier = Some(range);
        cursor = ahead;
    } else if cursor.before().is_some_and(is_blank)
        && let mut ahead = cursor
        && let Some(range) = bracketed(&mut ahead)
        && ahead.blanks()
    {
        qualifier = Some(range);
        cursor = ahead;
    }
    cursor.blanks();
    let mut empty = None;
    for (target, after) in targets(cursor) {
        let right = LinkEnd { target, qualifier, quantifier, role };
        match suffix(after, ctx) {
            Ok((colors, link, stereotypes, label)) => {
                return Ok(Link { left, right, arrow, colors, link, stereotypes, label });
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
    let colors = color::lenient_set(&mut cursor, ctx);
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

/// `/role` or `/"two words"`, right behind the quantifier: the roles that may stand here with what follows each, no role
/// last. A role has any signs but blanks, or ends with its letters where an arrow or a name touches it.
fn roles(cursor: Cursor<'_>) -> Vec<(Option<TextRange>, Cursor<'_>)> {
    let mut ahead = cursor;
    if !ahead.eat("/") {
        return vec![(None, cursor)];
    }
    let mut quoted = ahead;
    if let Some(name) = quoted.quoted() {
        return vec![(Some(name.range), quoted)];
    }
    let mut found = Vec::new();
    let mut whole = ahead;
    let from = whole.pos;
    if whole.skip(|it| !is_blank(it)) > 0 && whole.peek().is_some_and(is_blank) {
        found.push((Some(whole.since(from)), whole));
    }
    if let Some(word) = name::word(&mut ahead) {
        found.push((Some(word.range), ahead));
    }
    found.push((None, cursor));
    found
}

/// `/--B`: where a role touches the arrow and no other reading fits, the arrow begins as late as it can, as the reference
/// reads it. An arrow is short, so only the last places are tried.
fn roles_before_arrow(mut cursor: Cursor<'_>) -> Vec<(Option<TextRange>, Cursor<'_>)> {
    const MOST: usize = 8;
    if !cursor.eat("/") {
        return Vec::new();
    }
    let text = cursor.rest().split(is_blank).next().unwrap_or_default();
    let begins = text.char_indices().rev().filter(|it| it.0 > 0 && "-.=<".contains(it.1));
    let roles = begins.take(MOST).map(|(at, _)| {
        let mut after = cursor;
        after.advance(at);
        (Some(after.since(cursor.pos)), after)
    });
    roles.collect()
}

/// `/role!B`: all but the last letter of what stands together, which is the name, as the reference reads it.
fn glued_role(mut cursor: Cursor<'_>) -> Option<(TextRange, Cursor<'_>)> {
    if !cursor.eat("/") {
        return None;
    }
    let text = cursor.rest().split(is_blank).next()?;
    let (last, _) = text.char_indices().next_back().filter(|it| it.0 > 0)?;
    let from = cursor.pos;
    cursor.advance(last);
    Some((cursor.since(from), cursor))
}

/// `[key]`: the key.
fn bracketed(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    if !ahead.eat("[") {
        return None;
    }
    let from = ahead.pos;
    if ahead.skip(|it| !matches!(it, '[' | ']')) == 0 {
        return None;
    }
    let range = ahead.since(from);
    if !ahead.eat("]") {
        return None;
    }
    *cursor = ahead;
    Some(range)
}
