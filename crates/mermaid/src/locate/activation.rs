//! A participant that is deactivated without being active.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let Some((_, after)) = clue.words.split_once("inactive participant (") else {
        return Vec::new();
    };
    let name = after.trim_end_matches([')', '.']);
    let mut active = 0;
    for line in clue.statements() {
        let text = line.trimmed();
        let minus = minus_of_sender(line.text, name);
        if text.strip_prefix("activate ").is_some_and(|it| it.trim() == name)
            || text.contains(&format!("+{name}"))
        {
            active += 1;
        }
        let ends = text.strip_prefix("deactivate ").is_some_and(|it| it.trim() == name);
        if !ends && minus.is_none() {
            continue;
        }
        active -= 1;
        if active >= 0 {
            continue;
        }
        let found = Suspect::new(
            codes::UNBALANCED_ACTIVATION,
            line.range(),
            format!("`{name}` is deactivated here but is not active"),
            format!("activate it first with `activate {name}` or with `+` behind an arrow"),
        );
        let fix = match minus {
            Some(at) => (line.at(at..at + 1), String::new()),
            None => (line.with_end(clue.source), String::new()),
        };
        return vec![found.certain().guess().fix("remove the deactivation", [fix])];
    }
    Vec::new()
}

/// The `-` behind an arrow, which deactivates the sender.
fn minus_of_sender(text: &str, name: &str) -> Option<usize> {
    let sends = text.trim_start().starts_with(name);
    ["->>-", "->-", "-x-", "-)-"]
        .iter()
        .find_map(|arrow| Some(text.find(arrow)? + arrow.len() - 1))
        .filter(|_| sends)
}
