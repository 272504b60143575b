//! What follows a subject: phrases joined by `and`, and words that nobody reads.

use puml_syntax::{Context, Cursor, broken};

use super::Read;
use crate::codes::syntax::{IGNORED_WORDS, UNKNOWN_PHRASE};

/// Phrases up to where the sentence makes no sense any more; nothing where not even the first does.
pub(super) fn phrases<T>(
    cursor: &mut Cursor<'_>,
    ctx: &mut Context,
    verbs: &[&str],
    phrase: impl Fn(&mut Cursor<'_>) -> Option<T>,
) -> Read<Option<Vec<T>>> {
    let Some(first) = phrase(cursor) else { return Ok(None) };
    let mut all = vec![first];
    loop {
        let mut ahead = *cursor;
        if !(ahead.blanks() && ahead.eat_word("and") && ahead.blanks()) {
            break;
        }
        match phrase(&mut ahead) {
            Some(next) => all.push(next),
            None => return broken(unknown(ahead, ctx, verbs)),
        }
        *cursor = ahead;
    }
    ignored(*cursor, ctx);
    Ok(Some(all))
}

/// Warns of words that nobody reads.
pub(super) fn ignored(mut cursor: Cursor<'_>, ctx: &mut Context) {
    let from = cursor.pos;
    cursor.blanks();
    if cursor.at_end() || cursor.rest() == "." {
        return;
    }
    let range = cursor.rest_range();
    let text = cursor.rest();
    let tail = cursor.range(from, cursor.text().len());
    let mut finding = ctx
        .at(IGNORED_WORDS, range, format!("`{text}` is not understood and has no effect"))
        .with_fix(ctx.guess("remove the words", tail, ""));
    if text.trim_start_matches([',', ';', ' ']).split(' ').count() > 1 {
        finding = finding.with_hint("several things about one subject are joined by `and`");
    }
    ctx.report(finding);
}

/// The finding about a phrase that no verb begins, or whose verb lacks what it needs.
pub(super) fn unknown(cursor: Cursor<'_>, ctx: &Context, verbs: &[&str]) -> diag::Diagnostic {
    let text = cursor.rest();
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    if let Some(needs) =
        NEEDS.iter().find(|it| it.0.eq_ignore_ascii_case(word) && verbs.contains(&it.0))
    {
        let message = format!("after `{}` stands {}", needs.0, needs.1);
        return ctx.at(UNKNOWN_PHRASE, cursor.rest_range(), message);
    }
    let end = cursor.pos + if word.is_empty() { text.len() } else { word.len() };
    let range = cursor.range(cursor.pos, end);
    let message = if text.is_empty() {
        "nothing is said about this subject".to_owned()
    } else {
        format!("`{}` begins no phrase here", if word.is_empty() { text } else { word })
    };
    let finding = ctx.at(UNKNOWN_PHRASE, range, message);
    let synonym = SYNONYMS.iter().find(|it| it.0.eq_ignore_ascii_case(word)).map(|it| it.1);
    let near = synonym.or_else(|| diag::nearest(word, verbs.iter().copied()));
    match near.filter(|it| verbs.contains(it) && !it.eq_ignore_ascii_case(word)) {
        Some(near) if !word.is_empty() => finding
            .with_hint(format!("did you mean `{near}`?"))
            .with_fix(ctx.guess(format!("replace with `{near}`"), range, near)),
        _ => finding.with_hint(format!("what can be said begins with {}", listed(verbs))),
    }
}

fn listed(verbs: &[&str]) -> String {
    let quoted: Vec<String> = verbs.iter().map(|it| format!("`{it}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

const SYNONYMS: [(&str, &str); 10] = [
    ("takes", "lasts"),
    ("needs", "requires"),
    ("begins", "starts"),
    ("begin", "starts"),
    ("finishes", "ends"),
    ("stops", "ends"),
    ("has", "is"),
    ("was", "is"),
    ("are", "is"),
    ("is", "are"),
];

const NEEDS: [(&str, &str); 12] = [
    ("lasts", "a duration such as `5 days` or `2 weeks and 3 days`"),
    ("requires", "a duration such as `5 days` or `2 weeks and 3 days`"),
    ("starts", "a date such as `2026-03-05`, `D+5`, or `at [A]'s end`"),
    ("ends", "a date such as `2026-03-05`, `D+5`, or `at [A]'s end`"),
    ("happens", "a date such as `2026-03-05`, `D+5`, or `at [A]'s end`"),
    ("occurs", "`from [A] to [B]`"),
    ("pauses", "a date, two dates joined by `to`, or a week day"),
    ("links", "`to [[address]]`"),
    ("displays", "`on same row as [A]`"),
    ("is", "`colored in …`, `40% complete`, `deleted`, `off …` or `on …`, as the subject allows"),
    ("are", "`closed`, `open`, `colored in …` or `named [X]`"),
    ("works", "`on [A]`"),
];
