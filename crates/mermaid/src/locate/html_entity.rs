//! `&lt;`, `&gt;` and their like, left over from copying out of a web page.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

const ENTITIES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&amp;", "&"),
];

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let mut found = Vec::new();
    for line in clue.statements() {
        for (entity, sign) in ENTITIES {
            for (at, _) in line.text.match_indices(entity) {
                let range = line.at(at..at + entity.len());
                let suspect = Suspect::new(
                    codes::HTML_ENTITY,
                    range.clone(),
                    format!("`{entity}` stands where `{sign}` is meant"),
                    "paste the plain text of the diagram, not its HTML",
                );
                found.push(
                    suspect.fix(format!("replace with `{sign}`"), [(range, (*sign).to_owned())]),
                );
            }
        }
    }
    found
}
