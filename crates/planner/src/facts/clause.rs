//! Sentences and the clauses they are made of: which words of a prompt belong to which verb.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::text::{pattern, sentence, words};

/// What may stand between two clauses, or between two entries of a list.
static JOIN: LazyLock<Regex> = LazyLock::new(|| {
    let words = "and|but|so|because|plus|und|aber|weil|et|mais|car";
    pattern(&format!(r",\s+(?:(?:{words})\s+)?|\s+(?:{words})\s+|\s+[–—]\s+"))
});

/// Verbs as they begin a clause without a subject: "…, keep the data there and cost little".
const VERBS: &str = "achieve add allow answer apply arrive ask attract avoid be become begin book build buy call can cannot \
    celebrate close come complete contain cost cover create deliver do earn employ end finish fit fulfil get give go grow \
    handle have hire hold include invite keep last launch leave let live look make manage may meet migrate move must need \
    not offer open own pass pay plan play present print produce protect provide publish raise reach read receive recruit \
    reduce register release remain renovate rent replace respect run save sell send serve shall ship shoot should show \
    sign spend start stay store submit support swim take teach test train travel use visit want wants will win work write";
/// Verbs that have their subject before them.
const FINITE: &str = "adds answers are asks begins can cannot can't comes cost costs could does ends expects gets gives grants \
    had has have holds is keep keeps leaves lies likes looks makes may might must need needs offers opens owns pays quotes \
    runs sells shall should starts takes tests wants was were will work works would darf dürfen haben hat ist kann möchte \
    muss müssen sind soll sollen wollen est sont doit doivent avons a ont veut voulons faut";
/// Subjects that no list has among its entries.
const PRONOUNS: &str = "i we it they he she you wir ich es nous je il elle";

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|it| it == word)
}

/// Words as they are compared; the month is no verb.
fn compared(piece: &str) -> Vec<String> {
    words(&piece.replace("May", ""))
}

/// Whether a piece begins with a verb that has no subject of its own.
pub(super) fn begins_with_verb(piece: &str) -> bool {
    compared(piece).first().is_some_and(|word| is_in(VERBS, word))
}

fn has_verb(piece: &str) -> bool {
    compared(piece).iter().any(|word| is_in(FINITE, word) || is_in(VERBS, word))
}

fn begins_clause(piece: &str) -> bool {
    let all = compared(piece);
    begins_with_verb(piece)
        || all.first().is_some_and(|word| is_in(PRONOUNS, word))
        || all.iter().skip(1).take(6).any(|word| is_in(FINITE, word))
}

/// The clauses of the sentence around a place, in order. An entry of a list stays with its verb.
pub(super) fn clauses(prompt: &str, span: &Range<usize>) -> Vec<Range<usize>> {
    let all = sentence(prompt, span);
    let text = &prompt[all.clone()];
    let mut pieces = Vec::new();
    let mut from = 0;
    for join in JOIN.find_iter(text) {
        pieces.push(from..join.start());
        from = join.end();
    }
    pieces.push(from..text.len());
    let mut clauses: Vec<Range<usize>> = Vec::new();
    for piece in pieces {
        match clauses.last_mut() {
            Some(last)
                if !begins_clause(&text[piece.clone()]) || !has_verb(&text[last.clone()]) =>
            {
                last.end = piece.end;
            }
            _ => clauses.push(piece),
        }
    }
    clauses.into_iter().map(|it| all.start + it.start..all.start + it.end).collect()
}

/// The clause around a place.
fn clause(prompt: &str, span: &Range<usize>) -> Range<usize> {
    let mut all = clauses(prompt, span).into_iter();
    let around = all.find(|it| it.start <= span.start && span.start < it.end.max(it.start + 1));
    around.unwrap_or_else(|| sentence(prompt, span))
}

/// The entry of a list around a place, if it says something of its own; else the clause.
pub(super) fn entry(prompt: &str, span: &Range<usize>) -> Range<usize> {
    let around = clause(prompt, span);
    let (from, to) = (around.start.min(span.start), around.end.max(span.end));
    let begin = prompt[from..span.start].rfind(", ").map_or(from, |at| from + at + ", ".len());
    let finish = prompt[span.end..to].find(", ").map_or(to, |at| span.end + at);
    let rest = format!("{} {}", &prompt[begin..span.start], &prompt[span.end..finish]);
    let is_telling =
        |word: &String| word.chars().count() > 3 && !word.starts_with(char::is_numeric);
    if words(&rest).iter().any(is_telling) { begin..finish } else { from..to }
}
