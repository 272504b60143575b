//! Habits from other languages: comments, words that end groups, commands in two words, quotes that are not closed.

use puml_syntax::codes::{MALFORMED_ARROW, UNCLOSED_QUOTE, UNKNOWN_STATEMENT};
use puml_syntax::{Context, Cursor, is_blank, is_code, is_quote};

use super::diagnose::outside_quotes;
use super::participant;

/// Commands that people write in two words.
const JOINED: [&str; 4] = ["autonumber", "autoactivate", "newpage", "mainframe"];

/// Words with which other languages end a group.
const ENDS: [&str; 8] =
    ["endif", "endloop", "endalt", "endgroup", "endopt", "endpar", "endcritical", "endbreak"];

/// A line that another language would understand, with the repair.
pub(super) fn foreign(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    comment(cursor, ctx).or_else(|| joined(cursor, ctx)).or_else(|| ending(cursor, ctx))
}

fn comment(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    let whole = cursor.range(0, text.len());
    let finding = |sign: &str| {
        ctx.at(UNKNOWN_STATEMENT, whole, format!("`{sign}` begins no comment here"))
            .with_hint("a comment starts with `'`, or stands between `/'` and `'/`")
    };
    if let Some(rest) = text.strip_prefix("//") {
        let fix = ctx.safe("write it with `'`", whole, &format!("'{rest}"));
        return Some(finding("//").with_fix(fix));
    }
    if let Some(rest) = text.strip_prefix("/*") {
        let written = match rest.strip_suffix("*/") {
            Some(inner) => format!("'{}", inner.trim_end()),
            // Each line becomes a comment of its own, so that none swallows the diagram.
            None => format!("'{rest}"),
        };
        return Some(finding("/*").with_fix(ctx.safe("write it with `'`", whole, &written)));
    }
    if let Some(rest) = text.strip_suffix("*/") {
        let message = "`*/` ends no comment here";
        let rest = rest.trim().trim_start_matches('*').trim();
        let fix = ctx.guess("write it with `'`", whole, &format!("' {rest}"));
        return Some(ctx.at(UNKNOWN_STATEMENT, whole, message).with_fix(fix));
    }
    if let Some(rest) = text.strip_prefix("<!--") {
        let inner = rest.strip_suffix("-->").unwrap_or(rest).trim();
        let fix = ctx.safe("write it with `'`", whole, &format!("' {inner}"));
        return Some(finding("<!--").with_fix(fix));
    }
    let is_prose = !text.contains(['<', '>', ':', '"']) && text.split_whitespace().count() > 2;
    let signs: &[&str] = if is_prose { &["# ", "* ", "-- "] } else { &["# ", "* "] };
    let sign = signs.iter().find(|it| text.starts_with(**it))?;
    let rest = &text[sign.len()..];
    Some(finding(sign.trim_end()).with_fix(ctx.guess(
        "write it with `'`",
        whole,
        &format!("' {rest}"),
    )))
}

/// `auto number` for `autonumber`.
fn joined(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?, words.next()?);
    let both = format!("{first}{second}").to_ascii_lowercase();
    let word = JOINED.into_iter().find(|it| *it == both)?;
    let end = text[first.len()..].find(second)? + first.len() + second.len();
    let range = cursor.range(0, end);
    Some(ctx.at(UNKNOWN_STATEMENT, range, format!("`{word}` is one word")).with_fix(ctx.safe(
        format!("write `{word}`"),
        range,
        word,
    )))
}

/// `endif` for `end`.
fn ending(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    let whole = cursor.range(0, text.len());
    if ENDS.iter().any(|it| it.eq_ignore_ascii_case(text)) {
        return Some(
            ctx.at(UNKNOWN_STATEMENT, whole, format!("`{text}` begins no statement"))
                .with_hint("a group ends with `end`")
                .with_fix(ctx.safe("write `end`", whole, "end")),
        );
    }
    let word = text.split_whitespace().next()?;
    let is_branch = ["elseif", "elif", "elsif"].iter().any(|it| it.eq_ignore_ascii_case(word));
    is_branch.then(|| {
        let range = cursor.range(0, word.len());
        ctx.at(UNKNOWN_STATEMENT, range, format!("`{word}` begins no statement"))
            .with_hint("a further branch is another `else`")
            .with_fix(ctx.safe("write `else`", range, "else"))
    })
}

/// A name behind an arrow whose quote is not closed.
pub(super) fn open_quote(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    if text.chars().filter(|it| is_quote(*it)).count() != 1 {
        return None;
    }
    let open = text.find(is_quote)?;
    let arrows = ["->", "<-", "--"];
    let Some(arrow) = arrows.iter().filter_map(|it| outside_quotes(text, it)).min() else {
        // The name before the arrow.
        let arrow = open + arrows.iter().filter_map(|it| text[open..].find(it)).min()?;
        let end = text[..arrow].trim_end().len();
        return (end > open + 1).then(|| unclosed(cursor, open, end, ctx));
    };
    if open < arrow {
        return None;
    }
    let name = &text[open..];
    let end = open + name.find(':').unwrap_or(name.len());
    let end = open + text[open..end].trim_end().len();
    (end > open + 1).then(|| unclosed(cursor, open, end, ctx))
}

