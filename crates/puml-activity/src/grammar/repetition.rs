//! `while`, `endwhile`, `repeat`, `repeat while`, `backward`, `break`.

use puml_syntax::ast::Text;
use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::{Context, Cursor, Miss, Reader, TextRange, broken};

use super::Read;
use super::action::until_semicolon;
use super::condition::{closings, grown, label};
use super::pieces::{self, check_color, check_marks, color_prefix, marks};
use crate::ast::{Arrow, Backward, Repeat, RepeatWhile, StmtKind, While};
use crate::codes::syntax::{OLD_COLOR, UNBRACKETED_TEST};

fn eat_is(cursor: &mut Cursor<'_>) -> bool {
    cursor.eat_word("is") || cursor.eat_word("equals") || cursor.eat_word("equal")
}

/// `while (test) is (label)`.
pub(super) fn open_while(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    color_prefix(&mut cursor);
    if !cursor.keyword("while") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if !cursor.eat("(") {
        let mut end = cursor;
        if end.keyword("end") {
            return Err(Miss::Other);
        }
        let range = line.range(cursor.pos, line.text().len());
        let test = format!("({})", cursor.rest().trim());
        let finding = ctx
            .at(UNBRACKETED_TEST, range, "the test of this `while` needs parentheses")
            .with_fix(ctx.safe("put it into parentheses", range, &test));
        return broken(finding);
    }
    let open = cursor.pos;
    let ends = |after: Cursor<'_>| {
        let mut after = after;
        let glued = after.eat(";");
        let marks = marks(&mut after);
        (after.at_end() && (!glued || marks.is_empty())).then_some(marks)
    };
    for (end, mut after) in closings(line, open) {
        let mut labelled = after;
        labelled.blanks();
        if eat_is(&mut labelled) {
            labelled.blanks();
            if labelled.eat("(") {
                let from = labelled.pos;
                for (to, after) in closings(line, from).filter(|it| it.0 > from) {
                    if let Some(marks) = ends(after) {
                        check_marks(line, &marks, ctx);
                        let label = Some(line.range(from, to));
                        let test = line.range(open, end);
                        return Ok(StmtKind::While(Box::new(While { test, label, marks })));
                    }
                }
            }
        }
        if let Some(marks) = ends(after) {
            check_marks(line, &marks, ctx);
            let test = line.range(open, end);
            return Ok(StmtKind::While(Box::new(While { test, label: None, marks })));
        }
        after.blanks();
    }
    let finding = ctx
        .at(UNBRACKETED_TEST, line.range(0, line.text().len()), "this is no complete `while`")
        .with_hint("write `while (test) is (label)`, on one line");
    broken(finding)
}

/// `endwhile (label)`.
pub(super) fn end_while(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let is_end = |first: &str, second: &str, cursor: &mut Cursor<'_>| {
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
    };
    if !is_end("end", "while", &mut cursor) && !is_end("while", "end", &mut cursor) {
        return Err(Miss::Other);
    }
    if matches!(cursor.rest(), "" | ";") {
        return Ok(StmtKind::EndWhile(None));
    }
    cursor.blanks();
    let text = line.text().trim_end();
    let text = text.strip_suffix(';').unwrap_or(text).trim_end();
    let from = cursor.pos + 1;
    if cursor.eat("(") && text.ends_with(')') && text.len() - 1 > from {
        return Ok(StmtKind::EndWhile(Some(line.range(from, text.len() - 1))));
    }
    if cursor.at_end() || cursor.rest() == ";" {
        return Ok(StmtKind::EndWhile(None));
    }
    let range = line.range(from - 1, line.text().len());
    let finding = ctx.at(
        UNBRACKETED_TEST,
        range,
        "an `endwhile` takes a label in parentheses and nothing else",
    );
    broken(finding)
}

/// `repeat`, `repeat :text;`.
pub(super) fn open_repeat(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let color = color_prefix(&mut cursor);
    if !cursor.keyword("repeat") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let mut text = None;
    if cursor.eat(":") {
        let from = cursor.pos;
        let Some((at, after)) = pieces::text_end(line, from) else { return Err(Miss::Other) };
        text = Some(line.range(from, at));
        cursor = after;
    }
    let marks = marks(&mut cursor);
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    check_color(color, line, ctx);
    check_marks(line, &marks, ctx);
    if let Some(color) = color {
        let finding = ctx
            .at(OLD_COLOR, color.range, "newer versions do not read a colour here")
            .with_hint("since 1.2026.2 it stands in a stereotype at the end of the line");
        ctx.report(finding);
    }
    Ok(StmtKind::Repeat(Box::new(Repeat { text, color, marks })))
}

