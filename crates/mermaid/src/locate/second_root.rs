//! Trees with more than one root: indentation that is missing.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    if !clue.words.contains("only one root") {
        return Vec::new();
    }
    let Some((root, rest)) = clue.statements().split_first() else { return Vec::new() };
    let Some(second) = rest.iter().find(|line| line.indent().len() <= root.indent().len()) else {
        return Vec::new();
    };
    let found = Suspect::new(
        codes::SECOND_ROOT,
        second.range(),
        format!("`{}` is a second root", second.trimmed()),
        "a mind map has one root; indent everything else below it",
    );
    let edits = rest.iter().map(|line| (line.start..line.start, "  ".to_owned()));
    vec![found.certain().fix("indent what follows the root", edits)]
}
