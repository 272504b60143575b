//! Whose time a place in the prompt speaks of: whoever the sentence names last before it.

use super::language::Language;
use super::number::number;
use super::person::is_person;
use super::text::{Text, is_in, words};
use super::{count, date};

/// Those who write.
pub(super) const OWN: &str = "i|we|ich|wir|je|nous|j'ai|i'm|i've|we've|j|me|us|mir|uns|moi";
/// Before what somebody uses, "einen Hammer", and not who they are. An English article says nothing: "a student".
const ARTICLES: &str = "ein|eine|einen|un|une";
/// Days with a capital, which are nobody.
const DAYS: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|\
    saturdays|sundays|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag";
/// What makes somebody who is named those who write: "I'm a student".
const AM: &str = "i'm|am|bin|suis|we're|sind|sommes";
/// Verbs behind a name that German nouns or the first word of a sentence would not tell from other words.
const VERBS: &str = "has|is|can|does|gives|will|works|hat|ist|kann|leitet|macht|übernimmt|arbeitet|kümmert|führt|hilft|betreut|\
    fehlt|fällt|bereitet|a|est|peut|dirige|travaille|gère|fait|consacre|donne|aide|s'occupe|prépare|prend|passe";
/// Words with a capital that name nobody.
const NOBODY: &str = "i|we|he|she|they|it|there|this|that|each|everybody|nobody|one|ich|wir|er|sie|es|jeder|man|je|nous|il|elle|on|\
    chacun|ils|elles|ce|das|der|die|le|la|the|my|our|mein|unser|mon|notre|budget|start|what|if|when|with|from|and|but";
/// Words before the name of a place.
const WHERE: &str = "in|at|from|near|of|to|à|de|en|nach|aus|bei";

/// Somebody whom a sentence names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Owner {
    /// Those who write.
    Own,
    /// A name, or what they are: `volunteers`.
    Other(String),
}

/// Whoever is named last in the sentence up to a place.
pub(super) fn owner(text: &Text<'_>, at: usize) -> Option<Owner> {
    let sentence = text.sentence(&(at..at));
    let lead = &text.prompt[sentence.start.min(at)..at];
    let is_mark = |letter: char| !letter.is_alphanumeric();
    let all: Vec<&str> = lead.split_whitespace().map(|it| it.trim_matches(is_mark)).collect();
    let lower: Vec<String> = all.iter().map(|it| it.to_lowercase().replace('’', "'")).collect();
    let name = |at: usize| {
        let name = all[at].strip_suffix("'s").or(all[at].strip_suffix("’s")).unwrap_or(all[at]);
        let follows = || lower[at + 1..].iter().take(4);
        let does = || {
            follows().any(|it| is_in(VERBS, it))
                || text.language == Language::English
                    && follows().next().is_none_or(|it| it.ends_with('s'))
        };
        let is_told = match text.language {
            Language::German => follows().next().is_some_and(|it| is_in(VERBS, it)),
            Language::English | Language::French => {
                at > 0 && !is_in(WHERE, &lower[at - 1]) || at == 0 && does()
            }
        };
        let is_name = name.starts_with(char::is_uppercase)
            && name.chars().nth(1).is_some_and(char::is_lowercase)
            && name.chars().all(|it| it.is_alphabetic() || it == '-')
            && !is_in(NOBODY, &lower[at])
            && !is_in(DAYS, &lower[at])
            && number(&lower[at]).is_none()
            && !date::is_month(name);
        (is_name && is_told).then(|| name.to_owned())
    };
    (0..all.len()).rev().find_map(|at| {
        let word = &lower[at];
        if is_in(OWN, word) {
            return Some(Owner::Own);
        }
        let is_used = at > 0 && is_in(ARTICLES, &lower[at - 1]);
        let is_people = is_person(word, text.language)
            || !is_used && count::sort(word, text.language) == "team";
        if (is_people || count::is_relation(word)) && !date::is_month(word) {
            let before = &lower[at.saturating_sub(4)..at];
            let is_own = before.iter().any(|it| is_in(AM, it))
                || before.windows(2).any(|it| it[0] == "we" && it[1] == "are");
            return Some(if is_own { Owner::Own } else { Owner::Other(word.clone()) });
        }
        name(at).map(Owner::Other)
    })
}

/// Whose hours stand at a place, as the prompt calls them; none for those who write.
pub(super) fn of_others(text: &Text<'_>, span: &std::ops::Range<usize>) -> Option<String> {
    const EACH: &str = "each|apiece|chacun|chacune|jeweils";
    const JOBS: &str = "job|emploi|teach|unterrichte|enseigne|employ|angestellt";
    const BESIDE: &str = "beside|alongside|around|neben|outside|côté|plus";
    let owner = owner(text, span.start);
    let after = words(&text.after(span));
    // "I teach 8 hours a week", "I work 20 hours a week at a shop".
    let before = text.before(span);
    let clause = words(super::text::tail_clause(&before));
    let has_job = clause.iter().any(|word| JOBS.split('|').any(|stem| word.starts_with(stem)));
    let is_beside = clause.iter().any(|word| is_in(BESIDE, word));
    let is_elsewhere =
        after.first().is_some_and(|next| is_in("at|bei|chez", next)) || has_job && !is_beside;
    match owner {
        Some(Owner::Other(name)) => Some(name),
        Some(Owner::Own) => is_elsewhere.then(String::new),
        None => {
            (is_elsewhere || after.iter().take(6).any(|word| is_in(EACH, word))).then(String::new)
        }
    }
}
