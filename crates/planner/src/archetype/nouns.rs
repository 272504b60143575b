//! The nouns of each kind of project, and whether a goal is about one of them.

use std::sync::LazyLock;

use super::{ARCHETYPES, Archetype};
use crate::facts::Language;
use crate::goal::{Goal, singular};

/// A noun of a kind.
pub(super) struct Noun {
    pub(super) text: &'static str,
    /// With its last word in the singular.
    singular: String,
    /// The letters of the singular: "repair café" says more than "café".
    pub(super) letters: usize,
}

/// The nouns of one kind: those that mean it, and those that do so beside one of its verbs.
pub(super) struct Nouns {
    id: &'static str,
    pub(super) alone: Vec<Noun>,
    pub(super) with_verb: Vec<Noun>,
}

static NOUNS: LazyLock<Vec<Nouns>> = LazyLock::new(|| {
    let all = |nouns: &'static [String]| nouns.iter().map(|it| Noun::new(it)).collect();
    let of = |kind: &'static Archetype| Nouns {
        id: &kind.id,
        alone: all(&kind.nouns),
        with_verb: all(&kind.verb_nouns),
    };
    ARCHETYPES.iter().map(of).collect()
});

/// The nouns of a kind.
pub(super) fn of(kind: &Archetype) -> &'static Nouns {
    NOUNS.iter().find(|it| it.id == kind.id).expect("every kind has its list of nouns")
}

/// Whether some kind has a word for what the goal is about.
pub(crate) fn knows(goal: &Goal, language: Language) -> bool {
    longest(goal, language) > 0
}

/// The letters of the longest noun of any kind that the goal is about.
pub(super) fn longest(goal: &Goal, language: Language) -> usize {
    let all = NOUNS.iter().flat_map(|it| it.alone.iter().chain(&it.with_verb));
    all.filter(|noun| noun.names(goal, language)).map(|noun| noun.letters).max().unwrap_or(0)
}

impl Noun {
    fn new(text: &'static str) -> Self {
        let singular = match text.rsplit_once(' ') {
            Some((head, last)) => format!("{head} {}", singular(last)),
            None => singular(text),
        };
        let letters = singular.chars().count();
        Self { text, singular, letters }
    }

    /// Whether an object of the goal is the noun: ends with it as a word, or in German as a part of one.
    pub(super) fn names(&self, goal: &Goal, language: Language) -> bool {
        // In French a "course" is a race.
        if language == Language::French && self.text == "course" {
            return false;
        }
        goal.objects.iter().any(|object| self.ends(object, language))
    }

    fn ends(&self, object: &str, language: Language) -> bool {
        let is_end = |noun: &str| {
            object == noun
                || object.strip_suffix(noun).is_some_and(|before| before.ends_with([' ', '-']))
                || language == Language::French
                    && object.strip_prefix(noun).is_some_and(|rest| rest.starts_with(' '))
        };
        let is_part = || {
            let genitive = ["es", "s", "n", "e"].iter().find_map(|end| object.strip_suffix(end));
            object.ends_with(self.text) || genitive.is_some_and(|it| it.ends_with(self.text))
        };
        let is_long = |least: usize| self.text.chars().count() > least;
        is_end(&self.singular)
            || is_end(self.text)
            || language == Language::German && is_long(3) && is_part()
            // "footbridge", "watermill".
            || language == Language::English
                && self.letters > 5
                && !self.singular.contains(' ')
                && object.ends_with(&self.singular)
    }
}
