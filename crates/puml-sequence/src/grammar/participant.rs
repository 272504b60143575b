//! `participant A`, `actor "Long name" as B <<st>> order 10 [[url]] #color`, `create C`.

use crate::ast::{ColorRef, Declaration, Name, Order, ParticipantKind, Shown, StmtKind};
use crate::codes::syntax::MISPLACED_SUFFIX;
use crate::grammar::Read;
use puml_syntax::TextRange;
use puml_syntax::codes::{
    IGNORED_COLOR, MISSING_ARGUMENT, UNCLOSED_BLOCK, UNCLOSED_QUOTE, UNEXPECTED_TEXT, UNQUOTED_NAME,
};
use puml_syntax::grammar::{self, color, link};
use puml_syntax::{Close, Reader};
use puml_syntax::{Context, Miss, broken};
use puml_syntax::{Cursor, is_blank, is_code, is_quote};

/// A declaration in any form.
pub(super) fn declaration(
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let start = cursor.pos;
    let mut create = None;
    let mut kind = kind(&mut cursor);
    if kind.is_none() {
        if !cursor.keyword("create") {
            return Err(Miss::Other);
        }
        create = Some(cursor.since(start));
        let mut ahead = cursor;
        ahead.advance(ahead.peek().filter(|it| is_blank(*it)).map_or(0, char::len_utf8));
        kind = self::kind(&mut ahead).filter(|_| ahead.peek().is_some_and(is_blank));
        if kind.is_some() {
            cursor = ahead;
        }
    }
    let keyword_end = cursor.pos;
    let keyword_start = kind.map_or(start, |it| keyword_end - it.keyword().len());
    let keyword = cursor.range(keyword_start, keyword_end);
    if !cursor.blanks() {
        if cursor.at_end() {
            let message = format!("`{}` needs a name", cursor.text());
            let finding = ctx.at(MISSING_ARGUMENT, keyword, message);
            return broken(
                finding
                    .with_hint("write `participant Name` or `participant \"Long name\" as Name`"),
            );
        }
        return Err(Miss::Other);
    }
    let name_start = cursor.pos;
    let Some((code, shown)) = names(&mut cursor) else {
        return broken(bad_name(cursor, name_start, ctx));
    };
    let stereotypes = grammar::stereotypes(&mut cursor);
    let order = order(&mut cursor);
    cursor.blanks();
    let link = link(&mut cursor);
    cursor.blanks();
    let color_start = cursor.pos;
    let color = color::set(&mut cursor, ctx);
    let mut color = match color {
        Some(set) if set.back.is_none_or(|it| it.range != set.range) => {
            // Only a plain fill is possible here; the reference refuses the longer form.
            let text = &cursor.text()[color_start..cursor.pos];
            color::report_unknown(text, set.range, ctx);
            Some(ColorRef { range: set.range, paint: None })
        }
        Some(set) => set.back,
        None => None,
    };
    cursor.blanks();
    let mut shown = shown.map(Shown::Name);
    if cursor.rest() == "[" && create.is_none() && kind == Some(ParticipantKind::Participant) {
        if shown.is_some() || code.quoted {
            return broken(ctx.at(
                UNEXPECTED_TEXT,
                cursor.rest_range(),
                "a head of several lines goes with a bare name only",
            ));
        }
        let Some(lines) = reader.body(Close::Bracket) else {
            let message = "the head of this participant is not closed by a line with `]`";
            return broken(ctx.at(UNCLOSED_BLOCK, cursor.rest_range(), message));
        };
        shown = Some(Shown::Lines(lines));
        if let Some(ignored) = color.take() {
            ctx.report(ctx.at(
                IGNORED_COLOR,
                ignored.range,
                "a participant with a head of several lines keeps its default color",
            ));
        }
    } else if !cursor.at_end() {
        return broken(bad_suffix(cursor, name_start, code, ctx));
    }
    Ok(StmtKind::Declaration(Box::new(Declaration {
        create,
        kind,
        keyword,
        code,
        shown,
        stereotypes,
        order,
        link,
        color,
    })))
}

fn kind(cursor: &mut Cursor<'_>) -> Option<ParticipantKind> {
    ParticipantKind::ALL.into_iter().find(|it| cursor.keyword(it.keyword()))
}

/// `code`, `"shown" as code`, `code as "shown"`, `shown as code`, `"code"`.
fn names(cursor: &mut Cursor<'_>) -> Option<(Name, Option<Name>)> {
    let first = cursor.name()?;
    let mut ahead = *cursor;
    if !ahead.blanks() || !ahead.keyword("as") || !ahead.blanks() {
        return Some((first, None));
    }
    let second = ahead.name()?;
    if first.quoted && second.quoted {
        return None;
    }
    *cursor = ahead;
    Some(if second.quoted { (first, Some(second)) } else { (second, Some(first)) })
}

