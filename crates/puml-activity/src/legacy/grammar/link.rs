//! `(*) --> "text"`, `if "test" then`, `else`, `endif`.

use puml_graph::Side;
use puml_syntax::ast::{LineStyle, Lines, Text};
use puml_syntax::grammar::{color, line_style};
use puml_syntax::{Context, Cooked, Cursor, LineKind, Miss, Reader, TextRange, is_quote};

use super::Read;
use super::step::{alias, source, tail, target};
use crate::legacy::ast::{Arrow, If, Link, StepName, StmtKind};

const DIRECTIONS: [(&str, Side); 12] = [
    ("left", Side::Left),
    ("right", Side::Right),
    ("down", Side::Down),
    ("up", Side::Up),
    ("le", Side::Left),
    ("ri", Side::Right),
    ("do", Side::Down),
    ("l", Side::Left),
    ("r", Side::Right),
    ("u", Side::Up),
    ("d", Side::Down),
    ("*", Side::Down),
];

fn arrow(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Arrow> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    let is_body = |it: char| matches!(it, '-' | '.');
    let before = ahead.skip(is_body);
    if before == 0 {
        return None;
    }
    let mut style = LineStyle::default();
    line_style(&mut ahead, &mut style);
    let direction = DIRECTIONS.iter().find(|it| ahead.eat_word(it.0)).map(|it| it.1);
    line_style(&mut ahead, &mut style);
    let length = (before + ahead.skip(is_body)) as u32;
    let dotted = ahead.text()[start..ahead.pos].contains('.');
    if !ahead.eat(">") {
        return None;
    }
    if let Some(found) = style.color.filter(|it| it.paint.is_none()) {
        let text = &cursor.text()[start..ahead.pos];
        let name = text.split('#').nth(1).unwrap_or_default();
        let name = name.split([',', ']']).next().unwrap_or_default();
        color::report_unknown(&format!("#{name}"), found.range, ctx);
    }
    *cursor = ahead;
    Some(Arrow { range: ahead.since(start), length, direction, dotted, style })
}

/// `[label]` behind an arrow.
fn label(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    if !ahead.eat("[") {
        return None;
    }
    let from = ahead.pos;
    let length = ahead.rest().find(']').filter(|it| *it > 0)?;
    let range = ahead.range(from, from + length);
    ahead.advance(length + 1);
    ahead.blanks();
    *cursor = ahead;
    Some(range)
}

/// A link, whose target may be a text on several lines.
pub(super) fn link(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let from = match cursor.peek() {
        Some('-' | '.') => None,
        _ => Some(source(&mut cursor, ctx).ok_or(Miss::Other)?),
    };
    let Some(arrow) = arrow(&mut cursor, ctx) else { return Err(Miss::Other) };
    cursor.blanks();
    let label = label(&mut cursor);
    if let Some(to) = target(cursor, ctx) {
        return Ok(StmtKind::Link(Box::new(Link { from, arrow, label, to })));
    }
    if !cursor.peek().is_some_and(is_quote) || cursor.rest()[1..].contains(is_quote) {
        return Err(Miss::Other);
    }
    // `"text` up to the line with the closing quote.
    let first = cursor.pos + cursor.peek().map_or(0, char::len_utf8);
    let mut lines = vec![cursor.range(first, cursor.text().len())];
    for at in reader.next..reader.stop {
        let line = reader.lines.all[at];
        if matches!(line.kind, LineKind::Comment | LineKind::OpenComment) {
            continue;
        }
        let cooked = Cooked::new(reader.lines.text, line.content);
        let Some(quote) = cooked.text.find(is_quote) else {
            lines.push(line.content);
            continue;
        };
        lines.push(cooked.range(0, quote));
        let mut after = Cursor::new(&cooked);
        after.pos = quote + cooked.text[quote..].chars().next().map_or(1, char::len_utf8);
        let code = alias(&mut after);
        let text = Text::Lines(Lines { lines, close: None });
        let Some(to) = tail(StepName::Action { text: text.clone(), code }, after, ctx) else {
            // A quote in the middle of the text.
            let Text::Lines(all) = text else { return Err(Miss::Other) };
            lines = all.lines;
            lines.pop();
            lines.push(line.content);
            continue;
        };
        reader.next = at + 1;
        return Ok(StmtKind::Link(Box::new(Link { from, arrow, label, to })));
    }
    Err(Miss::Other)
}

/// `if "test" then`, perhaps behind a step and an arrow.
pub(super) fn branch(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let (mut from, mut line_to, mut said) = (None, None, None);
    if !cursor.eat_word("if") || cursor.peek().is_some_and(|it| it.is_alphanumeric() || it == '_') {
        cursor = line;
        if !matches!(cursor.peek(), Some('-' | '.')) {
            from = Some(source(&mut cursor, ctx).ok_or(Miss::Other)?);
        }
        line_to = Some(arrow(&mut cursor, ctx).ok_or(Miss::Other)?);
        cursor.blanks();
        said = label(&mut cursor);
        if !cursor.keyword("if") {
            return Err(Miss::Other);
        }
    }
    cursor.blanks();
    let (arrow, label) = (line_to, said);
    let empty = TextRange::at(cursor.rest_range().start);
    let quoted = cursor.quoted().map(|it| it.range);
    if let Some(test) = quoted.or_else(|| cursor.eat("\"\"").then_some(empty)) {
        let code = alias(&mut cursor);
        cursor.blanks();
        cursor.keyword("then");
        cursor.blanks();
        if !cursor.at_end() {
            return Err(Miss::Other);
        }
        return Ok(StmtKind::If(Box::new(If { from, arrow, label, test, code })));
    }
    let rest = cursor.rest().trim_end();
    let length = rest.len().checked_sub(4).filter(|it| rest.is_char_boundary(*it));
    let Some(length) = length.filter(|it| rest[*it..].eq_ignore_ascii_case("then")) else {
        return Err(Miss::Other);
    };
    let test = rest[..length].trim_end();
    if test.is_empty() || test.contains(is_quote) {
        return Err(Miss::Other);
    }
    let test = cursor.range(cursor.pos, cursor.pos + test.len());
    Ok(StmtKind::If(Box::new(If { from, arrow, label, test, code: None })))
}

/// `else`, `endif`.
pub(super) fn branch_end(cursor: Cursor<'_>) -> Read {
    let text = cursor.text().to_ascii_lowercase();
    match text.as_str() {
        "else" => Ok(StmtKind::Else),
        "endif" | "end if" => Ok(StmtKind::EndIf),
        _ => Err(Miss::Other),
    }
}
