//! `(A)`, `label name`, `goto name`.

use puml_syntax::{Context, Cursor, Miss};

use super::Read;
use super::pieces::{check_color, color_prefix};
use crate::ast::{Connector, StmtKind};

/// A letter in a circle.
pub(super) fn connector(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let color = color_prefix(&mut cursor);
    if !cursor.eat("(") {
        return Err(Miss::Other);
    }
    let Some(letter) = cursor.peek().filter(|it| !it.is_whitespace()) else {
        return Err(Miss::Other);
    };
    let from = cursor.pos;
    cursor.advance(letter.len_utf8());
    let range = line.range(from, cursor.pos);
    if !cursor.eat(")") || !matches!(cursor.rest(), "" | ";") {
        return Err(Miss::Other);
    }
    check_color(color, line, ctx);
    Ok(StmtKind::Connector(Connector { letter: range, color }))
}

/// A place, and a jump to it.
pub(super) fn jump(mut cursor: Cursor<'_>) -> Read {
    let line = cursor;
    let is_label = cursor.keyword("label");
    if !is_label && !cursor.keyword("goto") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let from = cursor.pos;
    if cursor.skip(|it| it.is_alphanumeric() || matches!(it, '_' | '.')) == 0 {
        return Err(Miss::Other);
    }
    let name = line.range(from, cursor.pos);
    if !matches!(cursor.rest(), "" | ";") {
        return Err(Miss::Other);
    }
    Ok(if is_label { StmtKind::Label(name) } else { StmtKind::Goto(name) })
}
