//! Markdown fences around the source, as chat answers have them.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let fences: Vec<_> = clue
        .all_lines
        .iter()
        .filter(|line| line.trimmed().starts_with("```") || line.trimmed().starts_with("~~~"))
        .collect();
    let Some(first) = fences.first() else { return Vec::new() };
    let edits = fences.iter().map(|line| (line.with_end(clue.source), String::new()));
    let found = Suspect::new(
        codes::CODE_FENCE,
        first.range(),
        "the source is wrapped in a Markdown code fence",
        "pass only the lines between the fences",
    );
    vec![found.certain().fix("remove the code fence", edits)]
}
