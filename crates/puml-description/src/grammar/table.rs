//! `map M {` … `}`, `json J {` … `}`, `json J value`.

use puml_syntax::ast::Text;
use puml_syntax::codes::UNCLOSED_BLOCK;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken};

use super::{Read, name};
use crate::ast::{StmtKind, Table, TableKind};

const KINDS: [(&str, TableKind); 2] = [("map", TableKind::Map), ("json", TableKind::Json)];

/// A table with a name.
pub(super) fn table(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    let Some(kind) = cursor.one_of(&KINDS) else { return Err(Miss::Other) };
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let mut shown = None;
    if let Some(text) = name::quoted(&mut cursor) {
        cursor.blanks();
        if !cursor.keyword("as") || !cursor.blanks() {
            return Err(Miss::Other);
        }
        shown = Some(text.range);
    }
    let Some(code) = name::bare(&mut cursor) else { return Err(Miss::Other) };
    let stereotypes = grammar::stereotypes(&mut cursor);
    cursor.blanks();
    let link = grammar::link(&mut cursor);
    cursor.blanks();
    let colors = color::set(&mut cursor, ctx);
    cursor.blanks();
    let table = |text: Text| {
        let code = code.range;
        Table { kind, code, shown, stereotypes, link, colors, text }
    };
    if cursor.rest() == "{" {
        let close = if kind == TableKind::Map { Close::Brace } else { Close::JsonBrace };
        let Some(lines) = reader.body(close) else {
            return broken(ctx.at(UNCLOSED_BLOCK, keyword, "this table has no closing `}`"));
        };
        return Ok(StmtKind::Table(Box::new(table(Text::Lines(lines)))));
    }
    if kind == TableKind::Json && !cursor.at_end() {
        return Ok(StmtKind::Table(Box::new(table(Text::Line(cursor.rest_range())))));
    }
    Err(Miss::Other)
}
