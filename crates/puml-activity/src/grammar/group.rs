//! `partition P {` and its like, `}`, `end group`.

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::color;
use puml_syntax::{Context, Cursor, Miss, is_quote};

use super::Read;
use super::pieces::marks;
use crate::ast::{Group, GroupKind, StmtKind};
use crate::codes::syntax::MISSING_BRACE;

/// What opens a frame. Everything between keyword and brace that is no colour or stereotype is the title.
pub(super) fn open(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let Some(kind) = cursor.one_of(&GroupKind::ALL) else { return Err(Miss::Other) };
    if !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    let mut ahead = cursor;
    let mut colors = None;
    if let Some(found) = color::set(&mut ahead, ctx)
        && (ahead.blanks() || ahead.at_end() || ahead.peek() == Some('{'))
    {
        colors = Some(found);
        cursor = ahead;
    }
    let text = line.text().trim_end();
    let braced = text.ends_with('{');
    let stop = if braced { text[..text.len() - 1].trim_end().len() } else { text.len() };
    let from = cursor.pos;
    let stop = stop.max(from);
    let (end, tail_colors, marks) = tail(line, from, stop, ctx);
    let (mut from, mut end) = (from, end);
    let title = &line.text()[from..end];
    let quotes = title.chars().filter(|it| is_quote(*it)).count();
    if quotes == 2 && title.starts_with(is_quote) && title.ends_with(is_quote) {
        from += title.chars().next().map_or(0, char::len_utf8);
        end -= title.chars().next_back().map_or(0, char::len_utf8);
    }
    if !braced {
        let at = line.range(text.len(), text.len());
        let finding = ctx
            .at(MISSING_BRACE, line.range(0, text.len()), "this frame has no `{`")
            .with_fix(ctx.safe("add `{`", at, " {"));
        ctx.report(finding);
    }
    let title = line.range(from, end);
    let colors = colors.or(tail_colors);
    Ok(StmtKind::Group(Box::new(Group { kind, title, colors, marks, braced })))
}

type Tail = (usize, Option<puml_syntax::ast::ColorSet>, Vec<puml_syntax::TextRange>);

/// Where the title ends: before a colour, stereotypes, or both in this order.
fn tail(line: Cursor<'_>, from: usize, stop: usize, ctx: &mut Context) -> Tail {
    let text = &line.text()[..stop];
    let starts = text[from..].match_indices(['#', '<']).map(|it| from + it.0);
    for at in starts {
        let glued = at > from && !text[..at].ends_with(char::is_whitespace);
        if glued && text[at..].starts_with('#') {
            continue;
        }
        let mut after = line;
        after.pos = at;
        let reported = ctx.diagnostics.len();
        let colors = color::set(&mut after, ctx);
        let marks = marks(&mut after);
        let is_end = after.rest().trim_end().trim_end_matches('{').trim().is_empty();
        if is_end && (colors.is_some() || !marks.is_empty()) {
            return (text[..at].trim_end().len().max(from), colors, marks);
        }
        ctx.diagnostics.truncate(reported);
    }
    (text.trim_end().len().max(from), None, Vec::new())
}

/// `}`, `end group`.
pub(super) fn close(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if cursor.text() == "}" {
        return Ok(StmtKind::Close);
    }
    if !cursor.eat_word("end") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if cursor.keyword("group") && cursor.at_end() {
        return Ok(StmtKind::Close);
    }
    if cursor.keyword("partition") && cursor.at_end() {
        let range = line.range(0, line.text().len());
        let finding = ctx.at(UNKNOWN_STATEMENT, range, "a frame ends with `}`").with_fix(ctx.safe(
            "write `}`",
            range,
            "}",
        ));
        return puml_syntax::broken(finding);
    }
    Err(Miss::Other)
}
