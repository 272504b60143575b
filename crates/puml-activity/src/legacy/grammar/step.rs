//! The ends of links: circles, bars, names, texts.

use puml_syntax::ast::Text;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Cursor, is_quote};

use crate::legacy::ast::{Step, StepName};

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '_' | '.')
}

/// `(*)`, `(*top)`, `(*2)`.
fn circle(cursor: &mut Cursor<'_>) -> Option<StepName> {
    let mut ahead = *cursor;
    if !ahead.eat("(*") {
        return None;
    }
    let from = ahead.pos;
    ahead.skip(char::is_alphanumeric);
    let range = ahead.since(from);
    if !ahead.eat(")") {
        return None;
    }
    *cursor = ahead;
    Some(StepName::Circle(range))
}

/// `===B===`.
fn bar(cursor: &mut Cursor<'_>) -> Option<StepName> {
    let mut ahead = *cursor;
    if ahead.skip(|it| it == '=') < 2 {
        return None;
    }
    ahead.blanks();
    let from = ahead.pos;
    if ahead.skip(is_word) == 0 {
        return None;
    }
    let range = ahead.since(from);
    ahead.blanks();
    if ahead.skip(|it| it == '=') < 2 {
        return None;
    }
    *cursor = ahead;
    Some(StepName::Bar(range))
}

/// `"text"`, perhaps with `as code`.
fn quoted(cursor: &mut Cursor<'_>) -> Option<StepName> {
    let mut ahead = *cursor;
    let text = ahead.quoted()?;
    *cursor = ahead;
    let code = alias(cursor);
    Some(StepName::Action { text: Text::Line(text.range), code })
}

/// `as code`.
pub(super) fn alias(cursor: &mut Cursor<'_>) -> Option<puml_syntax::TextRange> {
    let mut ahead = *cursor;
    ahead.blanks();
    if !ahead.keyword("as") || !ahead.blanks() {
        return None;
    }
    let from = ahead.pos;
    if ahead.skip(is_word) == 0 {
        return None;
    }
    *cursor = ahead;
    Some(ahead.since(from))
}

/// A step before an arrow.
pub(super) fn source(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Step> {
    let mut ahead = *cursor;
    let name = circle(&mut ahead)
        .or_else(|| bar(&mut ahead))
        .or_else(|| quoted(&mut ahead))
        .or_else(|| {
            let from = ahead.pos;
            (ahead.skip(is_word) > 0)
                .then(|| StepName::Action { text: Text::Line(ahead.since(from)), code: None })
        })?;
    let stereotypes = grammar::stereotypes(&mut ahead).iter().map(|it| it.label).collect();
    ahead.blanks();
    let colors = color::set(&mut ahead, ctx);
    ahead.blanks();
    *cursor = ahead;
    Some(Step { name, stereotypes, partition: None, colors })
}

/// What may follow the target of a link, up to the end.
pub(super) fn tail(name: StepName, mut cursor: Cursor<'_>, ctx: &mut Context) -> Option<Step> {
    let stereotypes = grammar::stereotypes(&mut cursor).iter().map(|it| it.label).collect();
    cursor.blanks();
    let mut partition = None;
    let mut ahead = cursor;
    if ahead.keyword("in") && ahead.blanks() {
        let from = ahead.pos;
        partition = match ahead.quoted() {
            Some(name) => Some(name.range),
            None => (ahead.skip(|it| !it.is_whitespace()) > 0).then(|| ahead.since(from)),
        };
        if partition.is_some() {
            cursor = ahead;
            cursor.blanks();
        }
    }
    let reported = ctx.diagnostics.len();
    let colors = color::set(&mut cursor, ctx);
    cursor.blanks();
    if !cursor.at_end() {
        ctx.diagnostics.truncate(reported);
        return None;
    }
    Some(Step { name, stereotypes, partition, colors })
}

/// A step behind an arrow, up to the end of the line.
pub(super) fn target(cursor: Cursor<'_>, ctx: &mut Context) -> Option<Step> {
    if cursor.rest() == "{" {
        let (stereotypes, partition, colors) = (Vec::new(), None, None);
        return Some(Step { name: StepName::Open, stereotypes, partition, colors });
    }
    let mut ahead = cursor;
    let named = circle(&mut ahead).or_else(|| bar(&mut ahead)).or_else(|| quoted(&mut ahead));
    if let Some(name) = named {
        return tail(name, ahead, ctx);
    }
    let first = cursor.peek()?;
    if is_quote(first) || !(first.is_alphanumeric() || first == '_') {
        return None;
    }
    // The shortest text behind which only a stereotype, a partition or a colour stands.
    let text = cursor.text();
    let ends = text[cursor.pos..].char_indices().map(|it| cursor.pos + it.0).skip(1);
    let is_end = |at: &usize| {
        text[..*at].ends_with(|it: char| !it.is_whitespace())
            && text[*at..].starts_with(|it: char| it.is_whitespace() || it == '<' || it == '#')
    };
    for at in ends.filter(is_end).chain([text.len()]) {
        let mut after = cursor;
        after.pos = at;
        let range = cursor.range(cursor.pos, at);
        let name = StepName::Action { text: Text::Line(range), code: None };
        if let Some(step) = tail(name, after, ctx) {
            return Some(step);
        }
    }
    None
}
