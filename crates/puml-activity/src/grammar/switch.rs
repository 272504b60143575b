//! `switch`, `case`, `endswitch`.

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::{Context, Cursor, Miss, broken};

use super::Read;
use super::pieces::{check_marks, color_prefix, marks};
use crate::ast::{StmtKind, Switch};
use crate::codes::syntax::UNBRACKETED_TEST;

/// `switch (test)`.
pub(super) fn open(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    color_prefix(&mut cursor);
    if !cursor.keyword("switch") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if !cursor.eat("(") {
        let range = line.range(cursor.pos, line.text().len());
        let test = format!("({})", cursor.rest().trim());
        let finding = ctx
            .at(UNBRACKETED_TEST, range, "the test of this `switch` needs parentheses")
            .with_fix(ctx.safe("put it into parentheses", range, &test));
        return broken(finding);
    }
    let from = cursor.pos;
    for (at, _) in line.text()[from..].match_indices(')') {
        let mut after = line;
        after.pos = from + at + 1;
        let marks = marks(&mut after);
        if after.at_end() {
            check_marks(line, &marks, ctx);
            let test = line.range(from, from + at);
            return Ok(StmtKind::Switch(Box::new(Switch { test, marks })));
        }
    }
    Err(Miss::Other)
}

/// `case (label)`.
pub(super) fn case(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if cursor.keyword("default") && cursor.at_end() {
        let finding = ctx
            .at(UNKNOWN_STATEMENT, line.range(0, line.text().len()), "a `switch` has no `default`")
            .with_fix(ctx.safe(
                "write `case ()`",
                line.range(0, line.text().len()),
                "case (default)",
            ));
        return broken(finding);
    }
    if !cursor.keyword("case") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let from = cursor.pos + 1;
    let text = line.text().trim_end();
    if !cursor.eat("(") || !text.ends_with(')') || text.len() <= from {
        let range = line.range(from - 1, line.text().len());
        let label =
            format!("({})", line.text()[from - 1..].trim_matches(['(', ')', ':', ';', ' ']));
        let finding = ctx
            .at(UNBRACKETED_TEST, range, "a `case` is `case (label)` and nothing else")
            .with_fix(ctx.safe("put it into parentheses", range, &label));
        return broken(finding);
    }
    Ok(StmtKind::Case(line.range(from, text.len() - 1)))
}

/// `endswitch`.
pub(super) fn end(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if cursor.keyword("endswitch") {
        let marks = marks(&mut cursor);
        if cursor.at_end() {
            check_marks(line, &marks, ctx);
            return Ok(StmtKind::EndSwitch(marks));
        }
        return Err(Miss::Other);
    }
    if cursor.keyword("end") && cursor.blanks() && cursor.keyword("switch") {
        let range = line.range(0, cursor.pos);
        let finding = ctx
            .at(UNKNOWN_STATEMENT, range, "a switch ends with `endswitch`, in one word")
            .with_fix(ctx.safe("write `endswitch`", range, "endswitch"));
        return broken(finding);
    }
    Err(Miss::Other)
}
