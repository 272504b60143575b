//! Semicolons in a message: they end the statement.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    if clue.kind != "sequence" {
        return Vec::new();
    }
    clue.statements()
        .iter()
        .filter_map(|line| {
            let colon = line.text.find(':')?;
            let text = &line.text[colon..];
            let places: Vec<usize> = text
                .match_indices(';')
                .map(|(at, _)| colon + at)
                .filter(|at| !is_entity_end(&line.text[..*at]))
                .collect();
            let first = *places.first()?;
            let found = Suspect::new(
                codes::SEMICOLON,
                line.at(first..first + 1),
                "a semicolon ends the statement",
                "write `#59;` for a semicolon in a text",
            );
            let edits = places.iter().map(|at| (line.at(*at..at + 1), "#59;".to_owned()));
            Some(found.fix("write `#59;`", edits.collect::<Vec<_>>()))
        })
        .collect()
}

/// Whether the text before a semicolon ends in a coded character such as `#35` or `&amp`.
fn is_entity_end(before: &str) -> bool {
    let word = before.rsplit(|it: char| !it.is_ascii_alphanumeric()).next().unwrap_or_default();
    let sign = before[..before.len() - word.len()].chars().next_back();
    !word.is_empty() && sign.is_some_and(|it| matches!(it, '#' | '&'))
}