fn order(cursor: &mut Cursor<'_>) -> Option<Order> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    if !ahead.keyword("order") || !ahead.blanks() {
        return None;
    }
    let from = ahead.pos;
    ahead.eat("-");
    let digits = ahead.digits()?;
    if digits.len() > 7 {
        return None;
    }
    let value = ahead.text()[from..ahead.pos].parse().ok()?;
    *cursor = ahead;
    Some(Order { range: ahead.since(start), value })
}

/// A name whose quote is closed before its `as`, or at its end.
fn closed(name: &str) -> String {
    match name.split_once(" as ") {
        Some((shown, code)) => format!("{}\" as {code}", shown.trim_end()),
        None => format!("{name}\""),
    }
}

fn bad_name(cursor: Cursor<'_>, start: usize, ctx: &Context) -> diag::Diagnostic {
    let rest = &cursor.text()[start..];
    if rest.starts_with(is_quote) && rest.chars().filter(|it| is_quote(*it)).count() < 2 {
        let range = cursor.range(start, cursor.text().len());
        return ctx
            .at(UNCLOSED_QUOTE, range, "this quoted name has no closing quote")
            .with_fix(ctx.guess("close the quote", range, &closed(rest)));
    }
    if rest.contains(" as \"") && rest.matches('"').count() == 1 {
        let end = cursor.text().len();
        return ctx
            .at(UNCLOSED_QUOTE, cursor.range(start, end), "the quoted name has no closing quote")
            .with_fix(ctx.guess("close the quote", cursor.range(end, end), "\""));
    }
    if let Some(finding) = quoted_twice(cursor, start, ctx) {
        return finding;
    }
    if let Some(name) = rest.strip_suffix(';').filter(|it| !it.contains(is_blank)) {
        let range = cursor.range(start + name.len(), cursor.text().len());
        return ctx.at(UNEXPECTED_TEXT, range, "no semicolon ends a line").with_fix(ctx.safe(
            "remove it",
            range,
            "",
        ));
    }
    let stop = start + name_part(rest);
    let text = &cursor.text()[start..stop];
    unquoted(text, cursor.range(start, stop), ctx)
}

/// `"Long name" as "L"`: the name that messages use has no quotes.
fn quoted_twice(cursor: Cursor<'_>, start: usize, ctx: &Context) -> Option<diag::Diagnostic> {
    let rest = &cursor.text()[start..];
    let (shown, behind) = rest.strip_prefix('"')?.split_once("\" as \"")?;
    let (code, _) = behind.split_once('"')?;
    let is_bare = !code.is_empty() && code.chars().all(is_code);
    if !is_bare || shown.contains('"') {
        return None;
    }
    let at = start + 1 + shown.len() + 5;
    let range = cursor.range(at, at + code.len() + 2);
    let message = format!("`\"{code}\"` is the name that messages use, and stands without quotes");
    Some(ctx.at(UNEXPECTED_TEXT, range, message).with_fix(ctx.safe(
        "remove the quotes",
        range,
        code,
    )))
}

/// How much of the text a writer who forgot the quotes meant as the name.
fn name_part(rest: &str) -> usize {
    let stops = [" as ", " <<", " #", " [[", " order "];
    stops.iter().filter_map(|it| rest.find(it)).min().unwrap_or(rest.len())
}

/// A name that needs quotes, with the quotes as a fix.
pub(super) fn unquoted(text: &str, range: TextRange, ctx: &Context) -> diag::Diagnostic {
    let bare: String = text.chars().filter(|it| !is_quote(*it)).collect();
    let bare = bare.trim().trim_matches('\'');
    let finding = ctx.at(UNQUOTED_NAME, range, format!("`{text}` is not a name without quotes"));
    if bare.is_empty() {
        return finding.with_hint("write a name between the quotes");
    }
    finding
        .with_hint("bare names have letters, digits, `_`, `.` and `@`; others go in double quotes")
        .with_fix(ctx.safe("put the name in quotes", range, &format!("\"{bare}\"")))
}

/// Something stands where the declaration should end.
fn bad_suffix(
    cursor: Cursor<'_>,
    name_start: usize,
    code: Name,
    ctx: &Context,
) -> diag::Diagnostic {
    let rest = cursor.rest();
    let range = cursor.rest_range();
    let lower = rest.to_ascii_lowercase();
    if ["<<", "order ", "[[", "#"].iter().any(|it| lower.starts_with(it)) {
        let finding = ctx
            .at(MISPLACED_SUFFIX, range, format!("`{rest}` stands in the wrong place or form"))
            .with_hint("the order is: name, `<<stereotype>>`, `order 10`, `[[link]]`, `#color`");
        return match reordered(&cursor.text()[name_start..]) {
            Some((at, text)) => {
                let range = cursor.range(name_start + at, cursor.text().len());
                finding.with_fix(ctx.safe("put them in order", range, &text))
            }
            None => finding,
        };
    }
    let named = &cursor.text()[name_start..cursor.pos];
    if let Some(at) = named.find(" as ").filter(|it| !named[it + 4..].contains(is_quote)) {
        let start = name_start + at + 4;
        let stop = start + name_part(&cursor.text()[start..]);
        return unquoted(&cursor.text()[start..stop], cursor.range(start, stop), ctx);
    }
    if !code.quoted && !lower.starts_with("as ") {
        let stop = name_start + name_part(&cursor.text()[name_start..]);
        if stop > cursor.pos {
            let name = &cursor.text()[name_start..stop];
            return unquoted(name, cursor.range(name_start, stop), ctx);
        }
    }
    ctx.at(UNEXPECTED_TEXT, range, format!("`{rest}` does not belong to a declaration"))
        .with_hint("a declaration is `participant \"Long name\" as Name <<st>> order 1 #color`")
}

