//! `%%{init: ...}%%` blocks whose JSON cannot be read.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;
use crate::engine::Part;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let Some(start) = clue.source.find("%%{") else { return Vec::new() };
    let end = clue.source[start..].find("}%%").map(|at| start + at + 3);
    if clue.part != Part::Directive && end.is_some() {
        return Vec::new();
    }
    let line_end = clue.source[start..].find('\n').map_or(clue.source.len(), |at| start + at);
    if let Some(end) = end {
        let found = Suspect::new(
            codes::DIRECTIVE,
            start..end.min(line_end),
            "the directive does not hold valid JSON",
            "write it like `%%{init: {\"theme\": \"forest\"}}%%`",
        );
        return vec![found.certain()];
    }
    let found = Suspect::new(
        codes::DIRECTIVE,
        start..line_end,
        "the directive is not closed",
        "end it with `}%%`",
    );
    let text = clue.source[start..line_end].trim_end();
    let missing = if text.ends_with("}}") { "%%" } else { "}%%" };
    let at = start + text.len();
    vec![found.fix("close the directive", [(at..at, missing.to_owned())])]
}
