//! The small pieces that many statements end or begin with: stereotypes, links, colours, parentheses.

use puml_syntax::ast::{BorderStyle, ColorRef, Link};
use puml_syntax::codes::UNKNOWN_COLOR;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, TextRange};

use crate::ast::LineStyle;

/// Stereotypes with the blanks around them: the range of each one's inside. Angle brackets inside end nothing.
pub(super) fn marks(cursor: &mut Cursor<'_>) -> Vec<TextRange> {
    let mut found = Vec::new();
    cursor.blanks();
    while let Some(mark) = mark(cursor) {
        found.push(mark);
        cursor.blanks();
    }
    found
}

fn mark(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    if !ahead.eat("<<") {
        return None;
    }
    let length = ahead.rest().find(">>").filter(|it| *it > 0)?;
    if ahead.rest()[..length].contains(['<', '>']) {
        return None;
    }
    let inner = ahead.range(ahead.pos, ahead.pos + length);
    ahead.advance(length + 2);
    *cursor = ahead;
    Some(inner)
}

/// Reports colours in stereotypes that nobody knows. Those of borders and words may be anything.
pub(super) fn check_marks(cursor: Cursor<'_>, marks: &[TextRange], ctx: &mut Context) {
    for mark in marks {
        // Ranges lie in the line, so its text is found by its place.
        let Some(text) = slice(cursor, *mark) else { continue };
        let Some(name) = text.strip_prefix('#').filter(|it| !it.starts_with('#')) else { continue };
        let name = name.split(';').next().unwrap_or_default();
        let is_pair = name.contains(':');
        if !is_pair && !name.is_empty() && puml_syntax::color::parse(name).is_none() {
            let start = mark.start;
            let range = TextRange::new(start, start + 1 + name.len() as u32);
            color::report_unknown(&format!("#{name}"), range, ctx);
        }
    }
}

fn slice(cursor: Cursor<'_>, range: TextRange) -> Option<&str> {
    let text = cursor.text();
    let base = cursor.range(0, text.len()).start;
    text.get((range.start - base) as usize..(range.end - base) as usize)
}

/// What may follow an action: stereotypes, then a link, then nothing.
pub(super) fn tail(mut cursor: Cursor<'_>) -> Option<(Vec<TextRange>, Option<Link>)> {
    let marks = marks(&mut cursor);
    let link = grammar::link(&mut cursor);
    cursor.blanks();
    cursor.at_end().then_some((marks, link))
}

/// Where the text of an action ends: at the last `;` with nothing but stereotypes and a link behind it.
pub(super) fn text_end(line: Cursor<'_>, from: usize) -> Option<(usize, Cursor<'_>)> {
    let text = line.text();
    let ends = text[from..].rmatch_indices(';').map(|it| from + it.0);
    for at in ends {
        let mut after = line;
        after.pos = at + 1;
        if tail(after).is_some() {
            return Some((at, after));
        }
        // Behind a tail there is nothing that could be one.
        if text[at + 1..].trim_end().ends_with(|it: char| it != '>' && it != ']') {
            return None;
        }
    }
    None
}

/// `#red:` glued to what follows. An unknown name is no colour and is not reported.
pub(super) fn color_prefix(cursor: &mut Cursor<'_>) -> Option<ColorRef> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    if !ahead.eat("#") || ahead.skip(color::is_word) == 0 {
        return None;
    }
    let mut second = ahead;
    if second.peek().is_some_and(|it| matches!(it, '-' | '\\' | '|' | '/')) {
        second.advance(1);
        if second.skip(color::is_word) > 0 {
            ahead = second;
        }
    }
    let range = ahead.since(start);
    let paint = puml_syntax::color::parse(&ahead.text()[start..ahead.pos]);
    if !ahead.eat(":") {
        return None;
    }
    *cursor = ahead;
    Some(ColorRef { range, paint })
}

/// Reports the colour before a colon where nobody knows it.
pub(super) fn check_color(color: Option<ColorRef>, cursor: Cursor<'_>, ctx: &mut Context) {
    if let Some(ColorRef { range, paint: None }) = color
        && let Some(text) = slice(cursor, range)
    {
        color::report_unknown(text, range, ctx);
    }
}

/// An optional `;` that stands right here, then stereotypes, then nothing.
pub(super) fn end_of_statement(mut cursor: Cursor<'_>) -> Option<Vec<TextRange>> {
    cursor.eat(";");
    let marks = marks(&mut cursor);
    cursor.at_end().then_some(marks)
}

/// `-[#red,dashed]->` or `->` at the beginning; the cursor stands behind it.
pub(super) fn arrow(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<LineStyle> {
    let mut ahead = *cursor;
    if ahead.eat("->") {
        *cursor = ahead;
        return Some(LineStyle::default());
    }
    if !ahead.eat("-[") {
        return None;
    }
    let inner = ahead.rest().find("]->")?;
    let (from, to) = (ahead.pos, ahead.pos + inner);
    let style = line_style(ahead, from, to, ctx)?;
    ahead.pos = to + 3;
    *cursor = ahead;
    Some(style)
}

/// The list in the brackets of an arrow; nothing where it is no such list.
fn line_style(line: Cursor<'_>, from: usize, to: usize, ctx: &mut Context) -> Option<LineStyle> {
    let mut style = LineStyle::default();
    let mut at = from;
    let mut problems = Vec::new();
    for item in line.text()[from..to].split([',', ';']) {
        let range = line.range(at, at + item.len());
        at += item.len() + 1;
        match item.to_ascii_lowercase().as_str() {
            "dashed" => style.border = Some(BorderStyle::Dashed),
            "dotted" => style.border = Some(BorderStyle::Dotted),
            "bold" => style.border = Some(BorderStyle::Bold),
            "hidden" => style.hidden = true,
            "plain" | "norank" | "single" | "node" => problems.push((item, range)),
            other if other.starts_with("thickness=") => problems.push((item, range)),
            other if other.starts_with('#') && other[1..].starts_with(color::is_word) => {
                let is_part = |it: char| color::is_word(it) || matches!(it, '-' | '\\' | '|' | '/');
                if !other[1..].chars().all(is_part) {
                    return None;
                }
                let paint = puml_syntax::color::parse(item);
                if paint.is_none() {
                    color::report_unknown(item, range, ctx);
                }
                style.color = style.color.or(Some(ColorRef { range, paint }));
            }
            _ => return None,
        }
    }
    for (item, range) in problems {
        let finding = ctx
            .at(
                UNKNOWN_COLOR,
                range,
                format!("`{item}` is no style of a line in an activity diagram"),
            )
            .with_hint("write a colour, `dashed`, `dotted`, `bold` or `hidden`");
        ctx.report(finding);
    }
    Some(style)
}
