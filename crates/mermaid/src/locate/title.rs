//! `title ...` as a statement of a type that takes its title in the front matter.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let in_front =
        clue.is_flow() || matches!(clue.kind, "state" | "er" | "mindmap" | "gitgraph" | "class");
    if !in_front || clue.source.trim_start().starts_with("---") {
        return Vec::new();
    }
    clue.statements()
        .iter()
        .filter_map(|line| {
            let title = line.trimmed().strip_prefix("title")?.trim_start_matches([':', ' ']).trim();
            let quoted = serde_json::Value::from(title.trim_matches('"'));
            let found = Suspect::new(
                codes::MISPLACED_TITLE,
                line.range(),
                "this diagram type has no `title` statement",
                "put the title in the front matter: `title: ...` between two lines `---`",
            );
            let edits = [
                (0..0, format!("---\ntitle: {quoted}\n---\n")),
                (line.with_end(clue.source), String::new()),
            ];
            Some(found.fix("move the title to the front matter", edits))
        })
        .collect()
}
