//! `sprite $name …`.

use crate::ast::{Chrome, Lines, Shared, Sprite, SpriteForm};
use crate::codes::{BAD_VALUE, EMPTY_BLOCK, MISSING_ARGUMENT, UNCLOSED_BLOCK};
use crate::context::{Context, Miss, Read, broken};
use crate::cursor::Cursor;
use crate::reader::{Close, Reader};

/// A sprite in any form.
pub fn sprite(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<Shared> {
    let start = cursor.pos;
    if !cursor.keyword("sprite") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    cursor.eat("$");
    let from = cursor.pos;
    let accept = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.');
    if cursor.skip(accept) == 0 {
        let range = cursor.range(start, cursor.text().len());
        return broken(ctx.at(MISSING_ARGUMENT, range, "`sprite` needs a name"));
    }
    let name = cursor.since(from);
    cursor.blanks();
    let header_start = cursor.pos;
    let header = header(&mut cursor);
    cursor.blanks();
    let form = if cursor.rest() == "{" {
        let Some(rows) = reader.body(Close::Sprite) else {
            let range = cursor.range(start, cursor.text().len());
            return broken(ctx.at(UNCLOSED_BLOCK, range, "this sprite has no closing `}`"));
        };
        if rows.lines.is_empty() {
            ctx.report(ctx.at(EMPTY_BLOCK, name, "this sprite has no rows"));
        }
        check_levels(header, cursor, header_start, ctx);
        rows_form(header, rows)
    } else if let Some(header) = header.filter(|it| it.packed || it.colored) {
        check_levels(Some(header), cursor, header_start, ctx);
        let rows = Lines { lines: vec![cursor.rest_range()], close: None };
        rows_form(Some(header), rows)
    } else {
        return pictured(cursor, header_start, name, ctx, reader);
    };
    Ok(Shared::Chrome(Box::new(Chrome::Sprite(Sprite { name, form }))))
}

fn pictured(
    mut cursor: Cursor<'_>,
    header_start: usize,
    name: crate::TextRange,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read<Shared> {
    cursor.pos = header_start;
    let rest = cursor.rest();
    let range = cursor.rest_range();
    let form = if rest.starts_with("<svg") {
        if rest.ends_with("</svg>") {
            SpriteForm::Svg(Lines { lines: vec![range], close: None })
        } else if let Some(mut lines) = reader.body(Close::Svg) {
            lines.lines.insert(0, range);
            lines.lines.extend(lines.close);
            SpriteForm::Svg(lines)
        } else {
            return broken(ctx.at(UNCLOSED_BLOCK, range, "this sprite has no `</svg>`"));
        }
    } else if rest.starts_with("data:") {
        SpriteForm::Data(range)
    } else if rest.is_empty() {
        return broken(ctx.at(MISSING_ARGUMENT, name, "this sprite has no picture"));
    } else if rest.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_')) {
        let rows = Lines { lines: vec![range], close: None };
        rows_form(None, rows)
    } else {
        SpriteForm::File(range)
    };
    Ok(Shared::Chrome(Box::new(Chrome::Sprite(Sprite { name, form }))))
}

#[derive(Clone, Copy)]
struct Header {
    width: u32,
    height: u32,
    levels: u32,
    packed: bool,
    colored: bool,
}

/// `[WxH/16]`, `[WxH/16z]`, `[WxH/color]`.
fn header(cursor: &mut Cursor<'_>) -> Option<Header> {
    let mut ahead = *cursor;
    let number = |it: &str| it.parse().unwrap_or(u32::MAX);
    if !ahead.eat("[") {
        return None;
    }
    let width = number(ahead.digits()?);
    if !ahead.eat_word("x") {
        return None;
    }
    let height = number(ahead.digits()?);
    if !ahead.eat("/") {
        return None;
    }
    let colored = ahead.eat_word("color");
    let levels = if colored { 16 } else { number(ahead.digits()?) };
    let packed = !colored && ahead.eat_word("z");
    if !ahead.eat("]") {
        return None;
    }
    *cursor = ahead;
    Some(Header { width, height, levels, packed, colored })
}

fn check_levels(header: Option<Header>, cursor: Cursor<'_>, start: usize, ctx: &mut Context) {
    if let Some(header) = header
        && !header.colored
        && !matches!(header.levels, 4 | 8 | 16)
    {
        let range = cursor.range(start, cursor.pos);
        ctx.report(ctx.at(BAD_VALUE, range, "a sprite has 4, 8 or 16 grey levels"));
    }
}

fn rows_form(header: Option<Header>, rows: Lines) -> SpriteForm {
    SpriteForm::Rows {
        size: header.map(|it| (it.width, it.height, it.levels)),
        packed: header.is_some_and(|it| it.packed),
        colored: header.is_some_and(|it| it.colored),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, refuses};

    #[test]
    fn rows_svg_and_files_are_taken() {
        accepts(&[
            "sprite $a {\n0F\nF0\n}",
            "sprite $a [4x2/16] {\n0FF0\n0FF0\n}",
            "sprite a [4x2/16z] xyz",
            "sprite a <svg></svg>",
            "sprite a <svg>\n<g/>\n</svg>",
            "sprite $a some/file.png",
        ]);
    }

    #[test]
    fn empty_and_odd_sprites_are_refused() {
        refuses(&[
            ("sprite $a {\n}", "syntax/empty-block"),
            ("sprite $a [4x2/7] {\n0FF0\n}", "syntax/bad-value"),
            ("sprite $a {\n0FF0", "syntax/unclosed-block"),
        ]);
    }
}
