//! `node A {`, `package "Long" as P <<s>> #red {`, `together {`, `}`.

use puml_graph::Symbol;
use puml_syntax::ast::{ColorSet, Stereotype};
use puml_syntax::grammar;
use puml_syntax::{Context, Cursor, Miss, TextRange, is_blank, is_quote};

use super::{Read, element, name};
use crate::ast::{Code, Form, Group, StmtKind};

/// A container that its line opens.
pub(super) fn group(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.text().ends_with('{') {
        return Err(Miss::Other);
    }
    let Some((keyword, symbol)) = element::symbol(&mut cursor) else { return Err(Miss::Other) };
    if !symbol.can_hold() {
        return Err(Miss::Other);
    }
    for (code, shown, mut stereotypes, after) in names(cursor) {
        let mut rest = after;
        let reported = ctx.diagnostics.len();
        let suffix = element::suffix(&mut rest, ctx);
        if !rest.eat("{") || !rest.at_end() {
            ctx.diagnostics.truncate(reported);
            continue;
        }
        stereotypes.extend(suffix.stereotypes);
        return Ok(StmtKind::Group(Box::new(Group {
            keyword,
            symbol: Some(symbol),
            code,
            shown,
            stereotypes,
            tags: suffix.tags,
            link: suffix.link,
            colors: suffix.colors,
        })));
    }
    Err(Miss::Other)
}

/// A container of `archimate` or a problem frame.
pub(super) fn opened(
    keyword: TextRange,
    symbol: Symbol,
    (code, shown): (Code, Option<Code>),
    stereotypes: Vec<Stereotype>,
    colors: Option<ColorSet>,
) -> StmtKind {
    StmtKind::Group(Box::new(Group {
        keyword,
        symbol: Some(symbol),
        code: Some(code),
        shown,
        stereotypes,
        tags: Vec::new(),
        link: None,
        colors,
    }))
}

type Named<'a> = (Option<Code>, Option<Code>, Vec<Stereotype>, Cursor<'a>);

/// Everything that the names of a container may be, in the reference's order.
fn names(cursor: Cursor<'_>) -> Vec<Named<'_>> {
    let mut found = Vec::new();
    for (shown, after) in name::quoted_any(cursor) {
        found.extend(with_other(shown, after));
    }
    let mut ahead = cursor;
    let first = id(&mut ahead);
    if let Some(first) = first {
        found.extend(with_other(first, ahead));
    }
    let mut quoted = cursor;
    if let Some(code) = name::quoted(&mut quoted) {
        found.push((Some(code), None, Vec::new(), quoted));
    }
    found.push((first, None, Vec::new(), ahead));
    found
}

/// A name with another one behind `as`.
fn with_other(first: Code, after: Cursor<'_>) -> Vec<Named<'_>> {
    let mut found = Vec::new();
    let mut ahead = after;
    let stereotypes = grammar::stereotypes(&mut ahead);
    ahead.blanks();
    if !ahead.keyword("as") || !ahead.blanks() {
        return found;
    }
    if first.form != Form::Quoted {
        for (shown, after) in name::quoted_any(ahead) {
            found.push((Some(first), Some(shown), stereotypes.clone(), after));
        }
    }
    if let Some(code) = id(&mut ahead) {
        found.push((Some(code), Some(first), stereotypes, ahead));
    }
    found
}

/// Anything without blanks, braces, `#` and quotes; marks around it do not count.
fn id(cursor: &mut Cursor<'_>) -> Option<Code> {
    let start = cursor.pos;
    let length = cursor.skip(|it| !is_blank(it) && !is_quote(it) && !matches!(it, '#' | '{' | '}'));
    if length == 0 {
        return None;
    }
    let text = &cursor.text()[start..cursor.pos];
    let pairs = [('[', ']', Form::Brackets), ('(', ')', Form::Parens), (':', ':', Form::Colons)];
    let marks = pairs
        .into_iter()
        .find(|it| text.len() > 2 && text.starts_with(it.0) && text.ends_with(it.1));
    let outer = cursor.since(start);
    Some(match marks {
        Some((.., form)) => Code { range: cursor.range(start + 1, cursor.pos - 1), outer, form },
        None => Code { range: outer, outer, form: Form::Bare },
    })
}

/// `together {`.
pub(super) fn together(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("together") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    cursor.blanks();
    if !cursor.eat("{") || !cursor.at_end() {
        return Err(Miss::Other);
    }
    Ok(StmtKind::Group(Box::new(Group {
        keyword,
        symbol: None,
        code: None,
        shown: None,
        stereotypes: Vec::new(),
        tags: Vec::new(),
        link: None,
        colors: None,
    })))
}

/// `}`.
pub(super) fn close(cursor: Cursor<'_>) -> Read {
    if cursor.text() == "}" { Ok(StmtKind::Close) } else { Err(Miss::Other) }
}
