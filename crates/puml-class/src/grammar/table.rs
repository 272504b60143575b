//! `object O {`, `map M {`, `json J {`, `json J 1`: bodies that are fields, rows or data.

use puml_syntax::ast::{Lines, Name};
use puml_syntax::codes::{BAD_VALUE, MISSING_ARGUMENT, UNCLOSED_BLOCK, UNEXPECTED_TEXT};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, broken};

use super::{Read, name};
use crate::ast::{Declaration, EntityKind, StmtKind};

/// `object NAME [<<s>>] [[[url]]] [#color] [{ … }]`.
pub(super) fn object(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("object") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let keyword = cursor.range(start, start + "object".len());
    let Some((code, shown)) = name::declared(&mut cursor) else {
        let message = "a name or a quoted name must follow";
        return broken(ctx.at(MISSING_ARGUMENT, keyword, message));
    };
    let mut found = Declaration { shown, ..Declaration::bare(keyword, EntityKind::Object, code) };
    suffixes(&mut cursor, &mut found, ctx);
    if cursor.at_end() {
        return Ok(StmtKind::Declaration(Box::new(found)));
    }
    if !cursor.eat("{")
        || !{
            cursor.blanks();
            cursor.at_end()
        }
    {
        let finding = ctx.at(UNEXPECTED_TEXT, cursor.rest_range(), "this cannot follow here");
        return broken(finding.with_hint(
            "the order is: name, `<<stereotype>>`, `[[link]]`, `#color`, `{`; each field has a line of its own",
        ));
    }
    let Some(body) = reader.body(Close::Brace) else {
        let message = "this object has no `}` on a line of its own";
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, message));
    };
    found.body = Some(body);
    Ok(StmtKind::Declaration(Box::new(found)))
}

/// `map ["long" as] NAME … {` rows `}`.
pub(super) fn map(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("map") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let keyword = cursor.range(start, start + "map".len());
    let Some((code, shown)) = shown_first(&mut cursor) else { return Err(Miss::Other) };
    let mut found = Declaration { shown, ..Declaration::bare(keyword, EntityKind::Map, code) };
    cursor.blanks();
    found.stereotypes = grammar::stereotypes(&mut cursor);
    cursor.blanks();
    found.link = grammar::link(&mut cursor);
    cursor.blanks();
    if !cursor.rest().starts_with("##") {
        found.colors = name::colors(&mut cursor, ctx);
        cursor.blanks();
    }
    found.outline = name::outline(&mut cursor, ctx);
    cursor.blanks();
    if !cursor.eat("{") || !cursor.at_end() {
        return Err(Miss::Other);
    }
    let Some(body) = reader.body(Close::Brace) else {
        let message = "this map has no `}` on a line of its own";
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, message));
    };
    found.body = Some(body);
    Ok(StmtKind::Declaration(Box::new(found)))
}

/// `json NAME … {` data `}`, or a value on the same line.
pub(super) fn json(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("json") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let keyword = cursor.range(start, start + "json".len());
    let Some((code, shown)) = name::declared(&mut cursor) else { return Err(Miss::Other) };
    let mut found = Declaration { shown, ..Declaration::bare(keyword, EntityKind::Json, code) };
    suffixes(&mut cursor, &mut found, ctx);
    let rest = cursor.rest();
    if rest == "{" {
        let Some(body) = json_body(reader) else {
            let message = "what stands between these braces is no valid JSON";
            return broken(ctx.at(BAD_VALUE, keyword, message).with_hint(
                "write `\"key\": value` pairs with commas between them, and the `}` on its own line",
            ));
        };
        found.body = Some(body);
        return Ok(StmtKind::Declaration(Box::new(found)));
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
    found.value = Some(cursor.rest_range());
    Ok(StmtKind::Declaration(Box::new(found)))
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
fn suffixes(cursor: &mut Cursor<'_>, found: &mut Declaration, ctx: &mut Context) {
    cursor.blanks();
    found.stereotypes = grammar::stereotypes(cursor);
    cursor.blanks();
    found.link = grammar::link(cursor);
    cursor.blanks();
    let from = cursor.pos;
    found.colors = color::set(cursor, ctx);
    if found.colors.is_some_and(|it| it.back.is_none_or(|back| back.range != it.range)) {
        let text = &cursor.text()[from..cursor.pos];
        color::report_unknown(text, cursor.since(from), ctx);
    }
    cursor.blanks();
}
