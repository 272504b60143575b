//! Lines of work breakdown structures.

use puml_syntax::grammar::{Rule, color, stereotypes};
use puml_syntax::{Context, Cursor, Miss, Read, Reader, Stage, TextRange, broken, is_blank};

use super::node::{at_blank, blanks, boxed_color, line_text, until_semicolon};
use crate::ast::{ColorRef, Link, Node, NodeText, Side, StmtKind};
use crate::codes::syntax::{LATE_SHAPE, MISSING_LABEL};

/// First match wins.
const RULES: [Rule<StmtKind>; 2] =
    [|cursor, _, ctx, reader| node(cursor, ctx, reader), |cursor, _, ctx, _| link(cursor, ctx)];

pub(crate) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read<StmtKind> {
    let hint = "a node is `* text`, one mark more for each level, with a blank before the text: `** child`";
    super::statement(&RULES, hint, cursor, stage, ctx, reader)
}

/// What may stand between the marks and the text.
#[derive(Default)]
struct Suffix {
    boxless: bool,
    side: Option<Side>,
    color: Option<ColorRef>,
    code: Option<TextRange>,
    /// Whether colour or code came before `_`, `<` or `>`.
    late: bool,
}

fn node(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<StmtKind> {
    let start = cursor.pos;
    if cursor.skip(|it| matches!(it, '*' | '+' | '-')) == 0 {
        return Err(Miss::Other);
    }
    let text = reader.lines.text;
    let marks = cursor.since(start);
    let blanks = blanks(reader);
    let by_mark = marks.slice(text).contains('-').then_some(Side::Left);
    let Suffix { boxless, side, color, code, late } = suffix(&mut cursor, ctx);
    if late {
        let range = cursor.since(start);
        let suffix = TextRange::new(marks.end, range.end);
        let written = suffix.slice(text);
        let shape_at = written.rfind([']', ')']).map_or(0, |it| it + 1);
        let (named, shape) = written.split_at(shape_at);
        let finding = ctx
            .at(LATE_SHAPE, range, "write `_`, `<` and `>` right behind the marks")
            .with_fix(ctx.safe("put them first", suffix, &format!("{shape}{named}")));
        ctx.report(finding);
    }
    let side = side.or(by_mark);
    let mut node = Node {
        marks,
        blanks,
        color,
        boxless,
        side,
        code,
        text: NodeText::Lines(Vec::new()),
        stereotypes: Vec::new(),
    };
    if cursor.peek() == Some(':') {
        let mut ahead = cursor;
        ahead.advance(1);
        let Some((lines, stereotypes)) = until_semicolon(ahead, reader) else {
            let finding = ctx.at(
                puml_syntax::codes::UNCLOSED_BLOCK,
                cursor.rest_range(),
                "a text that begins with `:` ends with `;` on a later line",
            );
            return broken(finding);
        };
        // The depth of a node over several lines is its marks alone.
        node.blanks = 0;
        (node.text, node.stereotypes) = (lines, stereotypes);
        return Ok(StmtKind::Node(Box::new(node)));
    }
    if !at_blank(cursor) {
        let finding = ctx
            .at(
                puml_syntax::codes::UNKNOWN_STATEMENT,
                cursor.rest_range(),
                "a blank is missing before the text",
            )
            .with_fix(ctx.safe("insert a blank", TextRange::at(cursor.rest_range().start), " "));
        return broken(finding);
    }
    cursor.skip(is_blank);
    if node.code.is_none()
        && let Some((shown, code)) = named(cursor)
    {
        let (rest, stereotypes) = super::node::classes(text, shown);
        (node.text, node.stereotypes, node.code) = (NodeText::Line(rest), stereotypes, Some(code));
        return Ok(StmtKind::Node(Box::new(node)));
    }
    if cursor.at_end() && !boxless {
        let finding = ctx
            .at(MISSING_LABEL, marks, "this node has no text")
            .with_hint("write its text behind the marks, or `_` for a joint without one");
        return broken(finding);
    }
    (node.text, node.stereotypes) = line_text(cursor, text);
    Ok(StmtKind::Node(Box::new(node)))
}

/// Shape and side, then colour and code in any order; the reference takes them the other way round as well.
fn suffix(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Suffix {
    let mut found = Suffix::default();
    let has_shape = shape(cursor, &mut found);
    while found.color.is_none() || found.code.is_none() {
        if found.color.is_none()
            && let Some(color) = boxed_color(cursor, ctx)
        {
            found.color = Some(color);
        } else if found.code.is_none()
            && let Some(code) = parenthesised(cursor)
        {
            found.code = Some(code);
        } else {
            break;
        }
    }
    if !has_shape && (found.color.is_some() || found.code.is_some()) {
        found.late = shape(cursor, &mut found);
    }
    found
}

/// `_`, then `<` or `>`; whether there was any.
fn shape(cursor: &mut Cursor<'_>, found: &mut Suffix) -> bool {
    found.boxless = cursor.eat("_");
    found.side = if cursor.eat("<") {
        Some(Side::Left)
    } else if cursor.eat(">") {
        Some(Side::Right)
    } else {
        None
    };
    found.boxless || found.side.is_some()
}

/// `(code)`.
fn parenthesised(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    if !ahead.eat("(") {
        return None;
    }
    let start = ahead.pos;
    if ahead.skip(is_code) == 0 {
        return None;
    }
    let code = ahead.since(start);
    if !ahead.eat(")") {
        return None;
    }
    *cursor = ahead;
    Some(code)
}

/// `"text" as code`.
fn named(mut cursor: Cursor<'_>) -> Option<(TextRange, TextRange)> {
    let shown = cursor.quoted()?;
    if !cursor.blanks() || !cursor.keyword("as") || !cursor.blanks() {
        return None;
    }
    let start = cursor.pos;
    if cursor.skip(is_code) == 0 {
        return None;
    }
    let code = cursor.since(start);
    cursor.at_end().then_some((shown.range, code))
}

fn is_code(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// `a -> b`, `a --> b`, `a ..> b`, with a colour, classes and a text.
fn link(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read<StmtKind> {
    let start = cursor.pos;
    if cursor.skip(is_code) == 0 {
        return Err(Miss::Other);
    }
    let from = cursor.since(start);
    cursor.blanks();
    let dotted = cursor.skip(|it| it == '.') > 0;
    if !dotted && cursor.skip(|it| it == '-') == 0 || !cursor.eat(">") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let start = cursor.pos;
    if cursor.skip(is_code) == 0 {
        return Err(Miss::Other);
    }
    let to = cursor.since(start);
    cursor.blanks();
    let color = color::single(&mut cursor, ctx);
    cursor.blanks();
    let stereotypes = stereotypes(&mut cursor).into_iter().map(|it| it.label).collect();
    cursor.blanks();
    let text = cursor.colon_text();
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    Ok(StmtKind::Link(Box::new(Link { from, to, dotted, color, stereotypes, text })))
}
