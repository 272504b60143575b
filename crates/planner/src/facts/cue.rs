//! What stands around a fact, as cues that a table of weights scores: the nearest words, the words of its
//! clause, and what they mean in three languages.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::text::Text;
use crate::word_lists::WordLists;

/// What a word means: none, one or several concepts.
static CONCEPTS: LazyLock<WordLists> =
    LazyLock::new(|| WordLists::read(include_str!("../../roles/concepts.txt")));

/// Marks between clauses and entries.
fn is_mark(token: &str) -> bool {
    token.chars().all(|it| ",:()[]—–/•*+".contains(it))
}

/// Words in lower case, `#` for numbers, and the marks between them.
fn tokens(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let letters: Vec<char> = text.chars().map(|it| if it == '’' { '\'' } else { it }).collect();
    let mut at = 0;
    while at < letters.len() {
        let is_inner = |at: usize| {
            letters[at].is_alphanumeric()
                || "-'.,".contains(letters[at])
                    && letters.get(at + 1).is_some_and(|it| it.is_alphanumeric())
                    && (letters[at] != ',' || letters[at + 1].is_ascii_digit())
        };
        let start = at;
        if letters[at].is_alphanumeric() {
            while at < letters.len() && is_inner(at) {
                at += 1;
            }
            let word: String = letters[start..at].iter().collect();
            all.push(if letters[start].is_ascii_digit() { "#".to_owned() } else { word });
            continue;
        }
        if is_mark(&letters[at].to_string()) {
            all.push(letters[at].to_string());
        }
        at += 1;
    }
    all
}

/// The letters that a word shares with its other forms: "Lieferzeit" and "Lieferung", "delivered" and "delivery".
fn stem(word: &str) -> String {
    word.chars().take(5).collect()
}

/// The cues of the words around a place.
pub(super) fn around(text: &Text<'_>, span: &Range<usize>) -> BTreeSet<String> {
    let (before, after) = (tokens(&text.before(span)), tokens(&text.after(span)));
    let mut cues = BTreeSet::from(["any".to_owned()]);
    let mut said = BTreeSet::new();
    let mut say = |place: &str, word: &str| {
        said.extend(CONCEPTS.of(word).into_iter().map(|it| format!("{place}@{it}")));
    };
    let is_word = |token: &&String| !is_mark(token);
    let clause: Vec<&str> =
        before.iter().rev().take_while(is_word).take(14).map(String::as_str).collect();
    let rest = &before[..before.len() - before.iter().rev().take_while(is_word).count()];
    let mark = rest.last().map_or("^", String::as_str);
    let earlier: Vec<&str> =
        rest.iter().rev().skip(1).take_while(is_word).take(10).map(String::as_str).collect();
    let follows: Vec<&str> = after.iter().take_while(is_word).take(9).map(String::as_str).collect();
    for word in &clause {
        say("clause", word);
    }
    for word in clause.iter().take(4) {
        say("near", word);
    }
    for word in clause.iter().take(7).filter(|it| it.chars().count() > 3) {
        cues.insert(format!("stem={}", stem(word)));
    }
    for word in follows.iter().take(5).filter(|it| it.chars().count() > 3) {
        cues.insert(format!("then={}", stem(word)));
    }
    for word in &earlier {
        say("earlier", word);
        // "Birthday party, 12 May": the words before the mark speak where none stand behind it.
        if clause.is_empty() {
            say("clause", word);
        }
    }
    for word in &follows {
        say("follows", word);
    }
    for (place, word) in [
        ("<", clause.first()),
        ("<<", clause.get(1)),
        (">", follows.first()),
        (">>", follows.get(1)),
    ] {
        if let Some(word) = word {
            say(place, word);
        }
        if place.len() == 1 {
            cues.insert(format!("{place}{}", word.unwrap_or(&"")));
        }
    }
    cues.extend(said);
    cues.insert(format!("mark{mark}"));
    cues.insert(format!("words{}", clause.len().min(3)));
    cues
}
