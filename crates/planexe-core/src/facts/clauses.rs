//! Sentences and the clauses they are made of: which words of a prompt belong to which verb.

use std::sync::LazyLock;

use regex_lite::Regex;

/// What may stand between two clauses, or between two entries of a list.
static JOIN: LazyLock<Regex> = LazyLock::new(|| {
    let words = "and|but|so|because|plus|und|aber|weil";
    Regex::new(&format!(r",\s+(?:(?:{words})\s+)?|\s+(?:{words})\s+"))
        .expect("the pattern is valid")
});

/// Verbs as they begin a clause without a subject: "…, keep the data there and cost little".
const VERBS: &[&str] = &[
    "achieve",
    "add",
    "allow",
    "answer",
    "apply",
    "arrive",
    "ask",
    "attract",
    "avoid",
    "be",
    "become",
    "begin",
    "book",
    "build",
    "buy",
    "call",
    "can",
    "cannot",
    "celebrate",
    "close",
    "come",
    "complete",
    "contain",
    "cost",
    "cover",
    "create",
    "deliver",
    "do",
    "earn",
    "employ",
    "end",
    "finish",
    "fit",
    "fulfil",
    "get",
    "give",
    "go",
    "grow",
    "handle",
    "have",
    "hire",
    "hold",
    "include",
    "invite",
    "keep",
    "last",
    "launch",
    "leave",
    "let",
    "live",
    "look",
    "make",
    "manage",
    "may",
    "meet",
    "migrate",
    "move",
    "must",
    "need",
    "not",
    "offer",
    "open",
    "own",
    "pass",
    "pay",
    "plan",
    "play",
    "present",
    "print",
    "produce",
    "protect",
    "provide",
    "publish",
    "raise",
    "reach",
    "read",
    "receive",
    "recruit",
    "reduce",
    "register",
    "release",
    "remain",
    "renovate",
    "rent",
    "replace",
    "respect",
    "run",
    "save",
    "sell",
    "send",
    "serve",
    "shall",
    "ship",
    "shoot",
    "should",
    "show",
    "sign",
    "spend",
    "start",
    "stay",
    "store",
    "submit",
    "support",
    "swim",
    "take",
    "teach",
    "test",
    "train",
    "travel",
    "use",
    "visit",
    "want",
    "wants",
    "will",
    "win",
    "work",
    "write",
];

/// Verbs that have their subject before them.
const FINITE: &[&str] = &[
    "adds", "answers", "are", "asks", "begins", "can", "cannot", "can't", "comes", "cost", "costs",
    "could", "does", "ends", "expects", "gets", "gives", "grants", "had", "has", "have", "holds",
    "is", "keep", "keeps", "leaves", "lies", "likes", "looks", "makes", "may", "might", "must",
    "need", "needs", "offers", "opens", "owns", "pays", "quotes", "runs", "sells", "shall",
    "should", "starts", "takes", "tests", "wants", "was", "were", "will", "work", "works", "would",
    "darf", "dürfen", "haben", "hat", "ist", "kann", "möchte", "muss", "müssen", "sind", "soll",
    "sollen", "will", "wollen",
];

/// Subjects that no list has among its entries.
const PRONOUNS: [&str; 10] = ["i", "we", "it", "they", "he", "she", "you", "wir", "ich", "es"];

/// Words of a piece as they are compared; the month is no verb.
fn words(piece: &str) -> impl Iterator<Item = String> {
    let all = piece.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    all.filter(|word| !word.is_empty() && *word != "May").map(str::to_lowercase)
}

/// Whether a piece begins with a verb that has no subject of its own.
pub(super) fn begins_with_verb(piece: &str) -> bool {
    words(piece).next().is_some_and(|word| VERBS.contains(&word.as_str()))
}

fn has_verb(piece: &str) -> bool {
    words(piece).any(|word| FINITE.contains(&word.as_str()) || VERBS.contains(&word.as_str()))
}

fn begins_clause(piece: &str) -> bool {
    let is_subject = |word: String| PRONOUNS.contains(&word.as_str());
    begins_with_verb(piece)
        || words(piece).next().is_some_and(is_subject)
        || words(piece).skip(1).take(6).any(|word| FINITE.contains(&word.as_str()))
}

