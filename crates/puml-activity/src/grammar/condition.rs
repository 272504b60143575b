//! `if`, `elseif`, `else`, `endif`.

use puml_syntax::ast::Text;
use puml_syntax::grammar;
use puml_syntax::{Context, Cooked, Cursor, Miss, Reader, TextRange, broken};

use super::Read;
use super::joined::Joined;
use super::pieces::{self, check_color, check_marks, color_prefix, end_of_statement, marks};
use crate::ast::{BranchLabel, Condition, LineStyle, StmtKind};
use crate::codes::syntax::{LABEL_IN_TEST, UNBRACKETED_TEST};

/// The most lines that a test may take.
const MOST_LINES: usize = 50;

/// `if (test) then (label)` and its other spellings, on one line.
pub(super) fn branch(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let Some(head) = if_head(cursor) else { return unbracketed(cursor, "if", ctx) };
    let text = cursor.text();
    let condition = |found: Tested| {
        let range = |(from, to): (usize, usize)| Text::Line(line.range(from, to));
        Box::new(Condition {
            link: head.link,
            color: head.color,
            before: None,
            test: range(found.test),
            label: found.label.map(range),
            marks: found.marks,
        })
    };
    if head.link.is_none()
        && let Some(found) = with_is(cursor, head.open)
    {
        check_color(head.color, line, ctx);
        return Ok(StmtKind::If(condition(found)));
    }
    if let Some(found) = with_then(cursor, head.open).or_else(|| with_when(cursor, head.open)) {
        check_marks(line, &found.marks, ctx);
        let (from, to) = found.test;
        if text[from..to].contains(") is (") || text[from..to].contains(") then (") {
            let finding = ctx
                .at(LABEL_IN_TEST, line.range(from, to), "this whole text is the test")
                .with_hint("write `if (test) then (label)` or `if (test) is (label) then`");
            ctx.report(finding);
        }
        return Ok(StmtKind::If(condition(found)));
    }
    if text[head.open..].contains(')') {
        let finding = ctx
            .at(UNBRACKETED_TEST, line.range(0, text.len()), "this is no complete `if`")
            .with_hint("write `if (test) then (label)`");
        return broken(finding);
    }
    Err(Miss::Other)
}

/// A test in quotes or without parentheses.
fn unbracketed(mut cursor: Cursor<'_>, word: &str, ctx: &Context) -> Read {
    let line = cursor;
    color_prefix(&mut cursor);
    if !cursor.keyword(word) || !cursor.blanks() || cursor.peek() == Some('(') {
        return Err(Miss::Other);
    }
    let rest = cursor.rest();
    let lower = rest.to_ascii_lowercase();
    let end = ["then", "is"]
        .iter()
        .filter_map(|it| lower.find(&format!(" {it}")))
        .min()
        .unwrap_or(rest.len());
    let test = rest[..end].trim_end();
    let range = line.range(cursor.pos, cursor.pos + test.len());
    let inner = test.trim_matches(puml_syntax::is_quote);
    let finding = ctx
        .at(UNBRACKETED_TEST, range, format!("the test of this `{word}` needs parentheses"))
        .with_fix(ctx.safe("put it into parentheses", range, &format!("({inner})")));
    broken(finding)
}

struct Head {
    link: Option<puml_syntax::ast::Link>,
    color: Option<puml_syntax::ast::ColorRef>,
    /// Behind the opening parenthesis.
    open: usize,
}

fn if_head(mut cursor: Cursor<'_>) -> Option<Head> {
    let link = grammar::link(&mut cursor);
    cursor.blanks();
    let color = color_prefix(&mut cursor);
    if !cursor.eat_word("if") {
        return None;
    }
    marks(&mut cursor);
    cursor.eat("(").then_some(Head { link, color, open: cursor.pos })
}

/// What a test says, as places in the text.
struct Tested {
    test: (usize, usize),
    label: Option<(usize, usize)>,
    marks: Vec<TextRange>,
}

/// Each closing parenthesis from a place on, with a cursor behind it.
pub(super) fn closings(line: Cursor<'_>, from: usize) -> impl Iterator<Item = (usize, Cursor<'_>)> {
    line.text()[from..].match_indices(')').map(move |(at, _)| {
        let mut after = line;
        after.pos = from + at + 1;
        (from + at, after)
    })
}

fn eat_is(cursor: &mut Cursor<'_>) -> bool {
    cursor.blanks();
    cursor.eat_word("is") || cursor.eat_word("equals") || cursor.eat_word("equal")
}

