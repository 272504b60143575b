//! `-> label;` on one or several lines, `link #red`.

use puml_syntax::ast::Text;
use puml_syntax::grammar::color;
use puml_syntax::{Context, Cursor, Miss, Reader};

use super::Read;
use super::action::{swallowed, until_semicolon};
use super::pieces;
use crate::ast::{Arrow, LineStyle, StmtKind};

/// On one line.
pub(super) fn single(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let Some(style) = pieces::arrow(&mut cursor, ctx) else { return Err(Miss::Other) };
    cursor.blanks();
    let rest = cursor.rest();
    let label = if rest.is_empty() || rest == ";" {
        None
    } else if let Some(label) = rest.strip_suffix(';') {
        Some(Text::Line(cursor.range(cursor.pos, cursor.pos + label.trim_end().len())))
    } else {
        return Err(Miss::Other);
    };
    Ok(StmtKind::Arrow(Box::new(Arrow { label, style })))
}

/// On several lines, the last of which ends in `;`.
pub(super) fn several(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let line = cursor;
    let Some(style) = pieces::arrow(&mut cursor, ctx) else { return Err(Miss::Other) };
    cursor.blanks();
    let from = cursor.pos;
    let Some(found) = until_semicolon(reader).filter(|it| it.marks.is_empty() && it.link.is_none())
    else {
        return Err(Miss::Other);
    };
    swallowed(&found.joined, "arrow", line, ctx);
    found.joined.consume(reader);
    let label = Some(found.joined.part(from, found.at));
    Ok(StmtKind::Arrow(Box::new(Arrow { label, style })))
}

/// `link #red`.
pub(super) fn link(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.keyword("link") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(color) = color::paint(&mut cursor, ctx) else { return Err(Miss::Other) };
    cursor.eat(";");
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    let style = LineStyle { color: Some(color), ..LineStyle::default() };
    Ok(StmtKind::Arrow(Box::new(Arrow { label: None, style })))
}
