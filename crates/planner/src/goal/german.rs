//! The goal of a German sentence.

use super::{Goal, VERBS, bare, ends_phrase, infinitive, is_in};
use crate::facts::{is_month, is_place};

/// Nouns that stand for a verb before a genitive.
const GERMAN_DEEDS: [(&str, &str); 17] = [
    ("umstellung", "umstellen"),
    ("ablösung", "ablösen"),
    ("migration", "migrieren"),
    ("verlegung", "verlegen"),
    ("herstellung", "herstellen"),
    ("produktion", "produzieren"),
    ("umzug", "umziehen"),
    ("gründung", "gründen"),
    ("eröffnung", "eröffnen"),
    ("renovierung", "renovieren"),
    ("sanierung", "sanieren"),
    ("bau", "bauen"),
    ("umbau", "umbauen"),
    ("organisation", "organisieren"),
    ("entwicklung", "entwickeln"),
    ("einführung", "einführen"),
    ("planung", "planen"),
];

/// German prepositions: the noun after one is not what is done.
const GERMAN_PREPOSITIONS: &str = "in im am mit von bis ab für nach aus bei zum zur an vom ohne auf über unter zwischen gegen durch vor pro je";

/// The infinitive of a German verb in its sentence: "zieht … um" is "umziehen".
fn separable(word: &str, rest: &[&str]) -> Option<String> {
    let stem = word.strip_suffix("en").or_else(|| word.strip_suffix(['t', 'e'])).unwrap_or(word);
    if stem.chars().count() < 3 {
        return None;
    }
    let particles = ["um", "ein", "auf", "aus", "ab", "an", "her"];
    let ends_clause = |token: &&&str| token.ends_with([',', ';', '!', '?', ':']);
    let last = rest.iter().find(ends_clause).or(rest.last());
    let last = last.map(|token| bare(token)).unwrap_or_default();
    let particle = particles.iter().find(|it| **it == last).copied().unwrap_or_default();
    let ending = if stem.ends_with("er") || stem.ends_with("el") { "n" } else { "en" };
    infinitive(&format!("{particle}{stem}{ending}"))
}

/// How many words say who wants something: "Der Sportverein will eine Flutlichtanlage" is about the lights.
fn wisher(tokens: &[&str]) -> usize {
    let is = |at: usize, all: &str| tokens.get(at).is_some_and(|it| is_in(all, &bare(it)));
    let wants =
        (2..5).find(|&at| is(at, "will wollen möchte möchten plant planen braucht brauchen"));
    let wants = wants.filter(|at| {
        is(0, "der die das unser unsere mein meine") && is(at + 1, "ein eine einen neue neuen")
    });
    wants.map_or(0, |at| at + 1)
}

/// The goal of a German sentence: the verb stands last, and nouns have a capital.
pub(super) fn german(sentence: &str) -> Goal {
    let mut goal = Goal::default();
    let tokens: Vec<&str> = sentence.split_whitespace().collect();
    let tokens = &tokens[wisher(&tokens)..];
    let mut is_after_preposition = false;
    for (idx, token) in tokens.iter().enumerate() {
        let word = bare(token);
        let deed = GERMAN_DEEDS.iter().find(|(noun, _)| *noun == word).map(|(_, verb)| *verb);
        let next = tokens.get(idx + 1).map(|next| bare(next)).unwrap_or_default();
        let genitive =
            ["unserer", "unseres", "eines", "einer", "des", "der", "von", "meines", "meiner"];
        if let Some(verb) = deed.filter(|_| genitive.contains(&next.as_str())) {
            goal.verbs.push(verb.to_owned());
            continue;
        }
        let is_noun = token.trim_start_matches(['"', '(']).starts_with(char::is_uppercase)
            && (idx > 0 || infinitive(&word).is_none());
        let pronouns = [
            "ich", "wir", "mein", "meine", "unser", "unsere", "der", "die", "das", "ein", "eine",
            "bis", "im", "in", "für", "planung", "einen", "einem", "einer", "unseren", "unserem",
            "unserer", "meinen", "meinem", "meiner", "neue", "neuen", "zwei", "drei", "vier",
        ];
        if !is_noun || pronouns.contains(&word.as_str()) || is_in(GERMAN_PREPOSITIONS, &word) {
            // "brandschutzsaniert werden".
            let participle = word.strip_suffix("iert").map(|stem| format!("{stem}ieren"));
            let known = participle.and_then(|long| {
                VERBS
                    .split_whitespace()
                    .find(|verb| verb.ends_with("ieren") && long.ends_with(verb))
            });
            goal.verbs.extend(known.map(str::to_owned));
            if let Some(verb) =
                infinitive(&word.replacen("zu", "", usize::from(word.contains("zuziehen"))))
                    .or_else(|| separable(&word, &tokens[idx + 1..]))
            {
                goal.verbs.push(verb);
            }
            is_after_preposition = is_in(GERMAN_PREPOSITIONS, &word)
                || is_after_preposition
                    && [
                        "zwei", "drei", "vier", "fünf", "der", "dem", "den", "einem", "einer",
                        "unserem", "unserer", "unseren", "unsere", "unser", "eine", "einen", "die",
                        "das", "meine", "meinen", "ihre", "ihren", "alle",
                    ]
                    .contains(&word.as_str());
            if ends_phrase(token) && !goal.objects.is_empty() && !goal.verbs.is_empty() {
                break;
            }
            continue;
        }
        // "16 Plätze" counts; "ISO 9001 Zertifizierung" does not.
        let is_count = idx > 0
            && tokens[idx - 1].trim_start_matches('(').starts_with(|it: char| it.is_ascii_digit())
            && !(tokens[idx - 1].len() == 4 && tokens[idx - 1].starts_with("20"))
            && !(idx > 1 && tokens[idx - 2].chars().all(char::is_uppercase));
        let name = token.trim_matches(|letter: char| !letter.is_alphanumeric());
        if !is_after_preposition
            && !is_count
            && !is_place(name)
            && !is_month(name)
            && !["euro", "eur", "budget"].contains(&word.as_str())
        {
            if goal.thing.is_empty() {
                name.clone_into(&mut goal.thing);
            }
            goal.objects.push(word);
        }
        // "zur Leipziger Buchmesse": one name after its preposition.
        let next_is_noun =
            tokens.get(idx + 1).is_some_and(|next| next.starts_with(char::is_uppercase));
        is_after_preposition &= next_is_noun && !ends_phrase(token);
        // What follows a comma or a colon is about something else.
        if token.ends_with([',', ':']) && !goal.objects.is_empty() {
            break;
        }
    }
    goal
}