/// The sentence around a place in the text.
pub(super) fn sentence(prompt: &str, start: usize, end: usize) -> (usize, usize) {
    let is_end = |(at, letter): (usize, char)| {
        matches!(letter, '!' | '?' | '\n' | ';')
            || letter == '.'
                && !prompt[at + 1..].starts_with(|next: char| next.is_alphanumeric())
                && !is_ordinal(prompt, at)
    };
    let from =
        prompt[..start].char_indices().rev().find(|&it| is_end(it)).map_or(0, |(at, _)| at + 1);
    let tail = prompt[end..].char_indices().map(|(at, letter)| (at + end, letter));
    let to = tail.into_iter().find(|&it| is_end(it)).map_or(prompt.len(), |(at, _)| at);
    let text = &prompt[from..to];
    let begin = from + (text.len() - text.trim_start().len());
    (begin, begin + text.trim().len())
}

/// Whether a point makes a number an ordinal, as in "1. März".
fn is_ordinal(prompt: &str, point: usize) -> bool {
    let digits = prompt[..point].chars().rev().take_while(char::is_ascii_digit).count();
    let follows = prompt[point + 1..].trim_start().chars().next();
    (1..=2).contains(&digits) && follows.is_some_and(char::is_alphabetic)
}

/// The clauses of the sentence around a place, in order. An entry of a list stays with its verb.
pub(super) fn clauses(prompt: &str, start: usize, end: usize) -> Vec<(usize, usize)> {
    let (begin, finish) = sentence(prompt, start, end);
    let text = &prompt[begin..finish];
    let mut pieces = Vec::new();
    let mut from = 0;
    for join in JOIN.find_iter(text) {
        pieces.push((from, join.start()));
        from = join.end();
    }
    pieces.push((from, text.len()));
    let mut clauses: Vec<(usize, usize)> = Vec::new();
    for (from, to) in pieces {
        match clauses.last_mut() {
            Some(last) if !begins_clause(&text[from..to]) || !has_verb(&text[last.0..last.1]) => {
                last.1 = to;
            }
            _ => clauses.push((from, to)),
        }
    }
    clauses.into_iter().map(|(from, to)| (begin + from, begin + to)).collect()
}

/// The clause around a place.
pub(super) fn clause(prompt: &str, start: usize, end: usize) -> (usize, usize) {
    let all = clauses(prompt, start, end);
    let around = all.into_iter().find(|&(from, to)| from <= start && start < to.max(from + 1));
    around.unwrap_or_else(|| sentence(prompt, start, end))
}

/// The entry of a list around a place, if it says something of its own; else the clause.
pub(super) fn entry(prompt: &str, start: usize, end: usize) -> (usize, usize) {
    let (from, to) = clause(prompt, start, end);
    let to = to.max(end);
    let begin = prompt[from..start].rfind(", ").map_or(from, |at| from + at + ", ".len());
    let finish = prompt[end..to].find(", ").map_or(to, |at| end + at);
    let rest = format!("{} {}", &prompt[begin..start], &prompt[end..finish]);
    let is_telling =
        |word: &String| word.chars().count() > 3 && !word.starts_with(char::is_numeric);
    if words(&rest).any(|word| is_telling(&word)) { (begin, finish) } else { (from, to) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(prompt: &str) -> Vec<&str> {
        clauses(prompt, 0, 0).into_iter().map(|(from, to)| &prompt[from..to]).collect()
    }

    #[test]
    fn a_verb_begins_a_clause_and_an_entry_of_a_list_does_not() {
        assert_eq!(
            split("It must work offline, keep patient data in the EU and cost at most 40 EUR."),
            ["It must work offline", "keep patient data in the EU", "cost at most 40 EUR"]
        );
        assert_eq!(
            split(
                "We are three developers and one designer, have 90,000 EUR and want a pilot by May."
            ),
            ["We are three developers and one designer", "have 90,000 EUR", "want a pilot by May"]
        );
        let family = "My partner and I move with two children and a dog by 1 September 2027.";
        assert_eq!(split(family), [family.trim_end_matches('.')]);
        assert_eq!(
            split("The rough cut is due by June and the premiere is on 13 May 2027, in the hall"),
            ["The rough cut is due by June", "the premiere is on 13 May 2027, in the hall"]
        );
        assert_eq!(split("No alcohol, no hot kitchen."), ["No alcohol, no hot kitchen"]);
    }

    #[test]
    fn an_ordinal_ends_no_sentence() {
        assert_eq!(split("Wir öffnen am 1. März 2027. Dann"), ["Wir öffnen am 1. März 2027"]);
    }
}