/// Behind `repeat while`.
fn repeat_while_head(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    if !cursor.eat_word("repeat") {
        return None;
    }
    cursor.blanks();
    cursor.keyword("while").then_some(cursor)
}

struct Until {
    test: (usize, usize),
    back: Option<(usize, usize)>,
    out: Option<(usize, usize)>,
    rest: usize,
}

/// The ways to read `test) is (label) not (label)`, the shortest test first.
fn tests(line: Cursor<'_>, open: usize, accept: &mut dyn FnMut(&Until) -> bool) -> Option<Until> {
    for (end, after) in closings(line, open) {
        let mut found = Until { test: (open, end), back: None, out: None, rest: after.pos };
        let mut ahead = after;
        ahead.blanks();
        if eat_is(&mut ahead) {
            ahead.blanks();
            if ahead.eat("(") {
                let from = ahead.pos;
                for (to, after) in closings(line, from).filter(|it| it.0 > from) {
                    found.back = Some((from, to));
                    found.rest = after.pos;
                    if let Some(out) = with_not(line, &found, accept) {
                        return Some(out);
                    }
                }
            }
        }
        found = Until { test: (open, end), back: None, out: None, rest: after.pos };
        if let Some(out) = with_not(line, &found, accept) {
            return Some(out);
        }
    }
    None
}

fn with_not(
    line: Cursor<'_>,
    found: &Until,
    accept: &mut dyn FnMut(&Until) -> bool,
) -> Option<Until> {
    let mut ahead = line;
    ahead.pos = found.rest;
    ahead.blanks();
    if ahead.eat_word("not") {
        ahead.blanks();
        if ahead.eat("(") {
            let from = ahead.pos;
            for (to, after) in closings(line, from).filter(|it| it.0 > from) {
                let longer = Until { out: Some((from, to)), rest: after.pos, ..*found };
                if accept(&longer) {
                    return Some(longer);
                }
            }
        }
    }
    accept(found).then_some(Until { ..*found })
}

/// What may stand behind the test: an arrow, `;`, stereotypes.
fn after_test(
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
) -> Option<(Option<Arrow>, Vec<TextRange>)> {
    cursor.blanks();
    let mut arrow = None;
    if let Some(style) = pieces::arrow(&mut cursor, ctx) {
        cursor.blanks();
        let label = cursor.rest().trim_end().trim_end_matches(';').trim_end();
        let range = cursor.range(cursor.pos, cursor.pos + label.len());
        let label = (!label.is_empty()).then_some(Text::Line(range));
        arrow = Some(Arrow { label, style });
        cursor.pos = cursor.text().len();
    }
    cursor.eat(";");
    let marks = marks(&mut cursor);
    cursor.at_end().then_some((arrow, marks))
}

/// `repeat while (test) is (label) not (label)`.
pub(super) fn end_repeat(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let Some(mut cursor) = repeat_while_head(cursor) else {
        let mut ahead = line;
        if ahead.eat_word("repeat") && ahead.blanks() && ahead.keyword("until") {
            let word = line.range(ahead.pos - 5, ahead.pos);
            let finding = ctx
                .at(UNKNOWN_STATEMENT, word, "a repeat ends with `repeat while`")
                .with_hint("the test says when to go on, not when to stop")
                .with_fix(ctx.guess("write `while`", word, "while"));
            return broken(finding);
        }
        return Err(Miss::Other);
    };
    cursor.blanks();
    if !cursor.eat("(") {
        let Some((arrow, marks)) = after_test(cursor, ctx) else {
            let range = line.range(cursor.pos, line.text().len());
            let test = format!("({})", cursor.rest().trim());
            let finding = ctx
                .at(UNBRACKETED_TEST, range, "the test of this `repeat while` needs parentheses")
                .with_fix(ctx.safe("put it into parentheses", range, &test));
            return broken(finding);
        };
        let (test, back, out) = (None, None, None);
        return Ok(StmtKind::RepeatWhile(Box::new(RepeatWhile { test, back, out, arrow, marks })));
    }
    let open = cursor.pos;
    let found = tests(line, open, &mut |found| {
        let mut after = line;
        after.pos = found.rest;
        let reported = ctx.diagnostics.len();
        let fits = after_test(after, ctx).is_some();
        ctx.diagnostics.truncate(reported);
        fits
    });
    let Some(found) = found else { return Err(Miss::Other) };
    let mut after = line;
    after.pos = found.rest;
    let (arrow, marks) = after_test(after, ctx).expect("it fitted");
    check_marks(line, &marks, ctx);
    let text = |(from, to): (usize, usize)| Text::Line(line.range(from, to));
    Ok(StmtKind::RepeatWhile(Box::new(RepeatWhile {
        test: Some(text(found.test)),
        back: found.back.map(text),
        out: found.out.map(|(from, to)| line.range(from, to)),
        arrow,
        marks,
    })))
}

