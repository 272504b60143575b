//! Which work of an archetype answers a clause of the prompt, by the words that are meant for it.

use super::{Archetype, Work};
use crate::facts::Facts;

impl Archetype {
    /// All work that the prompt asks for, in order.
    pub(crate) fn works<'a>(&'a self, facts: &Facts) -> impl Iterator<Item = &'a Work> {
        let works = self.stages.iter().flat_map(|stage| &stage.tasks);
        works.filter(|work| work.applies(facts))
    }

    /// The work that a clause of the prompt speaks of, by the words that are meant for it.
    pub(crate) fn answering(&self, clause: &str, facts: &Facts) -> Option<&Work> {
        let lower = clause.to_lowercase();
        let hits = |work: &Work| work.answers.iter().filter(|word| says(&lower, word)).count();
        let works = self.works(facts).map(|work| (hits(work), work));
        let best = works.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.filter(|(hits, _)| *hits > 0).map(|(_, work)| work)
    }

    /// The work that has to wait for what a demand asks: "the wall is tested before the roof goes on".
    pub(crate) fn awaiting(&self, demand: &str, facts: &Facts) -> Option<&Work> {
        let (_, then) = order(demand)?;
        let on_site = || {
            let mut works = self.works(facts);
            works.find(|work| work.in_rooms || work.role(self).on_site)
        };
        self.answering(&then, facts).or_else(|| on_site().filter(|_| is_about_works(&then)))
    }

    /// The key of the work that proves that demands are met.
    pub(crate) fn proves_at(&self) -> &str {
        self.proves_at.as_deref().unwrap_or(&self.deadline_at)
    }

    /// Whether the work has a day of its own in the prompt, or another that has one waits for it: such
    /// work keeps its length, whatever time the whole project has.
    pub(crate) fn is_dated(&self, work: &Work, facts: &Facts) -> bool {
        let is_named = |work: &Work| {
            let mut clauses = facts.due().filter(|(_, fact)| !fact.is_goal);
            clauses.any(|(_, fact)| {
                self.answering(&fact.about, facts).is_some_and(|it| it.key == work.key)
            })
        };
        let waits = |other: &&Work| {
            other.after().any(|(key, ..)| key == work.key) && self.is_dated(other, facts)
        };
        let mut works = self.stages.iter().flat_map(|stage| &stage.tasks);
        is_named(work) || works.any(|other| waits(&other))
    }
}

/// Words between what has to be first and what comes then.
const BEFORE: [&str; 8] =
    [" before ", " prior to ", " bevor ", " ehe ", " vor ", " avant que ", " avant de ", " avant "];
/// Words between what comes then and what has to be first.
const AFTER: [&str; 7] = [
    " only after ",
    " not until ",
    " after ",
    " erst nach ",
    " erst wenn ",
    " seulement après ",
    " après ",
];

/// What a demand wants first, and what comes only then, in lower case.
pub(crate) fn order(demand: &str) -> Option<(String, String)> {
    let lower = demand.to_lowercase();
    let cut = |words: &[&str]| {
        let word = words.iter().find(|word| lower.contains(**word))?;
        let (left, right) = lower.split_once(*word)?;
        Some((left.to_owned(), right.to_owned()))
    };
    cut(&BEFORE).or_else(|| cut(&AFTER).map(|(then, first)| (first, then)))
}

/// Whether a clause speaks of the works on site as a whole: "before any works begin".
pub(crate) fn is_about_works(clause: &str) -> bool {
    const WORKS: &str =
        "works|work|building|construction|renovation|bauarbeiten|baubeginn|travaux|chantier";
    says_any(clause, WORKS)
}

/// Whether a text in lower case has one of the words of a list with bars between them.
pub(crate) fn says_any(lower: &str, list: &str) -> bool {
    list.split('|').any(|word| says(lower, word))
}

/// Whether a text in lower case has a word or its plural; several words stand as they are.
pub(crate) fn says(lower: &str, word: &str) -> bool {
    if word.contains(' ') {
        return lower.contains(word);
    }
    let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
    words.any(|it| it == word || it.strip_suffix('s') == Some(word))
}
