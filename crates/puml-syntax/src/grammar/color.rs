//! Colors behind a `#`.

use crate::TextRange;
use crate::ast::{BorderStyle, ColorRef, ColorSet};
use crate::codes::{IGNORED_COLOR, UNKNOWN_COLOR};
use crate::color;
use crate::context::Context;
use crate::cursor::Cursor;

/// `#word`: one color and nothing else.
pub fn single(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorRef> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    if !ahead.eat("#") || ahead.skip(is_word) == 0 {
        return None;
    }
    *cursor = ahead;
    Some(resolve(ahead, start, ahead.pos, ctx))
}

/// `#word` or a gradient `#word-word`; at least two characters.
pub fn paint(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorRef> {
    let start = cursor.pos;
    let ahead = paint_end(*cursor)?;
    *cursor = ahead;
    Some(resolve(ahead, start, ahead.pos, ctx))
}

/// What a note or box takes: [`paint`], or `#back;line:x;line.dashed;text:y`.
pub fn set(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorSet> {
    if let Some(set) = listed(cursor, ctx) {
        return Some(set);
    }
    let back = paint(cursor, ctx)?;
    Some(ColorSet { range: back.range, back: Some(back), ..ColorSet::default() })
}

/// [`set`], where the reference passes over an unknown color behind a key. The color that a list begins with must be known.
pub fn lenient_set(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorSet> {
    let reported = ctx.diagnostics.len();
    let found = set(cursor, ctx)?;
    // Only the first color of a list stands where the list begins, at its `#`.
    let first = found.range.start;
    for finding in &mut ctx.diagnostics[reported..] {
        if finding.span.start != first {
            (finding.code, finding.severity) = (IGNORED_COLOR, IGNORED_COLOR.severity);
        }
    }
    Some(found)
}

/// [`set`], where the reference takes one color and no list of them.
pub fn lone_set(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorSet> {
    let from = cursor.pos;
    let found = set(cursor, ctx)?;
    if found.back.is_none_or(|back| back.range != found.range) {
        report_unknown(&cursor.text()[from..cursor.pos], cursor.since(from), ctx);
    }
    Some(found)
}

fn listed(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorSet> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    if !ahead.eat("#") {
        return None;
    }
    let mut parts: Vec<(&str, usize, usize)> = Vec::new();
    let mut first = ahead;
    first.pos = start;
    if let Some(mut end) = paint_end(first)
        && end.eat(";")
    {
        parts.push(("back", start, end.pos - 1));
        ahead = end;
    }
    let mut keys = 0;
    while let Some(key) = KEYS.iter().find(|it| ahead.eat_word(it)) {
        keys += 1;
        let mut value = (ahead.pos, ahead.pos);
        let mut tried = ahead;
        if tried.eat(":") {
            let from = tried.pos;
            if let Some(end) = words_end(tried) {
                value = (from, end.pos);
                ahead = end;
            }
        }
        parts.push((key, value.0, value.1));
        if ahead.eat(";") {
            continue;
        }
        if ahead.peek().is_some_and(|it| is_word(it) || matches!(it, ';' | ':' | '.')) {
            return None;
        }
        break;
    }
    if keys == 0 {
        return None;
    }
    let mut set = ColorSet { range: ahead.since(start), ..ColorSet::default() };
    for (key, from, to) in parts {
        let color = (from < to).then(|| resolve(ahead, from, to, ctx));
        match key {
            "back" => set.back = color,
            "text" => set.text = color,
            "header" => set.header = color,
            "line.dashed" => set.line_style = Some(BorderStyle::Dashed),
            "line.dotted" => set.line_style = Some(BorderStyle::Dotted),
            "line.bold" => set.line_style = Some(BorderStyle::Bold),
            _ => {}
        }
        if key.starts_with("line") && color.is_some() {
            set.line = color;
        }
    }
    *cursor = ahead;
    Some(set)
}

const KEYS: [&str; 8] =
    ["text", "back", "header", "line.dashed", "line.dotted", "line.bold", "line", "shadowing"];

fn paint_end(mut ahead: Cursor<'_>) -> Option<Cursor<'_>> {
    if !ahead.eat("#") {
        return None;
    }
    words_end(ahead)
}

/// One word of two characters, or two words with a gradient's separator between them.
fn words_end(mut ahead: Cursor<'_>) -> Option<Cursor<'_>> {
    let length = ahead.skip(is_word);
    if length == 0 {
        return None;
    }
    let mut second = ahead;
    if second.peek().is_some_and(|it| matches!(it, '-' | '\\' | '|' | '/')) {
        second.advance(1);
        if second.skip(is_word) > 0 {
            return Some(second);
        }
    }
    (length > 1).then_some(ahead)
}

/// What the name of a colour is made of.
pub fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

/// Looks the color up and reports an unknown one.
pub fn resolve(cursor: Cursor<'_>, from: usize, to: usize, ctx: &mut Context) -> ColorRef {
    let range = cursor.range(from, to);
    let text = &cursor.text()[from..to];
    let paint = color::parse(text);
    if paint.is_none() {
        report_unknown(text, range, ctx);
    }
    ColorRef { range, paint }
}

/// Reports a color that nobody knows, with the nearest name.
pub fn report_unknown(text: &str, range: TextRange, ctx: &mut Context) {
    let mut finding = ctx.at(UNKNOWN_COLOR, range, format!("unknown color `{text}`"));
    let hash = if text.starts_with('#') { "#" } else { "" };
    finding = match color::nearest_name(text) {
        Some(name) => {
            let fixed = format!("{hash}{name}");
            let title = format!("replace with `{fixed}`");
            finding
                .with_hint(format!("a color of that kind is `{fixed}`"))
                .with_fix(ctx.guess(title, range, &fixed))
        }
        None => finding.with_hint(
            "colors are `#RGB`, `#RRGGBB`, `#RRGGBBAA` or a web color name such as `#LightBlue`",
        ),
    };
    ctx.report(finding);
}