/// A `repeat while` whose test takes several lines.
pub(super) fn long_end_repeat(cursor: Cursor<'_>, reader: &mut Reader<'_>) -> Read {
    let Some(mut cursor) = repeat_while_head(cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    if !cursor.eat("(") {
        return Err(Miss::Other);
    }
    let open = cursor.pos;
    let read = |line: Cursor<'_>| {
        for (end, after) in closings(line, open) {
            let is_end = |after: Cursor<'_>| matches!(after.rest().trim(), "" | ";");
            let mut ahead = after;
            ahead.blanks();
            if eat_is(&mut ahead) {
                ahead.blanks();
                if ahead.eat("(") {
                    let from = ahead.pos;
                    let found = closings(line, from).find(|it| it.0 > from && is_end(it.1));
                    if let Some((to, _)) = found {
                        return Some(((open, end), Some((from, to))));
                    }
                }
            }
            if is_end(after) {
                return Some(((open, end), None));
            }
        }
        None
    };
    let Some((joined, (test, back))) = grown(reader, read) else { return Err(Miss::Other) };
    joined.consume(reader);
    let text = |(from, to): (usize, usize)| joined.part(from, to);
    let (test, back) = (Some(text(test)), back.map(text));
    let (out, arrow, marks) = (None, None, Vec::new());
    Ok(StmtKind::RepeatWhile(Box::new(RepeatWhile { test, back, out, arrow, marks })))
}

/// `(label) backward :text; (label)`, on one or several lines.
pub(super) fn backward(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let line = cursor;
    let mut incoming = None;
    if cursor.eat("(") {
        let from = cursor.pos;
        let Some(at) = cursor.rest().find(')') else { return Err(Miss::Other) };
        cursor.pos = from + at + 1;
        incoming = Some(label(line, from, from + at, ctx));
        cursor.blanks();
    }
    if !cursor.keyword("backward") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if !cursor.eat(":") {
        let text = cursor.rest().trim().trim_end_matches(';');
        let range = line.range(cursor.pos, line.text().len());
        let finding = ctx
            .at(
                UNKNOWN_STATEMENT,
                line.range(0, line.text().len()),
                "a `backward` is `backward :text;`",
            )
            .with_fix(ctx.safe("write the action", range, &format!(":{text};")));
        return broken(finding);
    }
    let from = cursor.pos;
    let ends = line.text()[from..].rmatch_indices(';').map(|it| from + it.0);
    for at in ends {
        let mut after = line;
        after.pos = at + 1;
        let marks = marks(&mut after);
        let mut outgoing = None;
        if after.eat("(") && line.text().ends_with(')') {
            outgoing = Some(label(line, after.pos, line.text().len() - 1, ctx));
            after.pos = line.text().len();
        }
        if after.at_end() {
            let text = Text::Line(line.range(from, at));
            return Ok(StmtKind::Backward(Box::new(Backward { text, marks, incoming, outgoing })));
        }
    }
    let Some(found) = until_semicolon(reader) else { return Err(Miss::Other) };
    found.joined.consume(reader);
    let text = found.joined.part(from, found.at);
    let backward = Backward { text, marks: found.marks, incoming, outgoing: None };
    Ok(StmtKind::Backward(Box::new(backward)))
}

/// `break`.
pub(super) fn leave(mut cursor: Cursor<'_>) -> Read {
    let found = cursor.keyword("break") && matches!(cursor.rest(), "" | ";");
    if found { Ok(StmtKind::Break) } else { Err(Miss::Other) }
}