/// `test) is (label) then`.
fn with_is(line: Cursor<'_>, open: usize) -> Option<Tested> {
    for (end, mut after) in closings(line, open) {
        if !eat_is(&mut after) {
            continue;
        }
        after.blanks();
        if !after.eat("(") {
            continue;
        }
        let from = after.pos;
        for (to, mut after) in closings(line, from).filter(|it| it.0 > from) {
            after.blanks();
            if !after.eat_word("then") {
                continue;
            }
            if let Some(marks) = end_of_statement(after) {
                return Some(Tested { test: (open, end), label: Some((from, to)), marks });
            }
        }
    }
    None
}

/// `test) then (label)`, where everything behind the test may be absent.
fn with_then(line: Cursor<'_>, open: usize) -> Option<Tested> {
    for (end, mut after) in closings(line, open) {
        after.blanks();
        if after.eat_word("then") {
            let mut labelled = after;
            labelled.blanks();
            if labelled.eat("(") {
                let from = labelled.pos;
                for (to, mut after) in closings(line, from).filter(|it| it.0 > from) {
                    after.blanks();
                    if let Some(marks) = end_of_statement(after) {
                        return Some(Tested { test: (open, end), label: Some((from, to)), marks });
                    }
                }
            }
        }
        if let Some(marks) = end_of_statement(after) {
            return Some(Tested { test: (open, end), label: None, marks });
        }
    }
    None
}

/// `test) then when label`.
fn with_when(line: Cursor<'_>, open: usize) -> Option<Tested> {
    for (end, mut after) in closings(line, open) {
        after.blanks();
        if after.eat_word("then") && after.blanks() && after.eat_word("when") && after.blanks() {
            let label = (after.pos, line.text().len());
            if label.0 < label.1 {
                return Some(Tested { test: (open, end), label: Some(label), marks: Vec::new() });
            }
        }
    }
    None
}

/// An `if` whose test or label takes several lines.
pub(super) fn long_branch(cursor: Cursor<'_>, reader: &mut Reader<'_>) -> Read {
    let Some(head) = if_head(cursor) else { return Err(Miss::Other) };
    let Some((joined, found)) = grown(reader, |line| with_then(line, head.open)) else {
        return Err(Miss::Other);
    };
    joined.consume(reader);
    let range = |(from, to): (usize, usize)| joined.part(from, to);
    Ok(StmtKind::If(Box::new(Condition {
        link: head.link,
        color: head.color,
        before: None,
        test: range(found.test),
        label: found.label.map(range),
        marks: Vec::new(),
    })))
}

/// Adds lines until they read as something.
pub(super) fn grown<'a, T>(
    reader: &Reader<'a>,
    read: impl for<'l> Fn(Cursor<'l>) -> Option<T>,
) -> Option<(Joined<'a>, T)> {
    let mut joined = Joined::first(reader);
    while joined.len() < MOST_LINES && joined.grow(reader) {
        if !joined.last().contains(')') {
            continue;
        }
        let cooked = Cooked::verbatim(&joined.text);
        if let Some(found) = read(Cursor::new(&cooked)) {
            return Some((joined, found));
        }
    }
    None
}

/// Behind the opening parenthesis of an `elseif`, with what stands before it.
fn else_if_head(mut cursor: Cursor<'_>, ctx: &mut Context) -> Option<(Head, Option<BranchLabel>)> {
    let color = color_prefix(&mut cursor);
    let mut before = None;
    if cursor.eat("(") {
        let from = cursor.pos;
        let found = closings(cursor, from).find(|(_, after)| {
            let mut ahead = *after;
            ahead.blanks();
            ahead.eat_word("else")
        });
        let (to, after) = found?;
        before = Some(label(cursor, from, to, ctx));
        cursor = after;
        cursor.blanks();
    }
    if !cursor.eat_word("else") {
        return None;
    }
    cursor.blanks();
    if !cursor.eat_word("if") {
        return None;
    }
    cursor.blanks();
    cursor.eat("(").then_some((Head { link: None, color, open: cursor.pos }, before))
}

/// `test) is (label)`, or as of an `if`.
fn else_if_test(line: Cursor<'_>, open: usize) -> Option<Tested> {
    for (end, mut after) in closings(line, open) {
        if !eat_is(&mut after) {
            continue;
        }
        after.blanks();
        if !after.eat("(") {
            continue;
        }
        let from = after.pos;
        for (to, mut after) in closings(line, from).filter(|it| it.0 > from) {
            after.blanks();
            after.eat_word("then");
            if let Some(marks) = end_of_statement(after) {
                return Some(Tested { test: (open, end), label: Some((from, to)), marks });
            }
        }
    }
    with_then(line, open)
}

