//! `component A`, `actor "Long name" as B <<s>> #red`, `[A]`, `(use case)`, `:who:`, `() I`, `archimate`, `domain`.

use diag::Diagnostic;
use puml_graph::Symbol;
use puml_syntax::ast::{ColorSet, Stereotype};
use puml_syntax::codes::{MISSING_ARGUMENT, UNEXPECTED_TEXT, UNKNOWN_STATEMENT};
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, Miss, TextRange, broken};

use super::{Read, name};
use crate::ast::{Code, Element, Form, StmtKind};

/// A word before a name, with the blanks behind it.
pub(super) fn symbol(cursor: &mut Cursor<'_>) -> Option<(TextRange, Symbol)> {
    let start = cursor.pos;
    let mut ahead = *cursor;
    let mut words = Symbol::WORDS.into_iter().chain([("()", Symbol::Interface)]);
    let (_, symbol) = words.find(|(word, _)| {
        let mut tried = ahead;
        let found = tried.eat_word(word) && tried.peek().is_some_and(puml_syntax::is_blank);
        if found {
            ahead = tried;
        }
        found
    })?;
    let keyword = ahead.since(start);
    ahead.blanks();
    *cursor = ahead;
    Some((keyword, symbol))
}

/// Any element on one line.
pub(super) fn element(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let mut after = cursor;
    let word = symbol(&mut after);
    if let Some((keyword, symbol)) = word
        && let Some(found) = named(after, Some((keyword, symbol)), ctx)
    {
        return Ok(StmtKind::Element(Box::new(found)));
    }
    if let Some(found) = named(cursor, None, ctx) {
        let is_lone = found.code.form == Form::Bare && cursor.text().chars().all(name::is_word);
        if is_lone {
            return broken(lone(cursor, ctx));
        }
        return Ok(StmtKind::Element(Box::new(found)));
    }
    match word {
        Some((keyword, _)) => broken(refused(after, keyword, ctx)),
        None => Err(Miss::Other),
    }
}

/// A word alone is nothing; most often it is the name of an element whose word is missing.
fn lone(cursor: Cursor<'_>, ctx: &Context) -> Diagnostic {
    let word = cursor.text();
    let range = cursor.range(0, word.len());
    let finding = ctx.at(UNKNOWN_STATEMENT, range, format!("`{word}` alone is no statement"));
    finding
        .with_hint("say what it is: `component NAME`, `actor NAME`, `[NAME]`, `(NAME)` …")
        .with_fix(ctx.guess("make it a component", range, &format!("[{word}]")))
}

/// Why a line that begins with an element's word is no element.
fn refused(after: Cursor<'_>, keyword: TextRange, ctx: &mut Context) -> Diagnostic {
    if after.at_end() {
        return ctx.at(MISSING_ARGUMENT, keyword, "a name or a quoted name must follow");
    }
    let names = names(after);
    let furthest = names.into_iter().map(|it| it.after).max_by_key(|it| it.pos);
    let mut rest = furthest.unwrap_or(after);
    let mut quiet = Context { source: ctx.source, diagnostics: Vec::new() };
    suffix(&mut rest, &mut quiet);
    rest.blanks();
    let found = ctx.at(UNEXPECTED_TEXT, rest.rest_range(), "this cannot follow here");
    if rest.rest().ends_with('{') {
        return found
            .with_hint("this element holds nothing; a `rectangle`, `node` or `package` can");
    }
    found.with_hint("the order is: name, `as` name, $tag, <<stereotype>>, [[link]], #color")
}

fn named(
    mut cursor: Cursor<'_>,
    word: Option<(TextRange, Symbol)>,
    ctx: &mut Context,
) -> Option<Element> {
    // A colour before the name is read and means nothing.
    if cursor.eat("#") && cursor.skip(color::is_word) == 0 {
        return None;
    }
    cursor.blanks();
    for Named { code, shown, mut stereotypes, after } in names(cursor) {
        let mut rest = after;
        let reported = ctx.diagnostics.len();
        let suffix = suffix(&mut rest, ctx);
        if !rest.at_end() {
            ctx.diagnostics.truncate(reported);
            continue;
        }
        stereotypes.extend(suffix.stereotypes);
        let marks = shown.and_then(|it| it.form.symbol());
        let symbol = code.form.symbol().or(marks).or(word.map(|it| it.1)).unwrap_or(Symbol::Actor);
        return Some(Element {
            keyword: word.map(|it| it.0),
            symbol,
            code,
            shown,
            stereotypes,
            tags: suffix.tags,
            link: suffix.link,
            colors: suffix.colors,
            text: None,
        });
    }
    None
}

/// A name, perhaps with another one behind `as`.
struct Named<'a> {
    code: Code,
    shown: Option<Code>,
    stereotypes: Vec<Stereotype>,
    after: Cursor<'a>,
}

