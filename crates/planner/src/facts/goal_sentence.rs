//! Which sentence of a prompt says what is wanted.

use std::ops::Range;

use super::text::{is_in, sentence, words};
use crate::archetype::is_topic;
use crate::goal::is_verb;

/// The sentence of a prompt that says what is wanted.
pub fn goal_of(prompt: &str) -> &str {
    prompt[goal_sentence(prompt)].trim()
}

/// The sentence that says what is wanted, by its words of wishing, what is done to what, and its place: those that only
/// introduce who writes, tell how things are, or give orders to the planner say it least.
pub(crate) fn goal_sentence(prompt: &str) -> Range<usize> {
    const CALLS: &str = "request|from|memo|note|help|hilfe|aide|hello|hi|hey|hallo|moin|servus|bonjour|salut|urgent|dear|\
        liebe|lieber|sehr|guten|hope|fwd|re|subject|betreff|objet|chère";
    // Who needs something for what they want says so behind it: "We need a road closure".
    const NEEDS: &str = "need|must|müssen|ich will |verein will |soll|il fau|brauch";
    const ACTS: &str = "want |would love|'d love|hope |plan|would like|'d like|going to|planning|möchte|wollen|planen|\
        voulons|veux|souhait|aimer";
    let acts = |span: &Range<usize>, all: &str| {
        const DENIED: &str = "n't want|not want|n't need|not need|no need|pas besoin";
        let lower = prompt[span.clone()].to_lowercase();
        all.split('|').any(|it| lower.contains(it))
            && !DENIED.split('|').any(|it| lower.contains(it))
    };
    // "Help!", "Dear team," and "Hope you are well." are no goals.
    let is_call = |span: &Range<usize>| {
        let all = words(&prompt[span.clone()]);
        all.len() < 7 && all.first().is_some_and(|it| is_in(CALLS, it))
    };
    let refers = |word: &String| is_in("it|that|this|they|es|das|sie|ça|cela|elle", word);
    let is_opening = |span: &Range<usize>| match opening(&prompt[span.clone()]) {
        Opening::Order => -100,
        Opening::Introduction => -4,
        Opening::Other if is_call(span) => -50,
        Opening::Other => 0,
    };
    let points = |span: &Range<usize>| {
        let sentence = &prompt[span.clone()];
        let said = words(sentence);
        let has = |is_it: bool, points: i32| if is_it { points } else { 0 };
        is_opening(span)
            + has(acts(span, ACTS), 5)
            + has(acts(span, NEEDS), 3)
            + has(said.iter().any(|word| is_topic(word)), 4)
            + has(said.iter().any(|word| is_verb(word)), 2)
            // "Turn a bank into a gym": whoever begins with the deed says what is wanted.
            + has(said.first().is_some_and(|word| is_verb(word)), 2)
            + has(tells(sentence), -4)
            // "The board wants it": what it is stands before.
            + has(words(sentence).last().is_some_and(refers), -4)
            + has(words(sentence).first().is_some_and(refers), -4)
    };
    let all = sentences(prompt);
    // What is wanted is said first, unless a later sentence says it better.
    let first = all.iter().position(|span| is_opening(span) > -5).unwrap_or(0);
    let lateness = |at: usize| {
        let after = i32::try_from(at.saturating_sub(first)).unwrap_or(i32::MAX);
        if after > 0 { after.saturating_add(LATER) } else { 0 }
    };
    let best = all.iter().enumerate().max_by_key(|(at, span)| {
        (points(span).saturating_sub(lateness(*at)), std::cmp::Reverse(*at))
    });
    best.map_or(0..prompt.len(), |(_, span)| span.clone())
}

/// What a sentence that is not the first has to say more.
const LATER: i32 = 3;

/// The first sentences of a prompt.
fn sentences(prompt: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(next) = prompt[at..].find(char::is_alphanumeric).filter(|_| all.len() < 12) {
        let mut span = sentence(prompt, &(at + next..at + next));
        span.start = span.start.max(at);
        at = span.end.max(at + next + 1);
        while !prompt.is_char_boundary(at) {
            at += 1;
        }
        all.push(span);
    }
    all
}

/// How a sentence begins.
enum Opening {
    /// It says who writes, greets, or states the means.
    Introduction,
    /// It tells the planner what to forget.
    Order,
    Other,
}

fn opening(sentence: &str) -> Opening {
    const INTRODUCTIONS: &str = "okay|ok |ok,|listen|well,|look,|right,|so here|let me |it started|it all |i don't really know|alors|\
        voilà|bon,|also,|ja also|note |we are |i am |i'm |wir sind |ich bin |nous sommes |je suis |hello|\
        hi |we have |i have |nice to have|wir haben |ich habe |nous avons |j'ai |budget|the budget|\
        our budget|das budget|unser budget|le budget|notre budget|bonjour|hallo|guten tag";
    const ORDERS: &str = "ignore |forget |disregard |ignoriere |vergiss |oublie|ignorez |you are now|act as |pretend |\
        say that |du bist jetzt|tu es maintenant|agis comme";
    let lower = crate::goal::after_greeting(sentence).to_lowercase();
    let starts = |all: &str| all.split('|').any(|it| lower.starts_with(it));
    if starts(ORDERS) {
        Opening::Order
    } else if starts(INTRODUCTIONS) && !is_progressive(&lower) {
        Opening::Introduction
    } else {
        Opening::Other
    }
}

/// "We are moving our practice", "we have to move" say what is done.
fn is_progressive(lower: &str) -> bool {
    let mut verb =
        ["we are ", "i am ", "we're ", "i'm "].iter().filter_map(|it| lower.strip_prefix(it));
    let verb = verb.next().and_then(|rest| rest.split_whitespace().next());
    let has_to = ["we have to ", "i have to ", "we've got to ", "i've got to "];
    verb.is_some_and(|it| it.ends_with("ing")) || has_to.iter().any(|it| lower.starts_with(it))
}

/// Whether a sentence tells how things are: a subject and a form of "to be" or "to have".
fn tells(sentence: &str) -> bool {
    let all = words(sentence);
    let subjects = [
        "our", "my", "the", "it", "there", "this", "unser", "unsere", "mein", "meine", "der",
        "die", "das", "es", "notre", "mon", "ma", "le", "la", "il",
    ];
    let states = [
        "is", "are", "was", "were", "has", "had", "ist", "sind", "war", "hat", "est", "sont",
        "broke", "burned", "exists", "besteht", "existe", "zählt", "compte",
    ];
    all.first().is_some_and(|word| subjects.contains(&word.as_str()))
        && all.iter().take(7).any(|word| states.contains(&word.as_str()))
}
