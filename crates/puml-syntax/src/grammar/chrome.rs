//! What stands around the diagram: title, header, footer, legend, caption, frame, page, skin.

use crate::TextRange;
use crate::ast::{
    Alignment, Chrome, HeaderFooter, Legend, Lines, Page, Shared, Text, VerticalAlignment,
};
use crate::codes::{BAD_VALUE, EMPTY_BLOCK, MISSING_ARGUMENT, UNCLOSED_BLOCK};
use crate::context::{Context, Miss, Read, broken};
use crate::cursor::{Cursor, is_quote};
use crate::reader::{Close, Reader};

/// `title`, `caption`, `mainframe`.
pub fn title(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<Shared> {
    let start = cursor.pos;
    let Some(word) = ["title", "caption", "mainframe"].into_iter().find(|it| cursor.keyword(it))
    else {
        return Err(Miss::Other);
    };
    let keyword = cursor.since(start);
    if let Some(text) = line(&mut cursor) {
        return Ok(chrome(match word {
            "title" => Chrome::Title(Text::Line(text)),
            "caption" => Chrome::Caption(Text::Line(text)),
            _ => Chrome::Mainframe(text),
        }));
    }
    if word == "mainframe" || !cursor.at_end() {
        let message = format!("`{word}` needs a text with a letter or digit");
        return broken(ctx.at(MISSING_ARGUMENT, keyword, message));
    }
    let lines = block(word, keyword, ctx, reader)?;
    Ok(chrome(match word {
        "title" => Chrome::Title(Text::Lines(lines)),
        _ => Chrome::Caption(Text::Lines(lines)),
    }))
}

const ALIGNMENTS: [(&str, Alignment); 3] =
    [("left", Alignment::Left), ("right", Alignment::Right), ("center", Alignment::Center)];

/// `[left|right|center] header|footer`.
pub fn header(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<Shared> {
    let alignment = ALIGNMENTS.iter().find(|it| cursor.eat_word(it.0)).map(|it| it.1);
    cursor.blanks();
    let start = cursor.pos;
    let Some(word) = ["header", "footer"].into_iter().find(|it| cursor.keyword(it)) else {
        return Err(Miss::Other);
    };
    let keyword = cursor.since(start);
    let text = if let Some(text) = line(&mut cursor) {
        Text::Line(text)
    } else if cursor.at_end() {
        Text::Lines(block(word, keyword, ctx, reader)?)
    } else {
        let message = format!("`{word}` needs a text with a letter or digit");
        return broken(ctx.at(MISSING_ARGUMENT, keyword, message));
    };
    let it = HeaderFooter { alignment, text };
    Ok(chrome(if word == "header" { Chrome::Header(it) } else { Chrome::Footer(it) }))
}

/// `legend [top|bottom] [left|right|center]`, or `legend text`.
pub fn legend(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<Shared> {
    let start = cursor.pos;
    if !cursor.keyword("legend") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    let mut ahead = cursor;
    ahead.blanks();
    let vertical =
        ahead.one_of(&[("top", VerticalAlignment::Top), ("bottom", VerticalAlignment::Bottom)]);
    ahead.blanks();
    let horizontal = ahead.one_of(&ALIGNMENTS);
    let mut unclosed = None;
    if ahead.at_end() {
        match block("legend", keyword, ctx, reader) {
            Ok(lines) => {
                let text = Text::Lines(lines);
                return Ok(chrome(Chrome::Legend(Legend { vertical, horizontal, text })));
            }
            Err(miss) => unclosed = Some(miss),
        }
    }
    match (line(&mut cursor), unclosed) {
        (Some(text), _) => {
            let text = Text::Line(text);
            Ok(chrome(Chrome::Legend(Legend { vertical: None, horizontal: None, text })))
        }
        (None, Some(miss)) => Err(miss),
        (None, None) => broken(ctx.at(MISSING_ARGUMENT, keyword, "`legend` needs a text")),
    }
}

/// `page 2x3`, `minwidth 200`, `rotate`, `set separator x`, `skin name`.
pub fn settings(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read<Shared> {
    let start = cursor.pos;
    if cursor.keyword("page") {
        return page(cursor, ctx);
    }
    if cursor.keyword("rotate") && cursor.at_end() {
        return Ok(Shared::Inert { keyword: cursor.since(start) });
    }
    cursor.pos = start;
    if cursor.keyword("minwidth") {
        let keyword = cursor.since(start);
        cursor.blanks();
        if cursor.digits().is_some() && cursor.at_end() {
            return Ok(Shared::Inert { keyword });
        }
        return broken(ctx.at(MISSING_ARGUMENT, keyword, "`minwidth` needs a number of pixels"));
    }
    if cursor.keyword("set") {
        let keyword = cursor.since(start);
        cursor.blanks();
        let known = cursor.keyword("separator") || cursor.keyword("namespaceseparator");
        if known && cursor.blanks() && !cursor.at_end() {
            return Ok(Shared::Inert { keyword });
        }
        return Err(Miss::Other);
    }
    if cursor.keyword("skin") {
        return skin(cursor, cursor.since(start), ctx);
    }
    Err(Miss::Other)
}

const SKINS: [&str; 4] = ["plantuml", "rose", "debug", "sonyxperiadev"];

fn skin(mut cursor: Cursor<'_>, keyword: TextRange, ctx: &mut Context) -> Read<Shared> {
    cursor.blanks();
    let from = cursor.pos;
    let length = cursor.skip(|it| it.is_alphanumeric() || matches!(it, '_' | '.' | '-'));
    let range = cursor.since(from);
    if length == 0 || !cursor.at_end() {
        return broken(ctx.at(MISSING_ARGUMENT, keyword, "`skin` needs a name"));
    }
    let name = &cursor.text()[from..];
    if !SKINS.iter().any(|it| it.eq_ignore_ascii_case(name)) {
        let finding = ctx
            .at(BAD_VALUE, range, format!("there is no skin `{name}`"))
            .with_hint(format!("skins are {}", SKINS.map(|it| format!("`{it}`")).join(", ")));
        ctx.report(finding);
    }
    Ok(chrome(Chrome::Skin(range)))
}

fn page(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read<Shared> {
    cursor.blanks();
    let from = cursor.pos;
    let columns = cursor.digits();
    cursor.blanks();
    let times = cursor.eat_word("x");
    cursor.blanks();
    let rows = cursor.digits();
    let (Some(columns), true, Some(rows), true) = (columns, times, rows, cursor.at_end()) else {
        return Err(Miss::Other);
    };
    let number = |it: &str| it.parse().unwrap_or(u32::MAX);
    let (columns, rows) = (number(columns), number(rows));
    if columns == 0 || rows == 0 {
        ctx.report(ctx.at(BAD_VALUE, cursor.since(from), "a page grid has at least one cell"));
    }
    Ok(chrome(Chrome::Page(Page { columns, rows })))
}

/// The text on the keyword's line; quotes around all of it are dropped.
fn line(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    let blank = ahead.blanks();
    let colon = ahead.eat(":");
    if !blank && !colon {
        return None;
    }
    ahead.blanks();
    let rest = ahead.rest();
    let quoted = rest.starts_with(is_quote) && rest.chars().nth(1).is_some();
    if quoted && rest.ends_with(is_quote) {
        let open = rest.chars().next().map_or(0, char::len_utf8);
        let close = rest.chars().next_back().map_or(0, char::len_utf8);
        let range = ahead.range(ahead.pos + open, ahead.text().len() - close);
        ahead.pos = ahead.text().len();
        *cursor = ahead;
        return Some(range);
    }
    free_text(cursor)
}

/// `: text` or ` text`, with at least one letter, digit, `_` or `.`.
pub fn free_text(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let mut ahead = *cursor;
    let blank = ahead.blanks();
    let colon = ahead.eat(":");
    if !blank && !colon {
        return None;
    }
    ahead.blanks();
    let has_word = ahead.rest().chars().any(|it| it.is_alphanumeric() || matches!(it, '_' | '.'));
    let range = has_word.then(|| ahead.rest_range())?;
    ahead.pos = ahead.text().len();
    *cursor = ahead;
    Some(range)
}

fn block(
    word: &'static str,
    keyword: TextRange,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read<Lines> {
    let Some(lines) = reader.body(Close::Word(word)) else {
        let message = format!("this {word} has no `end {word}`");
        return broken(
            ctx.at(UNCLOSED_BLOCK, keyword, message)
                .with_hint(format!("write `{word} text`, or close the lines with `end {word}`")),
        );
    };
    let text = reader.lines.text;
    if lines.lines.iter().all(|it| it.slice(text).trim().is_empty()) {
        ctx.report(ctx.at(EMPTY_BLOCK, keyword, format!("this {word} is empty")));
    }
    Ok(lines)
}

fn chrome(it: Chrome) -> Shared {
    Shared::Chrome(Box::new(it))
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{Chrome, Shared, Text};

    #[test]
    fn lines_and_blocks_are_taken() {
        accepts(&[
            "title T",
            "title: T",
            "title \"quoted\"",
            "title\nx\nend title",
            "left header H",
            "center footer\nx\nendfooter",
            "legend top left\nx\nend legend",
            "legend : x",
            "legend right top",
            "caption\nx\nend caption",
            "mainframe sd x",
            "page 2x2",
            "skin rose",
            "rotate",
            "minwidth 200",
            "set separator none",
        ]);
        let Shared::Chrome(it) = kind("title \"quoted\"") else { panic!() };
        let Chrome::Title(Text::Line(range)) = *it else { panic!() };
        assert_eq!(range.slice("title \"quoted\""), "quoted");
    }

    #[test]
    fn empty_and_unclosed_ones_are_refused() {
        refuses(&[
            ("title ---", "syntax/missing-argument"),
            ("title\nend title", "syntax/empty-block"),
            ("header\nx", "syntax/unclosed-block"),
            ("mainframe", "syntax/missing-argument"),
            ("page 0x1", "syntax/bad-value"),
            ("skin nosuch", "syntax/bad-value"),
        ]);
    }
}
