//! `object O {`: instances, whose bodies are fields.

use puml_syntax::codes::{MISSING_ARGUMENT, UNCLOSED_BLOCK, UNEXPECTED_TEXT};
use puml_syntax::grammar::{self, color, name};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken};

use super::Read;
use crate::ast::{Declaration, EntityKind, StmtKind};

/// `object NAME [<<s>>] [[[url]]] [#color] [{ … }]`.
pub(super) fn object(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("object") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let keyword = cursor.range(start, start + "object".len());
    let Some((code, shown)) = name::declared(&mut cursor) else {
        let message = "a name or a quoted name must follow";
        return broken(ctx.at(MISSING_ARGUMENT, keyword, message));
    };
    let mut found = Declaration { shown, ..Declaration::bare(keyword, EntityKind::Object, code) };
    cursor.blanks();
    found.stereotypes = grammar::stereotypes(&mut cursor);
    cursor.blanks();
    found.link = grammar::link(&mut cursor);
    cursor.blanks();
    found.colors = color::lone_set(&mut cursor, ctx);
    cursor.blanks();
    if cursor.at_end() {
        return Ok(StmtKind::Declaration(Box::new(found)));
    }
    if !cursor.eat("{")
        || !{
            cursor.blanks();
            cursor.at_end()
        }
    {
        let finding = ctx.at(UNEXPECTED_TEXT, cursor.rest_range(), "this cannot follow here");
        return broken(finding.with_hint(
            "the order is: name, `<<stereotype>>`, `[[link]]`, `#color`, `{`; each field has a line of its own",
        ));
    }
    let Some(body) = reader.body(Close::Brace) else {
        let message = "this object has no `}` on a line of its own";
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, message));
    };
    found.body = Some(body);
    Ok(StmtKind::Declaration(Box::new(found)))
}
