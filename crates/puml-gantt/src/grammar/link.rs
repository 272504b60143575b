//! Dependencies and colours of tasks: `[A] -[#red]-> [B]`, `A -> B`, `[A] #red/blue`.

use puml_syntax::grammar::color::report_unknown;
use puml_syntax::{Context, Cursor, Miss, TextRange};

use super::task::border_word;
use super::words::bracketed;
use super::{Read, color};
use crate::ast::{Link, LinkStyle, StmtKind, Tint};

pub(super) fn link(mut cursor: Cursor<'_>) -> Read {
    let makes = cursor.peek() == Some('[');
    let end = |cursor: &mut Cursor<'_>| -> Option<TextRange> {
        if makes { bracketed(cursor) } else { cursor.code().map(|it| it.range) }
    };
    let Some(from) = end(&mut cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    let start = cursor.pos;
    let Some(style) = arrow(&mut cursor) else { return Err(Miss::Other) };
    let arrow = cursor.since(start);
    cursor.blanks();
    match end(&mut cursor) {
        Some(to) if cursor.at_end() => {
            Ok(StmtKind::Link(Box::new(Link { from, to, makes, arrow, style })))
        }
        _ => Err(Miss::Other),
    }
}

fn arrow(cursor: &mut Cursor<'_>) -> Option<LinkStyle> {
    if cursor.skip(|it| it == '-') == 0 {
        return None;
    }
    let mut style = LinkStyle::default();
    if cursor.eat("[") {
        loop {
            word(cursor, &mut style)?;
            if !cursor.eat(",") {
                break;
            }
        }
        if !cursor.eat("]") {
            return None;
        }
        cursor.skip(|it| it == '-');
    }
    cursor.eat(">").then_some(style)
}

fn word(cursor: &mut Cursor<'_>, style: &mut LinkStyle) -> Option<()> {
    if cursor.peek() == Some('#') {
        style.color = Some(color::color(cursor)?);
        return Some(());
    }
    if cursor.eat_word("thickness=") {
        style.thickness = cursor.digits().and_then(|it| it.parse().ok());
        return style.thickness.map(|_| ());
    }
    if let Some(border) = border_word(cursor) {
        style.border = Some(border);
    } else if cursor.keyword("hidden") {
        style.hidden = true;
    } else if !["plain", "norank", "single"].iter().any(|it| cursor.keyword(it)) {
        return None;
    }
    Some(())
}

/// `[A] #red/blue`.
pub(super) fn tint(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let Some(name) = bracketed(&mut cursor) else { return Err(Miss::Other) };
    if !cursor.blanks() || cursor.peek() != Some('#') {
        return Err(Miss::Other);
    }
    let written = cursor.rest();
    let Some((fill, line)) = color::pair(&mut cursor) else { return Err(Miss::Other) };
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    for (it, text) in [Some(fill), line].into_iter().flatten().zip(written.split('/')) {
        if it.color.is_none() {
            report_unknown(text, it.range, ctx);
        }
    }
    Ok(StmtKind::Tint(Tint { name, fill, line }))
}
