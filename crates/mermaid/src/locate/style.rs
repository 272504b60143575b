//! Styling statements that stop before they say anything.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    clue.statements()
        .iter()
        .filter_map(|line| {
            let words: Vec<&str> =
                line.trimmed().trim_end_matches(';').split_whitespace().collect();
            let (word, needed) = match words.as_slice() {
                [word @ ("style" | "classDef" | "linkStyle" | "class" | "click"), rest @ ..]
                    if rest.len() < 2 =>
                {
                    (
                        *word,
                        if *word == "click" {
                            "a node and an action"
                        } else {
                            "a name and a style"
                        },
                    )
                }
                _ => return None,
            };
            // `class Name` alone declares a class where classes are drawn.
            if word == "class" && clue.kind == "class" {
                return None;
            }
            let found = Suspect::new(
                codes::BAD_STYLE,
                line.range(),
                format!("`{word}` needs {needed}"),
                "complete the statement, as in `style A fill:#eee,stroke:#333`, or remove it",
            );
            Some(
                found.guess().fix("remove the line", [(line.with_end(clue.source), String::new())]),
            )
        })
        .collect()
}