/// Everything that the names of an element may be.
fn names(cursor: Cursor<'_>) -> Vec<Named<'_>> {
    let mut found = Vec::new();
    let mut first: Vec<(Code, Cursor<'_>)> = name::quoted_any(cursor).collect();
    for read in [name::circle, name::marked, name::bare] {
        let mut ahead = cursor;
        if let Some(code) = read(&mut ahead) {
            first.push((code, ahead));
        }
    }
    for (code, after) in first {
        found.push(Named { code, shown: None, stereotypes: Vec::new(), after });
        let mut ahead = after;
        let stereotypes = grammar::stereotypes(&mut ahead);
        ahead.blanks();
        if !ahead.keyword("as") || !ahead.blanks() {
            continue;
        }
        let mut second = ahead;
        let other = name::circle(&mut second)
            .or_else(|| name::marked(&mut second))
            .or_else(|| name::bare(&mut second));
        match other {
            // Behind a name in quotes or marks stands the code; behind a bare one either.
            Some(other) if code.form != Form::Circle && other.form != Form::Quoted => {
                let (code, shown) = if code.form == Form::Bare && is_display(other.form) {
                    (code, other)
                } else {
                    (other, code)
                };
                found.push(Named { code, shown: Some(shown), stereotypes, after: second });
            }
            Some(other) if is_display(other.form) => {
                found.push(Named { code, shown: Some(other), stereotypes, after: second });
            }
            _ if code.form != Form::Quoted => {
                found.extend(name::quoted_any(ahead).map(|(shown, after)| Named {
                    code,
                    shown: Some(shown),
                    stereotypes: stereotypes.clone(),
                    after,
                }));
            }
            _ => {}
        }
    }
    found
}

/// Whether a name may be what is shown.
fn is_display(form: Form) -> bool {
    !matches!(form, Form::Bare | Form::Circle)
}

/// `[tags] [stereotypes] [tags] [link] [color]`.
pub(super) struct Suffix {
    pub(super) tags: Vec<TextRange>,
    pub(super) stereotypes: Vec<Stereotype>,
    pub(super) link: Option<puml_syntax::ast::Link>,
    pub(super) colors: Option<ColorSet>,
}

pub(super) fn suffix(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Suffix {
    let mut tags = name::tags(cursor);
    let stereotypes = grammar::stereotypes(cursor);
    tags.extend(name::tags(cursor));
    cursor.blanks();
    let link = grammar::link(cursor);
    cursor.blanks();
    let colors = color::lenient_set(cursor, ctx);
    cursor.blanks();
    Suffix { tags, stereotypes, link, colors }
}

/// `archimate #color NAME <<icon>>`, perhaps a container; without a colour two blanks stand before the name.
pub(super) fn archimate(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("archimate") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let back = color::paint(&mut cursor, ctx);
    if back.is_some() {
        cursor.blanks();
    }
    let colors = back.map(|it| ColorSet { range: it.range, back, ..ColorSet::default() });
    for Named { code, shown, mut stereotypes, after } in names(cursor) {
        if code.form == Form::Circle {
            continue;
        }
        let mut rest = after;
        stereotypes.extend(grammar::stereotypes(&mut rest));
        rest.blanks();
        if rest.at_end() {
            let element = Element {
                keyword: Some(keyword),
                symbol: Symbol::Archimate,
                code,
                shown,
                stereotypes,
                tags: Vec::new(),
                link: None,
                colors,
                text: None,
            };
            return Ok(StmtKind::Element(Box::new(element)));
        }
        if rest.eat("{") && rest.at_end() {
            return Ok(super::group::opened(
                keyword,
                Symbol::Archimate,
                (code, shown),
                stereotypes,
                colors,
            ));
        }
    }
    Err(Miss::Other)
}

/// `domain "Name" as CODE <<kind>>`, `requirement …`, perhaps containers.
pub(super) fn domain(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    let words = [("domain", Symbol::Domain), ("requirement", Symbol::Requirement)];
    let Some(symbol) = cursor.one_of(&words) else { return Err(Miss::Other) };
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(shown) = name::quoted(&mut cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    if !cursor.keyword("as") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(code) = name::bare(&mut cursor) else { return Err(Miss::Other) };
    let stereotypes = grammar::stereotypes(&mut cursor);
    let opens = cursor.eat("{");
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    if opens {
        return Ok(super::group::opened(keyword, symbol, (code, Some(shown)), stereotypes, None));
    }
    let element = Element {
        keyword: Some(keyword),
        symbol,
        code,
        shown: Some(shown),
        stereotypes,
        tags: Vec::new(),
        link: None,
        colors: None,
        text: None,
    };
    Ok(StmtKind::Element(Box::new(element)))
}
