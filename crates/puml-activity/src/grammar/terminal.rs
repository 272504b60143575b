//! `start`, `stop`, `end`, `kill`, `detach`.

use puml_syntax::{Context, Cursor, Miss};

use super::Read;
use super::pieces::{check_marks, end_of_statement, marks};
use crate::ast::{StmtKind, Terminal, TerminalKind};

/// `start`, `stop`, `end` and their like.
pub(super) fn circle(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let kinds = [TerminalKind::Start, TerminalKind::Stop, TerminalKind::End];
    let Some(kind) = kinds.into_iter().find(|it| cursor.keyword(it.word())) else {
        return Err(Miss::Other);
    };
    let Some(marks) = end_of_statement(cursor) else { return Err(Miss::Other) };
    check_marks(line, &marks, ctx);
    Ok(StmtKind::Terminal(Terminal { kind, marks }))
}

/// What cuts the line from the step before.
pub(super) fn kill(mut cursor: Cursor<'_>) -> Read {
    if !cursor.keyword("kill") && !cursor.keyword("detach") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    cursor.eat(";");
    marks(&mut cursor);
    if cursor.at_end() { Ok(StmtKind::Kill) } else { Err(Miss::Other) }
}
