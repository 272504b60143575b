//! `map M {` … `}`, `json J {` … `}`, `json J value`: bodies that are rows or data. Every family with boxes has them.

use super::{color, link, name, outline, stereotypes};
use crate::ast::{Lines, Name, Table, TableKind, Text};
use crate::codes::{BAD_VALUE, UNCLOSED_BLOCK};
use crate::context::{Context, Miss, Read, broken};
use crate::cursor::Cursor;
use crate::reader::{Close, Reader};

/// `map ["long" as] NAME … {` rows `}`.
pub fn map(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<Table> {
    let start = cursor.pos;
    if !cursor.keyword("map") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let keyword = cursor.range(start, start + "map".len());
    let Some((code, shown)) = shown_first(&mut cursor) else { return Err(Miss::Other) };
    let mut found = Table::new(TableKind::Map, keyword, code, shown);
    cursor.blanks();
    found.stereotypes = stereotypes(&mut cursor);
    cursor.blanks();
    found.link = link(&mut cursor);
    cursor.blanks();
    if !cursor.rest().starts_with("##") {
        found.colors = color::lenient_set(&mut cursor, ctx);
        cursor.blanks();
    }
    found.outline = outline(&mut cursor, ctx);
    cursor.blanks();
    if !cursor.eat("{") || !cursor.at_end() {
        return Err(Miss::Other);
    }
    let Some(body) = reader.body(Close::Brace) else {
        let message = "this map has no `}` on a line of its own";
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, message));
    };
    found.text = Text::Lines(body);
    Ok(found)
}

/// `json NAME … {` data `}`, or a value on the same line.
pub fn json(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<Table> {
    let start = cursor.pos;
    if !cursor.keyword("json") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let keyword = cursor.range(start, start + "json".len());
    let Some((code, shown)) = name::declared(&mut cursor) else { return Err(Miss::Other) };
    let mut found = Table::new(TableKind::Json, keyword, code, shown);
    suffixes(&mut cursor, &mut found, ctx);
    let rest = cursor.rest();
    if rest == "{" {
        let Some(body) = json_body(reader) else {
            let message = "what stands between these braces is no valid JSON";
            return broken(ctx.at(BAD_VALUE, keyword, message).with_hint(
                "write `\"key\": value` pairs with commas between them, and the `}` on its own line",
            ));
        };
        found.text = Text::Lines(body);
        return Ok(found);
    }
    let is_word = |it: &str| it.eq_ignore_ascii_case(rest);
    let is_value = ["true", "false", "null"].into_iter().any(is_word)
        || rest.strip_prefix('-').unwrap_or(rest).chars().all(|it| it.is_ascii_digit())
        || rest.len() > 1 && rest.starts_with('"') && rest.ends_with('"')
        || rest.len() > 1 && rest.starts_with('[') && rest.ends_with(']')
        || rest.len() > 2 && rest.starts_with('{') && rest.ends_with('}');
    if rest.is_empty() || !is_value {
        return Err(Miss::Other);
    }
    if serde_json::from_str::<serde_json::Value>(&rest.to_ascii_lowercase()).is_err() {
        return broken(ctx.at(BAD_VALUE, cursor.rest_range(), "this is no valid JSON"));
    }
    found.text = Text::Line(cursor.rest_range());
    Ok(found)
}

/// The lines up to the first `}` that makes them JSON: nested objects may close on lines of their own.
fn json_body(reader: &mut Reader<'_>) -> Option<Lines> {
    let text = reader.lines.text;
    let mut data = String::from("{");
    let mut found = Lines::default();
    for at in reader.next..reader.stop {
        let line = reader.lines.all[at];
        let content = line.content.slice(text);
        if content == "}" {
            let whole = format!("{data}}}");
            let inner = data[1..].trim();
            let is_valid = |it: &str| serde_json::from_str::<serde_json::Value>(it).is_ok();
            if is_valid(&whole) || inner.starts_with('{') && is_valid(inner) {
                found.close = Some(line.content);
                reader.next = at + 1;
                return Some(found);
            }
        }
        data.push_str(content);
        data.push('\n');
        found.lines.push(line.raw);
    }
    None
}

/// `"long" as NAME` or `NAME`.
fn shown_first(cursor: &mut Cursor<'_>) -> Option<(Name, Option<Name>)> {
    let mut ahead = *cursor;
    if let Some(shown) = ahead.quoted() {
        if ahead.blanks() && ahead.keyword("as") && ahead.blanks() {
            let code = name::word(&mut ahead)?;
            *cursor = ahead;
            return Some((code, Some(shown)));
        }
        return None;
    }
    name::word(cursor).map(|it| (it, None))
}

/// Stereotypes, an address, one colour.
fn suffixes(cursor: &mut Cursor<'_>, found: &mut Table, ctx: &mut Context) {
    cursor.blanks();
    found.stereotypes = stereotypes(cursor);
    cursor.blanks();
    found.link = link(cursor);
    cursor.blanks();
    found.colors = color::lone_set(cursor, ctx);
    cursor.blanks();
}
