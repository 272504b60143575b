//! `class A`, `interface "Long" as B <T> <<s>> #red extends C {`, `() I`, `<> d`.

use puml_graph::Visibility as Mark;
use puml_syntax::ast::Name;
use puml_syntax::codes::{MISSING_ARGUMENT, UNCLOSED_BLOCK, UNEXPECTED_TEXT, UNQUOTED_NAME};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Close, Context, Cursor, Miss, Reader, TextRange, broken, is_blank};

use super::{Read, name};
use crate::ast::{Declaration, EntityKind, StmtKind};

const MARKS: [(&str, Mark); 4] =
    [("+", Mark::Public), ("-", Mark::Private), ("#", Mark::Protected), ("~", Mark::Package)];

/// The sign of a visibility before a keyword.
pub(super) fn mark(cursor: &mut Cursor<'_>) -> Option<Mark> {
    let found = MARKS.into_iter().find(|it| cursor.eat(it.0)).map(|it| it.1);
    cursor.blanks();
    found
}

/// `() name` and `<> name`.
pub(super) fn symbol(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    if cursor.eat("<>") {
        let keyword = cursor.since(start);
        cursor.blanks();
        let Some(code) = name::word(&mut cursor).filter(|_| cursor.at_end()) else {
            return Err(Miss::Other);
        };
        return Ok(done(Declaration::bare(keyword, EntityKind::Diamond, code)));
    }
    if !cursor.eat("()") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some((code, shown)) = aliased(&mut cursor) else { return Err(Miss::Other) };
    let mut found = Declaration { shown, ..Declaration::bare(keyword, EntityKind::Circle, code) };
    cursor.blanks();
    found.stereotypes = name::stereotypes(&mut cursor, ctx);
    cursor.blanks();
    found.link = grammar::link(&mut cursor);
    cursor.blanks();
    found.colors = color::lenient_set(&mut cursor, ctx);
    if cursor.at_end() { Ok(done(found)) } else { Err(Miss::Other) }
}

/// A name with every form of `as`: what is in quotes is shown.
pub(super) fn aliased(cursor: &mut Cursor<'_>) -> Option<(Name, Option<Name>)> {
    let first = cursor.quoted().or_else(|| name::wide(cursor))?;
    let mut ahead = *cursor;
    if !ahead.blanks() || !ahead.keyword("as") || !ahead.blanks() {
        return Some((first, None));
    }
    let Some(second) = ahead.quoted().or_else(|| name::wide(&mut ahead)) else {
        return Some((first, None));
    };
    *cursor = ahead;
    Some(if second.quoted && !first.quoted { (first, Some(second)) } else { (second, Some(first)) })
}

fn done(it: Declaration) -> StmtKind {
    StmtKind::Declaration(Box::new(it))
}

/// A class-like element, with its body where it has one.
pub(super) fn declaration(
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let visibility = mark(&mut cursor);
    let start = cursor.pos;
    let Some(kind) = keyword(&mut cursor) else { return Err(Miss::Other) };
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some((code, shown)) = name::declared(&mut cursor) else {
        let message = "a name or a quoted name must follow";
        return broken(ctx.at(MISSING_ARGUMENT, keyword, message));
    };
    let mut found = Declaration { visibility, shown, ..Declaration::bare(keyword, kind, code) };
    suffixes(&mut cursor, &mut found, ctx);
    let listed = lists(&mut cursor, &mut found);
    // Symbols without members have no body.
    let has_body = !matches!(kind, EntityKind::Circle | EntityKind::Diamond | EntityKind::Map);
    if cursor.at_end() {
        if listed == Lists::Generic {
            let message = "a type parameter of a parent needs a body behind it";
            return broken(ctx.at(UNEXPECTED_TEXT, cursor.range(0, cursor.pos), message));
        }
        // A brace alone on the very next line opens the body.
        let next = reader.lines.all.get(reader.next).filter(|_| reader.next < reader.stop);
        if !has_body || next.is_none_or(|it| it.content.slice(reader.lines.text) != "{") {
            return Ok(done(found));
        }
        reader.advance();
    } else if has_body && cursor.eat("{") {
        cursor.blanks();
        if cursor.eat("}") && cursor.at_end() && listed == Lists::Plain {
            return Ok(done(found));
        }
        if !cursor.at_end() {
            let message = "the body begins on the brace's line";
            let finding = ctx.at(UNEXPECTED_TEXT, cursor.rest_range(), message);
            return broken(
                finding.with_hint("each member stands on a line of its own, and so does the `}`"),
            );
        }
    } else {
        return broken(misplaced(cursor, keyword, code, ctx));
    }
    let Some(body) = reader.body(Close::Brace) else {
        let message = "this body has no `}` on a line of its own";
        return broken(ctx.at(UNCLOSED_BLOCK, keyword, message));
    };
    found.body = Some(body);
    Ok(done(found))
}

