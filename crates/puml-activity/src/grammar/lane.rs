//! `|lane|title`, `|#color|lane|title`, `swimlane lane as title`.

use puml_syntax::ast::ColorRef;
use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::color;
use puml_syntax::{Context, Cursor, Miss, broken};

use super::Read;
use crate::ast::{Lane, StmtKind};

/// `|Lane|`, with a colour or an alias before the title.
pub(super) fn bars(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if !cursor.eat("|") {
        return Err(Miss::Other);
    }
    let text = line.text();
    let mut color = None;
    let mut ahead = cursor;
    // `|#red|` alone is a lane of that name.
    if text.matches('|').count() > 2
        && let Some(found) = ground(&mut ahead, ctx)
    {
        color = Some(found);
        cursor = ahead;
    }
    let from = cursor.pos;
    let Some(length) = cursor.rest().find('|').filter(|it| *it > 0) else {
        let finding = ctx
            .at(UNKNOWN_STATEMENT, line.range(0, text.len()), "this swimlane has no second `|`")
            .with_hint("write `|name|` or `|name|title`");
        let end = line.range(text.len(), text.len());
        return broken(finding.with_fix(ctx.safe("add `|`", end, "|")));
    };
    let name = line.range(from, from + length);
    let title = from + length + 1;
    if text[title..].contains('|') {
        let finding = ctx
            .at(UNKNOWN_STATEMENT, line.range(title, text.len()), "a title has no `|`")
            .with_hint("write `|name|title`, or `|#color|name|title`");
        return broken(finding);
    }
    let said = text[title..].trim();
    let at = title + text[title..].find(said).unwrap_or(0);
    let title = (!said.is_empty()).then(|| line.range(at, at + said.len()));
    Ok(StmtKind::Lane(Box::new(Lane { name, title, color })))
}

/// `#color|`; a bar ends the colour, so that no gradient has one.
fn ground(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorRef> {
    let rest = cursor.rest().strip_prefix('#')?;
    let length = rest.find('|')?;
    let is_part = |it: char| color::is_word(it) || matches!(it, '-' | '\\' | '/');
    if length == 0 || !rest[..length].chars().all(is_part) {
        return None;
    }
    let from = cursor.pos;
    let found = color::resolve(*cursor, from, from + 1 + length, ctx);
    cursor.advance(length + 2);
    Some(found)
}

/// With its keyword.
pub(super) fn word(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if !cursor.keyword("swimlane") || !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    let mut ahead = cursor;
    let mut color = None;
    if let Some(found) = color::paint(&mut ahead, ctx)
        && ahead.blanks()
        && !ahead.at_end()
    {
        color = Some(found);
        cursor = ahead;
    }
    let from = cursor.pos;
    let text = line.text().trim_end();
    let lower = text.to_ascii_lowercase();
    let found = lower[from..].find(" as ").map(|it| from + it);
    let (end, title) = match found {
        Some(at) => {
            let title = at + 4 + (text[at + 4..].len() - text[at + 4..].trim_start().len());
            (at, (title < text.len()).then(|| line.range(title, text.len())))
        }
        None => (text.len(), None),
    };
    let name = line.range(from, text[..end].trim_end().len().max(from));
    Ok(StmtKind::Lane(Box::new(Lane { name, title, color })))
}
