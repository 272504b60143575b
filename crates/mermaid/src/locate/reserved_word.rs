//! `end` as the name of a flowchart node.

use super::clue::Clue;
use super::label::find_outside;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    if !clue.is_flow() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for line in clue.statements().iter().filter(|line| line.trimmed() != "end") {
        for at in find_outside(line.text, "end") {
            let bounded = |letter: Option<char>| {
                letter.is_none_or(|it| !it.is_alphanumeric() && !matches!(it, '_'))
            };
            let before = line.text[..at].chars().next_back();
            let after = line.text[at + 3..].chars().next();
            if !bounded(before) || !bounded(after) {
                continue;
            }
            let range = line.at(at..at + 3);
            let suspect = Suspect::new(
                codes::RESERVED_WORD,
                range.clone(),
                "`end` closes a block and cannot be the name of a node",
                "use another spelling, such as `End`",
            );
            found.push(suspect.fix("rename to `End`", [(range, "End".to_owned())]));
        }
    }
    found
}
