//! The language of a prompt, by its smallest words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Languages whose dates and amounts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English, and everything that is not one of the others.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
}

const GERMAN: [&str; 30] = [
    "und", "ich", "der", "die", "das", "eine", "einen", "ein", "mit", "für", "wir", "im", "am",
    "bis", "von", "zu", "nicht", "soll", "muss", "den", "auf", "unser", "ab", "nach", "vom", "zum",
    "zur", "bei", "euro", "unsere",
];
const FRENCH: [&str; 24] = [
    "et", "je", "les", "une", "un", "avec", "pour", "nous", "dans", "le", "la", "des", "du", "au",
    "est", "à", "en", "sur", "doit", "notre", "mon", "de", "ouvrir", "avant",
];

impl Language {
    /// The language whose small words are most frequent; English where none of the others is.
    pub fn of(prompt: &str) -> Self {
        let lower = prompt.to_lowercase();
        let words: Vec<&str> = lower
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|it| !it.is_empty())
            .collect();
        let count = |small: &[&str]| words.iter().filter(|word| small.contains(word)).count();
        let (german, french) =
            (count(&GERMAN) + count(&["für", "über", "eröffnen"]), count(&FRENCH));
        // "a", "an", "in" are English in the first place.
        let enough = |found: usize| found * 7 >= words.len() && found >= 1 && words.len() > 2;
        match (enough(german), enough(french)) {
            (false, false) => Self::English,
            (true, is_french) if !is_french || german > french => Self::German,
            _ => Self::French,
        }
    }

    /// The language's English name.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "German",
            Self::French => "French",
        }
    }
}