fn unclosed(cursor: Cursor<'_>, open: usize, end: usize, ctx: &Context) -> diag::Diagnostic {
    ctx.at(UNCLOSED_QUOTE, cursor.range(open, end), "this quoted name has no closing quote")
        .with_fix(ctx.guess("close the quote", cursor.range(end, end), "\""))
}

/// A name behind an arrow that a hyphen cuts in two.
pub(super) fn hyphenated(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    let head = &text[..outside_quotes(text, ":").unwrap_or(text.len())];
    let at = ["->>", "->", "--"].iter().filter_map(|it| Some(head.rfind(it)? + it.len())).max()?;
    let name = head[at..].trim();
    let is_name = name.split('-').count() > 1
        && name.split('-').all(|it| !it.is_empty() && it.chars().all(is_code));
    let from = at + head[at..].find(name)?;
    is_name.then(|| participant::unquoted(name, cursor.range(from, from + name.len()), ctx))
}

/// `A > B` for `A -> B`.
pub(super) fn bare_head(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    let head = &text[..outside_quotes(text, ":").unwrap_or(text.len())];
    let at = outside_quotes(head, ">")?;
    let sign = if head[at..].starts_with(">>") { ">>" } else { ">" };
    let is_name = |it: &str| {
        let it = it.trim();
        let bare = it.trim_matches(is_quote);
        !bare.is_empty() && (bare.len() + 2 == it.len() || it.chars().all(is_code))
    };
    if !is_name(&head[..at]) || !is_name(&head[at + sign.len()..]) {
        return None;
    }
    let range = cursor.range(at, at + sign.len());
    let message = format!("`{sign}` is no arrow of sequence diagrams");
    let fix = ctx.guess(format!("write `-{sign}`"), range, &format!("-{sign}"));
    Some(ctx.at(MALFORMED_ARROW, range, message).with_fix(fix))
}

/// The comma before a second participant: `over A B : text`, `over A and B : text`. The cursor stands behind the first one.
pub(super) fn missing_comma(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Fix> {
    let from = cursor.pos - usize::from(cursor.before().is_some_and(is_blank));
    let mut ahead = cursor;
    if let Some(rest) = ahead.rest().strip_prefix("and ") {
        ahead.advance(ahead.rest().len() - rest.len());
        ahead.blanks();
    }
    let blank = cursor.range(from, ahead.pos);
    ahead.name()?;
    ahead.blanks();
    ahead.colon_text()?;
    Some(ctx.guess("put a comma between the participants", blank, ", "))
}

#[cfg(test)]
mod tests {
    use super::super::probe::fixed;

    #[test]
    fn habits_of_other_languages_come_with_the_repair() {
        for (text, expected) in [
            ("// hello\nA -> B", "' hello\nA -> B"),
            ("/* hello */\nA -> B", "' hello\nA -> B"),
            ("/* hello\nA -> B", "' hello\nA -> B"),
            ("* hello\nA -> B", "' hello\nA -> B"),
            ("hello */\nA -> B", "' hello\nA -> B"),
            ("\"Web shop -> A : hello", "\"Web shop\" -> A : hello"),
            ("A -> web-shop : hello", "A -> \"web-shop\" : hello"),
            ("A -&gt; B : hello", "A -> B : hello"),
            ("# hello\nA -> B", "' hello\nA -> B"),
            ("<!-- hello -->\nA -> B", "' hello\nA -> B"),
            ("-- hello there\nA -> B", "' hello there\nA -> B"),
            ("A > B : hello", "A -> B : hello"),
            ("A >> \"Web shop\" : hello", "A ->> \"Web shop\" : hello"),
            ("note over A B : hello", "note over A, B : hello"),
            ("note over A and B : hello", "note over A, B : hello"),
            ("ref over A and B : hello", "ref over A, B : hello"),
            ("autonumber start 10\nA -> B", "autonumber 10\nA -> B"),
            ("auto number 10\nA -> B", "autonumber 10\nA -> B"),
            ("A -> \"Web shop : hello", "A -> \"Web shop\" : hello"),
            ("A -> \"Web shop", "A -> \"Web shop\""),
        ] {
            assert_eq!(fixed(text), expected);
        }
    }

    #[test]
    fn words_that_end_groups_elsewhere_are_replaced() {
        use super::super::probe::read;
        for (text, expected) in [
            ("alt x\nA -> B\nendif", "alt x\nA -> B\nend"),
            ("loop\nA -> B\nendloop", "loop\nA -> B\nend"),
            ("alt x\nA -> B\nelseif y\nend", "alt x\nA -> B\nelse y\nend"),
        ] {
            let parse = read(text);
            let mut fixes = parse.diagnostics.iter().filter(|it| it.is_error());
            let fix = fixes.find_map(|it| it.fixes.first()).expect(text);
            assert_eq!(diag::apply_to(text, &fix.edits).expect(text), expected);
        }
    }
}
