//! Where in the words of a sentence the verb begins that says what is done.

use super::{SUBJECTS, bare, infinitive, is_in};

/// The place of the verb, the first where no other can be told.
pub(super) fn verb(tokens: &[&str]) -> usize {
    let begins = progressive(tokens).or_else(|| wished(tokens)).or_else(|| plural(tokens));
    begins.unwrap_or_else(|| after_modal(tokens))
}

/// Where the verb stands in "My husband and I are relocating".
fn progressive(tokens: &[&str]) -> Option<usize> {
    let be = ["are", "is", "am", "we're", "i'm", "they're"];
    let mut pairs = tokens.windows(2).take(9).enumerate();
    pairs.find_map(|(idx, pair)| {
        let is_it = be.contains(&bare(pair[0]).as_str())
            && pair[1].ends_with("ing")
            && infinitive(&bare(pair[1])).is_some();
        is_it.then_some(idx + 1)
    })
}

/// Where what is wished for begins: "The parish would like a cookbook".
fn wished(tokens: &[&str]) -> Option<usize> {
    let is_wish = |at: usize| {
        let word = bare(tokens[at]);
        is_in("wants want needs need plans wish", &word)
            || word == "like" && is_in("would i'd we'd they'd", &bare(tokens[at - 1]))
            || word == "planning" && is_in("are is am we're i'm", &bare(tokens[at - 1]))
    };
    (1..tokens.len().min(8)).find(|&at| is_wish(at) && is_article(tokens, at + 1)).map(|at| at + 1)
}

/// Whether an article or the like stands at a place.
fn is_article(tokens: &[&str], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| is_in("a an the our some", &bare(token)))
}

/// Where the verb of a subject without an article stands: "Volunteers turn a laundry into a reading room". Who the
/// writers are comes before what they do: "We're four mums in Limerick starting a toy library".
fn plural(tokens: &[&str]) -> Option<usize> {
    let is_article = |at: usize| is_article(tokens, at);
    let is_verb = |at: usize| tokens.get(at).is_some_and(|it| infinitive(&bare(it)).is_some());
    let first = bare(tokens.first()?).replace('’', "'");
    if first.ends_with('s') && infinitive(&first).is_none() && is_verb(1) && is_article(2) {
        return Some(1);
    }
    // "Our association opens a shared kitchen".
    let opens = |at: &usize| bare(tokens[*at]).ends_with('s') && is_verb(*at) && is_article(at + 1);
    if is_in(SUBJECTS, &first)
        && let Some(at) = (2..tokens.len().min(7)).find(opens)
    {
        return Some(at);
    }
    let is_we = is_in("we're i'm", &first)
        || is_in("we i", &first) && tokens.get(1).is_some_and(|next| is_in("are am", &bare(next)));
    let makes = |at: &usize| tokens[*at].ends_with("ing") && is_article(at + 1);
    (1..tokens.len().min(12)).find(makes).filter(|_| is_we)
}

/// Where the verb begins after a subject and "must": "Our startup must become compliant".
fn after_modal(tokens: &[&str]) -> usize {
    let subjects = ["our", "my", "the", "we", "i", "this", "notre", "nous"];
    let first = tokens.first().map(|token| bare(token)).unwrap_or_default();
    if !subjects.contains(&first.as_str()) {
        return 0;
    }
    for (idx, token) in tokens.iter().enumerate().skip(1).take(12) {
        let word = bare(token);
        if ["must", "should", "will", "shall", "doit", "devons"].contains(&word.as_str()) {
            return idx + 1;
        }
        let is_other = ["that", "which", "who", "and", "but", "because"].contains(&word.as_str());
        let is_verb = infinitive(&word).is_some() && !token.starts_with(char::is_uppercase);
        if is_other || is_verb && idx > 1 {
            return 0;
        }
    }
    0
}
