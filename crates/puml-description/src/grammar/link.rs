//! `A --> B : label`: two names and the line between them.

use puml_syntax::codes::MALFORMED_ARROW;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, Miss, TextRange, broken};

use super::{Read, arrow, name};
use crate::ast::{Arrow, Code, Form, Link, StmtKind};

pub(super) fn link(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.text().contains(['-', '.', '=', '~']) {
        return Err(Miss::Other);
    }
    let mut near: Option<(Cursor<'_>, Arrow)> = None;
    for (left, after) in ends(cursor) {
        let mut before = after;
        before.blanks();
        let left_text = name::quoted(&mut before).map(|it| it.range);
        if left_text.is_some() {
            before.blanks();
        }
        for (arrow, after) in arrow::arrows(before) {
            if near.as_ref().is_none_or(|it| it.0.pos < after.pos) {
                near = Some((after, arrow.clone()));
            }
            if let Some(mut found) = rest(left, arrow, after, ctx) {
                found.left_text = left_text;
                return Ok(StmtKind::Link(Box::new(found)));
            }
        }
    }
    match near {
        Some((after, arrow)) => refused(after, &arrow, ctx),
        None => Err(Miss::Other),
    }
}

/// The longest name first: its last characters may belong to the arrow.
fn ends(cursor: Cursor<'_>) -> Vec<(Code, Cursor<'_>)> {
    let mut found = Vec::new();
    for read in [name::quoted, name::circle, name::marked] {
        let mut ahead = cursor;
        if let Some(code) = read(&mut ahead)
            && is_end(code, ahead)
        {
            found.push((code, ahead));
        }
    }
    let mut longest = cursor;
    if name::bare(&mut longest).is_none() {
        return found;
    }
    let text = &cursor.text()[cursor.pos..longest.pos];
    // Only dots can be in a name and in an arrow; a head may be a letter or a digit.
    for (at, it) in text.char_indices().rev() {
        let end = at + it.len_utf8();
        let is_last = end == text.len();
        if !is_last && !text[end..].starts_with(['.', 'x', '0']) {
            continue;
        }
        let mut ahead = cursor;
        ahead.pos = cursor.pos + end;
        let range = ahead.since(cursor.pos);
        found.push((Code { range, outer: range, form: Form::Bare }, ahead));
    }
    found
}

/// The start and end points of other diagrams are no elements.
fn is_end(code: Code, after: Cursor<'_>) -> bool {
    let text = &after.text()[..after.pos];
    code.form == Form::Quoted || !["[*]", "(*)", "(*)/"].iter().any(|it| text.ends_with(it))
}

fn rest(left: Code, arrow: Arrow, after: Cursor<'_>, ctx: &mut Context) -> Option<Link> {
    let mut plain = after;
    plain.blanks();
    let mut starts = Vec::with_capacity(2);
    let mut noted = plain;
    if let Some(text) = name::quoted(&mut noted) {
        noted.blanks();
        starts.push((Some(text.range), noted));
    }
    starts.push((None, plain));
    for (right_text, at) in starts {
        for read in [name::quoted, name::circle, name::marked, name::bare] {
            let mut ahead = at;
            let Some(right) = read(&mut ahead) else { continue };
            if !is_end(right, ahead) {
                continue;
            }
            let reported = ctx.diagnostics.len();
            if let Some((colors, stereotypes, label)) = suffix(ahead, ctx) {
                return Some(Link {
                    left,
                    right,
                    arrow,
                    left_text: None,
                    right_text,
                    colors,
                    stereotypes,
                    label,
                });
            }
            ctx.diagnostics.truncate(reported);
        }
    }
    None
}

type Suffix =
    (Option<puml_syntax::ast::ColorSet>, Vec<puml_syntax::ast::Stereotype>, Option<TextRange>);

fn suffix(mut cursor: Cursor<'_>, ctx: &mut Context) -> Option<Suffix> {
    cursor.blanks();
    let colors = color::lenient_set(&mut cursor, ctx);
    let stereotypes = grammar::stereotypes(&mut cursor);
    cursor.blanks();
    let label = cursor.colon_text();
    (cursor.at_end() && label.is_none_or(|it| !it.is_empty())).then_some((
        colors,
        stereotypes,
        label,
    ))
}

/// Why a line with a name and an arrow is no link.
fn refused(mut after: Cursor<'_>, arrow: &Arrow, ctx: &Context) -> Read {
    after.blanks();
    if after.at_end() {
        let message = "a second element must follow the arrow";
        return broken(ctx.at(MALFORMED_ARROW, arrow.range, message));
    }
    let finding = ctx.at(MALFORMED_ARROW, after.rest_range(), "this cannot follow the arrow");
    broken(finding.with_hint(
        "a link is `A --> B : label`; names with blanks need quotes or marks: `[a b]`, `(a b)`, `:a b:`",
    ))
}