/// What stands between the name and the parents, in the only order that is taken.
fn suffixes(cursor: &mut Cursor<'_>, found: &mut Declaration, ctx: &mut Context) {
    cursor.blanks();
    found.generic = name::generic(cursor);
    found.tags = grammar::tags(cursor);
    cursor.blanks();
    found.stereotypes = name::stereotypes(cursor, ctx);
    found.tags.extend(grammar::tags(cursor));
    cursor.blanks();
    found.link = grammar::link(cursor);
    cursor.blanks();
    if !cursor.rest().starts_with("##") {
        found.colors = color::lenient_set(cursor, ctx);
        cursor.blanks();
    }
    found.outline = grammar::outline(cursor, ctx);
    cursor.blanks();
}

/// How the lists of parents are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lists {
    Plain,
    /// One ends in a type parameter.
    Generic,
}

fn lists(cursor: &mut Cursor<'_>, found: &mut Declaration) -> Lists {
    let mut form = Lists::Plain;
    for (word, list) in [("extends", &mut found.extends), ("implements", &mut found.implements)] {
        let mut ahead = *cursor;
        if !ahead.before().is_some_and(is_blank) || !ahead.keyword(word) || !ahead.blanks() {
            continue;
        }
        let (names, after) = parents(ahead);
        if names.is_empty() {
            continue;
        }
        *list = names;
        *cursor = after;
        let mut behind = after;
        behind.blanks();
        if name::generic(&mut behind).is_some() {
            form = Lists::Generic;
            *cursor = behind;
        }
        cursor.blanks();
    }
    form
}

/// Names between commas, or one name in quotes.
fn parents(mut cursor: Cursor<'_>) -> (Vec<Name>, Cursor<'_>) {
    let mut found = Vec::new();
    loop {
        // A comma joins chunks of a name elsewhere; here it always ends one.
        let is_one = |name: &Name, after: &Cursor<'_>| {
            name.quoted || !cursor.text()[cursor.pos..after.pos].contains(',')
        };
        let Some((name, after)) = name::ends(cursor).into_iter().find(|(name, after)| {
            is_one(name, after) && after.peek().is_none_or(|it| is_blank(it) || ",{<".contains(it))
        }) else {
            return (found, cursor);
        };
        found.push(name);
        cursor = after;
        let mut ahead = cursor;
        ahead.blanks();
        if !ahead.eat(",") {
            return (found, cursor);
        }
        ahead.blanks();
        cursor = ahead;
    }
}

/// The finding for text that does not fit behind a name, with the way out that is most likely meant.
fn misplaced(
    cursor: Cursor<'_>,
    keyword: TextRange,
    code: Name,
    ctx: &Context,
) -> diag::Diagnostic {
    let rest = cursor.rest_range();
    let mut alias = cursor;
    if !code.quoted && alias.keyword("as") && alias.blanks() {
        let second = alias.rest();
        let name = &second[..second.find([' ', '{', '<', '#']).unwrap_or(second.len())];
        let at = alias.range(alias.pos, alias.pos + name.len());
        let finding = ctx.at(UNQUOTED_NAME, at, "one of the two names must stand in quotes");
        return finding
            .with_hint("the quoted name is shown, the other one is used in links")
            .with_fix(ctx.guess("quote the name that is shown", at, &format!("\"{name}\"")));
    }
    let is_word = cursor.peek().is_some_and(char::is_alphanumeric);
    if is_word && !code.quoted && !cursor.rest().contains(['{', '<', '#', '[']) {
        let whole = TextRange::new(code.range.start, rest.end);
        let text = cursor.text();
        let shown = &text[text.len() - (whole.end - whole.start) as usize..];
        let finding = ctx.at(UNQUOTED_NAME, whole, "a name with blanks needs quotes");
        return finding.with_fix(ctx.guess("put quotes around it", whole, &format!("\"{shown}\"")));
    }
    let _ = keyword;
    ctx.at(UNEXPECTED_TEXT, rest, "this cannot follow here").with_hint(
        "the order is: name, `<generic>`, `$tag`, `<<stereotype>>`, `[[link]]`, `#color`, `##line`, `extends`, `implements`, `{`",
    )
}

fn keyword(cursor: &mut Cursor<'_>) -> Option<EntityKind> {
    EntityKind::KEYWORDS.into_iter().filter(|it| it.1 != EntityKind::Object).find_map(
        |(words, kind)| {
            let mut ahead = *cursor;
            let mut all = words.split(' ');
            let found = all.next().is_some_and(|it| ahead.keyword(it))
                && all.all(|it| ahead.blanks() && ahead.keyword(it));
            found.then(|| {
                *cursor = ahead;
                kind
            })
        },
    )
}
