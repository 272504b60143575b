//! `state A`, `state "Long" as A <<choice>> #red : text`, `state A {`, `frame F {`, `}`, `--`, `||`, `A : text`.

use puml_syntax::ast::Name;
use puml_syntax::codes::{MISSING_ARGUMENT, UNEXPECTED_TEXT, UNQUOTED_NAME};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, Miss, TextRange, broken, is_blank, is_code};

use super::Read;
use crate::ast::{Container, Declaration, Description, Separator, StmtKind};

/// A state, on one line or up to the brace that opens it.
pub(super) fn state(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("state") || !cursor.peek().is_some_and(is_blank) {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    cursor.blanks();
    let (mut found, mut cursor) = declaration(keyword, cursor, ctx)?;
    found.tags = grammar::tags(&mut cursor);
    let glued = !found.tags.is_empty();
    let before = cursor.pos;
    found.stereotypes = grammar::stereotypes(&mut cursor);
    if !found.stereotypes.is_empty() && glued && cursor.text()[before..].starts_with(is_blank) {
        let gap = cursor.range(before, before + leading_blanks(&cursor.text()[before..]));
        return broken(not_glued(gap, ctx));
    }
    if cursor.peek() == Some('$') && !found.stereotypes.is_empty() {
        let end = cursor.text()[..cursor.pos].trim_end_matches(is_blank).len();
        if end < cursor.pos {
            return broken(not_glued(cursor.range(end, cursor.pos), ctx));
        }
        found.tags.extend(grammar::tags(&mut cursor));
    }
    finished(found, cursor, Container::State, ctx)
}

/// A frame around states.
pub(super) fn frame(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("frame") || !cursor.peek().is_some_and(is_blank) {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    cursor.blanks();
    let (mut found, mut cursor) = declaration(keyword, cursor, ctx)?;
    found.stereotypes = grammar::stereotypes(&mut cursor);
    finished(found, cursor, Container::Frame, ctx)
}

fn leading_blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(is_blank).len()
}

fn not_glued(gap: TextRange, ctx: &Context) -> diag::Diagnostic {
    ctx.at(UNEXPECTED_TEXT, gap, "no blank may stand between a tag and a stereotype here")
        .with_fix(ctx.safe("remove the blank", gap, ""))
}

/// The names behind the keyword.
fn declaration<'a>(
    keyword: TextRange,
    mut cursor: Cursor<'a>,
    ctx: &Context,
) -> Result<(Declaration, Cursor<'a>), Miss> {
    let Some((code, shown)) = names(&mut cursor) else {
        let message = "a name must follow";
        return Err(Miss::Broken(Box::new(
            ctx.at(MISSING_ARGUMENT, keyword, message)
                .with_hint("write `state A`, or `state \"long name\" as A`"),
        )));
    };
    let found = Declaration {
        keyword,
        code,
        shown,
        tags: Vec::new(),
        stereotypes: Vec::new(),
        link: None,
        colors: None,
        outline: None,
        text: None,
    };
    Ok((found, cursor))
}

/// `A as "long"`, `"long" as A`, `A`, `"long"`.
fn names(cursor: &mut Cursor<'_>) -> Option<(Name, Option<Name>)> {
    let first = cursor.quoted().or_else(|| code(cursor))?;
    let mut ahead = *cursor;
    if !ahead.blanks() || !ahead.keyword("as") || !ahead.blanks() {
        return Some((first, None));
    }
    let second = if first.quoted { code(&mut ahead) } else { ahead.quoted() };
    let Some(second) = second else { return Some((first, None)) };
    *cursor = ahead;
    Some(if first.quoted { (second, Some(first)) } else { (first, Some(second)) })
}

/// Letters, digits, `_` and `.`.
pub(super) fn code(cursor: &mut Cursor<'_>) -> Option<Name> {
    let start = cursor.pos;
    (cursor.skip(|it| is_code(it) && it != '@') > 0)
        .then(|| Name { range: cursor.since(start), quoted: false })
}

