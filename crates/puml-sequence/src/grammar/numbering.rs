//! `autonumber`.

use crate::ast::{LevelNumber, Numbering, StmtKind};
use crate::codes::syntax::{BAD_NUMBER_FORMAT, MALFORMED_NUMBER};
use crate::grammar::Read;
use crate::number_format;
use puml_syntax::TextRange;
use puml_syntax::codes::BAD_VALUE;
use puml_syntax::{Context, Miss, broken};
use puml_syntax::{Cursor, is_blank};

/// `autonumber` in all its forms.
pub(super) fn numbering(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    if !cursor.eat_word("autonumber") {
        return Err(Miss::Other);
    }
    if cursor.peek().is_some_and(|it| it.is_alphabetic() || it == '_') {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    let mut word = cursor;
    if word.blanks() {
        if word.keyword("stop") && word.at_end() {
            return Ok(StmtKind::Numbering(Numbering::Stop));
        }
        if word.keyword("inc") {
            return increment(word, keyword, ctx);
        }
        if word.keyword("resume") {
            let step = step(&mut word);
            let format = format(&mut word, ctx);
            if word.at_end() {
                return Ok(StmtKind::Numbering(Numbering::Resume { step, format }));
            }
            return broken(bad(word, ctx));
        }
    }
    cursor.blanks();
    let number = levels(&mut cursor, ctx);
    let step = step(&mut cursor);
    let format = format(&mut cursor, ctx);
    cursor.blanks();
    if !cursor.at_end() {
        return broken(bad(cursor, ctx));
    }
    Ok(StmtKind::Numbering(Numbering::Start { start: number, step, format }))
}

fn increment(mut cursor: Cursor<'_>, keyword: TextRange, ctx: &Context) -> Read {
    if cursor.at_end() {
        return Ok(StmtKind::Numbering(Numbering::Increment { level: None }));
    }
    let letter = cursor.blanks().then(|| cursor.peek()).flatten();
    cursor.advance(letter.map_or(0, char::len_utf8));
    match letter.filter(|it| it.is_ascii_alphabetic() && cursor.at_end()) {
        Some(letter) => {
            let level = letter.to_ascii_uppercase() as u32 - 'A' as u32;
            Ok(StmtKind::Numbering(Numbering::Increment { level: Some(level) }))
        }
        None => broken(
            ctx.at(MALFORMED_NUMBER, keyword, "`autonumber inc` takes one letter")
                .with_hint("`autonumber inc A` bumps the first level, `B` the second"),
        ),
    }
}

/// `10`, `1.2.3`, `1-2`: digits at both ends, no letters or blanks between.
fn levels(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<LevelNumber> {
    let rest = cursor.rest();
    let token = &rest[..rest.find(is_blank).unwrap_or(rest.len())];
    let stop = token.find(char::is_alphabetic).unwrap_or(token.len());
    let token = &token[..stop];
    let token = token.trim_end_matches(|it: char| !it.is_ascii_digit());
    if !token.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let start = cursor.pos;
    let (mut levels, mut separators) = (Vec::new(), Vec::new());
    let stop = start + token.len();
    while cursor.pos < stop {
        let from = cursor.pos;
        if let Some(digits) = cursor.digits() {
            levels.push(digits.parse().unwrap_or_else(|_| {
                let range = cursor.since(from);
                let message = format!("`{digits}` is too large to count from");
                ctx.report(ctx.at(BAD_VALUE, range, message));
                u32::MAX
            }));
        } else {
            cursor.skip(|it| !it.is_ascii_digit());
            separators.push(cursor.since(from));
        }
    }
    Some(LevelNumber { range: cursor.since(start), levels, separators })
}

fn step(cursor: &mut Cursor<'_>) -> Option<u32> {
    let mut ahead = *cursor;
    ahead.blanks();
    if !ahead.before().is_some_and(is_blank) {
        return None;
    }
    let digits = ahead.digits()?;
    if !(ahead.at_end() || ahead.peek().is_some_and(is_blank)) {
        return None;
    }
    *cursor = ahead;
    Some(digits.parse().unwrap_or(u32::MAX))
}

fn format(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<TextRange> {
    let mut ahead = *cursor;
    ahead.blanks();
    if !ahead.before().is_some_and(is_blank) {
        return None;
    }
    let start = ahead.pos + ahead.peek().map_or(0, char::len_utf8);
    let name = ahead.quoted()?;
    let text = &ahead.text()[start..];
    let text = &text[..text.find(puml_syntax::is_quote).unwrap_or(text.len())];
    if let Err(reason) = number_format::check(text) {
        let message = format!("`{text}` cannot format a number: {reason}");
        ctx.report(ctx.at(BAD_NUMBER_FORMAT, name.range, message).with_hint(
            "use one run of `0` and `#`, such as `\"<b>[000]\"`; quote other signs with '",
        ));
    }
    *cursor = ahead;
    Some(name.range)
}

fn bad(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let word = cursor.rest().trim();
    let range = cursor.rest_range();
    let message = format!("`autonumber` does not take `{word}`");
    let found = ctx.at(MALFORMED_NUMBER, range, message).with_hint(
        "write `autonumber [start] [step] [\"format\"]`, `autonumber stop`, `resume` or `inc A`",
    );
    let number = word.split_whitespace().nth(1).filter(|_| word.starts_with("start "));
    if let Some(number) = number.filter(|it| it.bytes().all(|it| it.is_ascii_digit())) {
        return found.with_fix(ctx.safe(format!("number from {number}"), range, number));
    }
    match word {
        "on" | "start" => found.with_fix(ctx.safe("number from 1", range, "1")),
        "off" => found.with_fix(ctx.safe("write `stop`", range, "stop")),
        _ => found,
    }
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{Numbering, StmtKind};

    #[test]
    fn every_form_is_taken() {
        accepts(&[
            "autonumber",
            "autonumber 10 5 \"<b>[000]\"",
            "autonumber5",
            "autonumber 1.1.1 \"x\"",
            "autonumber 1-2",
            "autonumber stop",
            "autonumber resume 5 \"x 0\"",
            "autonumber inc",
        ]);
        let StmtKind::Numbering(Numbering::Start { start: Some(it), .. }) =
            kind("autonumber 1.2:3")
        else {
            panic!()
        };
        assert_eq!(it.levels, [1, 2, 3]);
        assert_eq!(it.separators.len(), 2);
        assert_eq!(
            kind("autonumber inc B"),
            StmtKind::Numbering(Numbering::Increment { level: Some(1) })
        );
    }

    #[test]
    fn other_values_are_refused() {
        refuses(&[
            ("autonumber on", "syntax/malformed-number"),
            ("autonumber 1 2 3", "syntax/malformed-number"),
            ("autonumber inc AB", "syntax/malformed-number"),
            ("autonumber \"0.0.0\"", "syntax/bad-number-format"),
            ("autonumber 99999999999", "syntax/bad-value"),
        ]);
    }
}