/// `elseif (test) then (label)`.
pub(super) fn else_branch_with_test(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let Some((head, before)) = else_if_head(cursor, ctx) else {
        return unbracketed(cursor, "elseif", ctx);
    };
    let Some(found) = else_if_test(cursor, head.open) else {
        return Err(Miss::Other);
    };
    check_marks(line, &found.marks, ctx);
    let range = |(from, to): (usize, usize)| Text::Line(line.range(from, to));
    Ok(StmtKind::ElseIf(Box::new(Condition {
        link: None,
        color: head.color,
        before,
        test: range(found.test),
        label: found.label.map(range),
        marks: found.marks,
    })))
}

/// An `elseif` whose test takes several lines.
pub(super) fn long_else_if(cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let Some((head, before)) = else_if_head(cursor, ctx) else { return Err(Miss::Other) };
    let Some((joined, found)) = grown(reader, |line| else_if_test(line, head.open)) else {
        return Err(Miss::Other);
    };
    joined.consume(reader);
    let range = |(from, to): (usize, usize)| joined.part(from, to);
    Ok(StmtKind::ElseIf(Box::new(Condition {
        link: None,
        color: head.color,
        before,
        test: range(found.test),
        label: found.label.map(range),
        marks: Vec::new(),
    })))
}

/// `(label)`, which may begin with an arrow.
pub(super) fn label(line: Cursor<'_>, from: usize, to: usize, ctx: &mut Context) -> BranchLabel {
    let mut inner = line;
    inner.pos = from;
    let style = pieces::arrow(&mut inner, ctx).filter(|_| inner.pos <= to);
    let from = if style.is_some() { inner.pos } else { from };
    let text = Text::Line(line.range(from, to));
    BranchLabel { text, style: style.unwrap_or_default() }
}

/// `else`, `else (label)`, `else when label`.
pub(super) fn otherwise(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let Some(open) = else_head(cursor) else { return Err(Miss::Other) };
    match open {
        Else::Bare => return Ok(StmtKind::Else(None)),
        Else::When(from) => {
            let text = Text::Line(line.range(from, line.text().len()));
            let label = BranchLabel { text, style: LineStyle::default() };
            return Ok(StmtKind::Else(Some(Box::new(label))));
        }
        Else::Open(from) => {
            if let Some(to) = else_end(line, from) {
                return Ok(StmtKind::Else(Some(Box::new(label(line, from, to, ctx)))));
            }
        }
        Else::Other(from) => {
            let rest = line.text()[from..].trim_end();
            let range = line.range(from, from + rest.len());
            let inner = rest.trim_matches(['[', ']', '"']);
            let finding = ctx
                .at(UNBRACKETED_TEST, range, "the label of this `else` needs parentheses")
                .with_fix(ctx.safe("put it into parentheses", range, &format!("({inner})")));
            return broken(finding);
        }
    }
    Err(Miss::Other)
}

enum Else {
    Bare,
    When(usize),
    Open(usize),
    Other(usize),
}

fn else_head(mut cursor: Cursor<'_>) -> Option<Else> {
    if !cursor.keyword("else") {
        return None;
    }
    if matches!(cursor.rest(), "" | ";") {
        return Some(Else::Bare);
    }
    let blanks = cursor.blanks();
    if cursor.eat("(") {
        return Some(Else::Open(cursor.pos));
    }
    let from = cursor.pos;
    let mut when = cursor;
    if blanks && when.keyword("when") && when.blanks() && !when.at_end() {
        return Some(Else::When(when.pos));
    }
    if cursor.keyword("if") { None } else { Some(Else::Other(from)) }
}

/// The closing parenthesis of a label, perhaps with `;` behind it.
fn else_end(line: Cursor<'_>, from: usize) -> Option<usize> {
    let text = line.text().trim_end();
    let text = text.strip_suffix(';').unwrap_or(text).trim_end();
    let at = text.strip_suffix(')')?.len();
    (at > from).then_some(at)
}

/// An `else` whose label takes several lines.
pub(super) fn long_otherwise(cursor: Cursor<'_>, reader: &mut Reader<'_>) -> Read {
    let Some(Else::Open(from)) = else_head(cursor) else { return Err(Miss::Other) };
    let Some((joined, to)) = grown(reader, |line| else_end(line, from)) else {
        return Err(Miss::Other);
    };
    joined.consume(reader);
    let label = BranchLabel { text: joined.part(from, to), style: LineStyle::default() };
    Ok(StmtKind::Else(Some(Box::new(label))))
}

/// `endif`, `end if`.
pub(super) fn end(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if !cursor.eat_word("end") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if !cursor.keyword("if") {
        return Err(Miss::Other);
    }
    let Some(marks) = end_of_statement(cursor) else { return Err(Miss::Other) };
    check_marks(line, &marks, ctx);
    Ok(StmtKind::EndIf(marks))
}
