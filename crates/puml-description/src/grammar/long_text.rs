//! `node A [` … `]` and `usecase A as "` … `"`: an element whose text has several lines.

use puml_graph::Symbol;
use puml_syntax::ast::{Lines, Stereotype};
use puml_syntax::codes::UNCLOSED_BLOCK;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, TextRange, broken, is_quote};

use super::{Read, element, name};
use crate::ast::{Element, LongText, StmtKind};

/// In quotes, then in brackets.
pub(super) fn long_text(
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let Some((keyword, symbol)) = element::symbol(&mut cursor) else { return Err(Miss::Other) };
    let Some(mut element) = head(&mut cursor, keyword, symbol, ctx) else {
        return Err(Miss::Other);
    };
    let mut ahead = cursor;
    ahead.blanks();
    let close = if ahead.keyword("as") {
        ahead.blanks();
        let Some(quote) = ahead.peek().filter(|it| is_quote(*it)) else { return Err(Miss::Other) };
        ahead.advance(quote.len_utf8());
        Close::Quote
    } else if ahead.eat("[") {
        Close::Bracket
    } else {
        return Err(Miss::Other);
    };
    if ahead.rest().contains(['[', ']']) && close == Close::Bracket
        || ahead.rest().contains(is_quote) && close == Close::Quote
    {
        return Err(Miss::Other);
    }
    let Some(lines) = reader.body(close) else {
        let end = if close == Close::Bracket { "]" } else { "\"" };
        return broken(ctx.at(
            UNCLOSED_BLOCK,
            keyword,
            format!("this text has no closing `{end}`"),
        ));
    };
    element.text = Some(LongText { first: ahead.rest_range(), last: last(&lines, reader), lines });
    Ok(StmtKind::Element(Box::new(element)))
}

/// `archimate #color NAME <<icon>> [` … `]`.
pub(super) fn archimate(
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("archimate") || !cursor.text().ends_with('[') {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    cursor.blanks();
    let back = color::paint(&mut cursor, ctx);
    cursor.blanks();
    let Some(mut element) = head(&mut cursor, keyword, Symbol::Archimate, ctx) else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    if !cursor.eat("[") || !cursor.at_end() {
        return Err(Miss::Other);
    }
    element.colors = back.map(|it| puml_syntax::ast::ColorSet {
        range: it.range,
        back,
        ..puml_syntax::ast::ColorSet::default()
    });
    let Some(lines) = reader.body(Close::Bracket) else { return Err(Miss::Other) };
    element.text = Some(LongText { first: cursor.rest_range(), last: last(&lines, reader), lines });
    Ok(StmtKind::Element(Box::new(element)))
}

/// What stands before the opening mark.
fn head(
    cursor: &mut Cursor<'_>,
    keyword: TextRange,
    symbol: Symbol,
    ctx: &mut Context,
) -> Option<Element> {
    let code = name::bare(cursor)?;
    let stereotypes: Vec<Stereotype> = grammar::stereotypes(cursor);
    cursor.blanks();
    let link = grammar::link(cursor);
    cursor.blanks();
    let colors = color::lenient_set(cursor, ctx);
    Some(Element {
        keyword: Some(keyword),
        symbol,
        code,
        shown: None,
        stereotypes,
        tags: Vec::new(),
        link,
        colors,
        text: None,
    })
}

/// What stands before the mark that closes a text.
fn last(lines: &Lines, reader: &Reader<'_>) -> TextRange {
    let close = lines.close.unwrap_or_default();
    let text = close.slice(reader.lines.text);
    let mark = text.chars().next_back().map_or(0, char::len_utf8) as u32;
    TextRange::new(close.start, close.end - mark)
}
