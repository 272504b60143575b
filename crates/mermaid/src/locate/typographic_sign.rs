//! Curly quotes, long dashes and arrow characters that a word processor put in.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let arrow = if clue.kind == "sequence" { "->>" } else { "-->" };
    let mut found = Vec::new();
    for line in clue.statements() {
        for (at, sign) in line.text.char_indices() {
            let plain = match sign {
                '“' | '”' | '„' | '«' | '»' => "\"",
                '‘' | '’' => "'",
                '–' | '—' => "--",
                '→' | '⟶' | '➔' => arrow,
                _ => continue,
            };
            let range = line.at(at..at + sign.len_utf8());
            let suspect = Suspect::new(
                codes::TYPOGRAPHIC_SIGN,
                range.clone(),
                format!("`{sign}` is not a sign of the language"),
                format!("write `{plain}`"),
            );
            found.push(suspect.fix(format!("replace with `{plain}`"), [(range, plain.to_owned())]));
        }
    }
    found
}