/// Link, colours, outline, and how the line ends.
fn finished(
    mut found: Declaration,
    mut cursor: Cursor<'_>,
    container: Container,
    ctx: &mut Context,
) -> Read {
    cursor.blanks();
    found.link = grammar::link(&mut cursor);
    cursor.blanks();
    if !cursor.rest().starts_with("##") {
        found.colors = color::lenient_set(&mut cursor, ctx);
        cursor.blanks();
    }
    found.outline = grammar::outline(&mut cursor, ctx);
    let blank = cursor.blanks() || cursor.before().is_some_and(is_blank);
    let mut ahead = cursor;
    let opens = ahead.eat("{") || blank && ahead.keyword("begin");
    if opens && ahead.at_end() && !(found.code.quoted && found.shown.is_none()) {
        return Ok(StmtKind::Open(container, Box::new(found)));
    }
    if container == Container::State {
        if let Some(text) = cursor.colon_text() {
            found.text = Some(text);
        }
        if cursor.at_end() {
            return Ok(StmtKind::State(Box::new(found)));
        }
    }
    broken(unexpected(&found, cursor, ctx))
}

fn unexpected(found: &Declaration, cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let range = cursor.rest_range();
    let rest = cursor.rest();
    if let Some(inside) = rest.strip_prefix('{') {
        if rest == "{" {
            let message = "a composite state needs a code of its own";
            return ctx
                .at(MISSING_ARGUMENT, found.code.range, message)
                .with_hint("write `state \"long name\" as short {`");
        }
        let mut inside = inside.trim().to_owned();
        let finding = ctx
            .at(UNEXPECTED_TEXT, range, "what stands inside begins on the next line")
            .with_hint("`{` ends its line, and `}` stands on a line of its own");
        if let Some(text) = inside.strip_suffix('}') {
            inside = text.trim().to_owned();
        }
        let lines = if inside.is_empty() { "{\n}".to_owned() } else { format!("{{\n{inside}\n}}") };
        return finding.with_fix(ctx.safe("put the braces on lines of their own", range, &lines));
    }
    if found.shown.is_none() && !found.code.quoted && rest.starts_with("as ") {
        let message = "one of the two names must stand in quotes";
        return ctx
            .at(UNQUOTED_NAME, found.code.range, message)
            .with_hint("write `state \"long name\" as short`");
    }
    if rest.starts_with(|it: char| !is_blank(it) && !matches!(it, '#' | '<' | '[' | '$'))
        && found.shown.is_none()
        && !found.code.quoted
    {
        let message = "the name of a state is made of letters, digits, `_` and `.`";
        let word = rest.split(['{', ':', '#', '<']).next().unwrap_or_default().trim_end();
        let start = found.code.range.start;
        let end = range.start + word.len() as u32;
        let whole = TextRange::new(start, end.max(found.code.range.end));
        let finding = ctx.at(UNQUOTED_NAME, whole, message);
        return finding.with_hint("write `state \"any text\" as name`");
    }
    ctx.at(UNEXPECTED_TEXT, range, "this cannot follow here").with_hint(
        "the order is: name, `$tag`, `<<stereotype>>`, `[[link]]`, `#color`, `##outline`, then `: text` or `{`",
    )
}

/// `}`, `end state`, `endstate`.
pub(super) fn close(cursor: Cursor<'_>) -> Read {
    let text = cursor.text();
    let ends = |it: &str| text.eq_ignore_ascii_case(it);
    if text == "}" || ends("endstate") || ends("end state") || ends("end\tstate") {
        Ok(StmtKind::Close)
    } else {
        Err(Miss::Other)
    }
}

/// `--` and `||`, two or more.
pub(super) fn region(cursor: Cursor<'_>) -> Read {
    let text = cursor.text();
    let is_all = |it: u8| text.len() > 1 && text.bytes().all(|at| at == it);
    if is_all(b'-') {
        Ok(StmtKind::Region(Separator::Horizontal))
    } else if is_all(b'|') {
        Ok(StmtKind::Region(Separator::Vertical))
    } else {
        Err(Miss::Other)
    }
}

/// `A : text`.
pub(super) fn description(mut cursor: Cursor<'_>) -> Read {
    let Some(state) = cursor.quoted().or_else(|| code(&mut cursor)) else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    let Some(text) = cursor.colon_text() else { return Err(Miss::Other) };
    Ok(StmtKind::Description(Description { state, text }))
}
