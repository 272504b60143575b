//! `fork` and `split` with their branches and ends.

use puml_syntax::{Context, Cursor, Miss};

use super::Read;
use super::pieces::{check_marks, end_of_statement};
use crate::ast::{EndFork, StmtKind};

/// Two words with any number of blanks between them, or glued.
fn words(cursor: &mut Cursor<'_>, first: &str, second: &str) -> bool {
    let mut ahead = *cursor;
    if !ahead.eat_word(first) {
        return false;
    }
    ahead.blanks();
    let found = ahead.keyword(second);
    if found {
        *cursor = ahead;
    }
    found
}

fn is_end(cursor: Cursor<'_>) -> bool {
    matches!(cursor.rest(), "" | ";")
}

/// `fork`, `fork again`, `end fork {label}`, `end merge`.
pub(super) fn fork(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if words(&mut cursor, "fork", "again") {
        return if is_end(cursor) { Ok(StmtKind::ForkAgain) } else { Err(Miss::Other) };
    }
    let merge = words(&mut cursor, "end", "merge");
    if merge || words(&mut cursor, "end", "fork") || words(&mut cursor, "fork", "end") {
        cursor.blanks();
        if is_end(cursor) {
            return Ok(StmtKind::EndFork(EndFork { merge, label: None }));
        }
        let rest = cursor.rest();
        let rest = rest.strip_suffix(';').unwrap_or(rest);
        if rest.len() > 2 && rest.starts_with('{') && rest.ends_with('}') {
            let label = Some(line.range(cursor.pos, cursor.pos + rest.len()));
            return Ok(StmtKind::EndFork(EndFork { merge, label }));
        }
        return Err(Miss::Other);
    }
    if !cursor.keyword("fork") {
        return Err(Miss::Other);
    }
    let Some(marks) = end_of_statement(cursor) else { return Err(Miss::Other) };
    check_marks(line, &marks, ctx);
    Ok(StmtKind::Fork(marks))
}

/// `split`, `split again`, `end split`.
pub(super) fn split(mut cursor: Cursor<'_>) -> Read {
    let kind = if words(&mut cursor, "split", "again") {
        StmtKind::SplitAgain
    } else if words(&mut cursor, "end", "split") || words(&mut cursor, "split", "end") {
        StmtKind::EndSplit
    } else if cursor.keyword("split") {
        StmtKind::Split
    } else {
        return Err(Miss::Other);
    };
    if is_end(cursor) { Ok(kind) } else { Err(Miss::Other) }
}
