//! Notes that do not say where they stand.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let place = match clue.kind {
        "sequence" => "over",
        "state" => "right of",
        _ => return Vec::new(),
    };
    clue.statements()
        .iter()
        .filter_map(|line| {
            let text = line.trimmed();
            let rest = text.strip_prefix("Note ").or_else(|| text.strip_prefix("note "))?;
            let placed = ["over ", "left of ", "right of "]
                .iter()
                .any(|it| rest.to_ascii_lowercase().starts_with(it));
            if placed || rest.starts_with('"') {
                return None;
            }
            let at = line.range().start + 5;
            let found = Suspect::new(
                codes::NOTE_PLACE,
                line.range(),
                "the note does not say where it stands",
                format!("write `{} {place} {rest}`", &text[..4]),
            );
            Some(found.fix(format!("add `{place}`"), [(at..at, format!("{place} "))]))
        })
        .collect()
}