/// What stands behind a name in the order that it needs, and where it begins; nothing where it has that order, or a part is
/// not known or stands there twice.
fn reordered(declaration: &str) -> Option<(usize, String)> {
    let quoted = declaration.rfind(is_quote).map_or(0, |it| it + 1);
    let tail = declaration.get(quoted..)?;
    let at =
        quoted + [" <<", " #", " [[", " order "].iter().filter_map(|it| tail.find(it)).min()?;
    let (mut stereotypes, mut parts) = (String::new(), [""; 3]);
    let mut rest = declaration[at..].trim_start();
    while !rest.is_empty() {
        let words = |count: usize| {
            let mut ends = rest.match_indices(is_blank).map(|it| it.0);
            ends.nth(count - 1).unwrap_or(rest.len())
        };
        let (place, length) = match rest {
            it if it.starts_with("<<") => (None, it.find(">>")? + 2),
            it if it.starts_with("order ") => (Some(0), words(2)),
            it if it.starts_with("[[") => (Some(1), it.find("]]")? + 2),
            it if it.starts_with('#') => (Some(2), words(1)),
            _ => return None,
        };
        let (part, behind) = rest.split_at(length);
        match place {
            None => stereotypes = format!("{stereotypes} {part}"),
            Some(place) if parts[place].is_empty() => parts[place] = part,
            Some(_) => return None,
        }
        rest = behind.trim_start();
    }
    let parts: String =
        parts.iter().filter(|it| !it.is_empty()).map(|it| format!(" {it}")).collect();
    let ordered = format!("{stereotypes}{parts}");
    (ordered != declaration[at..]).then_some((at, ordered))
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{ParticipantKind, Shown, StmtKind};

    #[test]
    fn every_suffix_in_its_order_is_taken() {
        accepts(&[
            "participant A",
            "ACTOR A",
            "queue \"Long name\" as q <<a>> <<(C,#ADD1B2) b>> order -3 [[http://x{tip} y]] #red-blue",
            "entity A as \"x y\"",
            "control Foo as f",
            "database “curly quotes” as d",
            "create A",
            "create collections \"A b\"",
            "participant é.1@x_y",
            "boundary A #ABC",
        ]);
    }

    #[test]
    fn wrong_names_and_orders_are_refused_with_the_code_that_helps() {
        refuses(&[
            ("participant", "syntax/missing-argument"),
            ("participant A B", "syntax/unquoted-name"),
            ("participant a-b", "syntax/unquoted-name"),
            ("actor :A:", "syntax/unquoted-name"),
            ("participant \"A", "syntax/unclosed-quote"),
            ("participant \"A\" as \"B\"", "syntax/unexpected-text"),
            ("participant A as B C", "syntax/unquoted-name"),
            ("participant A #red order 5", "syntax/misplaced-suffix"),
            ("participant A order 5 <<s>>", "syntax/misplaced-suffix"),
            ("participant A order 12345678", "syntax/misplaced-suffix"),
            ("participant A #nosuch", "syntax/unknown-color"),
            ("participant A #red;line:blue", "syntax/unknown-color"),
            ("participant A [", "syntax/unclosed-block"),
            ("participants are many", "syntax/unknown-statement"),
        ]);
    }

    #[test]
    fn either_side_of_as_may_be_the_long_name() {
        for line in ["actor \"Long\" as A", "actor A as \"Long\"", "actor Long as A"] {
            let StmtKind::Declaration(it) = kind(line) else { panic!("{line}") };
            assert_eq!(it.kind, Some(ParticipantKind::Actor));
            assert_eq!(it.code.range.slice(line), "A", "{line}");
            let Some(Shown::Name(shown)) = it.shown else { panic!("{line}") };
            assert_eq!(shown.range.slice(line), "Long", "{line}");
        }
    }

    #[test]
    fn a_head_of_several_lines_is_kept_whole() {
        let text = "participant A [\n  =Title\n  ----\n]";
        let StmtKind::Declaration(it) = kind(text) else { panic!() };
        let Some(Shown::Lines(lines)) = it.shown else { panic!() };
        assert_eq!(lines.lines.len(), 2);
    }
}
