//! Whether two models say the same but for a name.

use crate::compile::Compiled;

/// What all diagrams of a text say.
pub(super) struct Said {
    is_accepted: bool,
    /// The family and the facts of each.
    diagrams: Vec<(&'static str, String)>,
}

impl Said {
    pub(super) fn by(compiled: &Compiled) -> Self {
        let diagrams = compiled.diagrams.iter().map(|it| (it.kind, it.model.facts())).collect();
        Self { is_accepted: compiled.is_accepted(), diagrams }
    }

    /// Whether it becomes the other when some of the places where `from` stands get `to`.
    pub(super) fn is_same(&self, after: &Self, from: &str, to: &str) -> bool {
        let mut pairs = self.diagrams.iter().zip(&after.diagrams);
        self.diagrams.len() == after.diagrams.len()
            && after.is_accepted >= self.is_accepted
            && pairs.all(|(old, new)| old.0 == new.0 && up_to_name(&old.1, &new.1, from, to))
    }
}

/// Whether the facts of one model become those of another when some of the places where `from` stands get `to`.
/// Quotes come and go with a name, so they do not count.
pub(super) fn up_to_name(before: &str, after: &str, from: &str, to: &str) -> bool {
    let plain = |text: &str| text.replace(QUOTES, "");
    let (from, to) = (plain(from), plain(to));
    let (mut before, mut after) = (before.lines(), after.lines());
    loop {
        let same = match (before.next(), after.next()) {
            (None, None) => return true,
            // Most lines do not name it.
            (Some(one), Some(other)) => {
                let names = (from.as_bytes(), to.as_bytes());
                one == other || line(one.as_bytes(), other.as_bytes(), names)
            }
            _ => false,
        };
        if !same {
            return false;
        }
    }
}

const QUOTES: [char; 2] = ['"', '\\'];

fn line(mut before: &[u8], mut after: &[u8], names: (&[u8], &[u8])) -> bool {
    loop {
        (before, after) = (bare(before), bare(after));
        // Most letters begin no name.
        if before.first() == names.0.first()
            && after.first() == names.1.first()
            && let Some((before, after)) = behind(before, names.0).zip(behind(after, names.1))
            && line(before, after, names)
        {
            return true;
        }
        match (before.split_first(), after.split_first()) {
            (None, None) => return true,
            (Some((one, rest)), Some((other, others))) if one == other => {
                (before, after) = (rest, others);
            }
            _ => return false,
        }
    }
}

/// The text from its first letter that is no quote.
fn bare(text: &[u8]) -> &[u8] {
    let quotes = text.iter().take_while(|it| matches!(it, b'"' | b'\\')).count();
    &text[quotes..]
}

/// What follows a name that the text begins with.
fn behind<'a>(mut text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    for letter in name {
        let (first, rest) = bare(text).split_first()?;
        if first != letter {
            return None;
        }
        text = rest;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::up_to_name;

    #[test]
    fn a_name_may_change_where_it_stands_and_nothing_else() {
        let before = "participant A\nmessage A -> B \"A says hi\"\n";
        assert!(up_to_name(before, "participant Z\nmessage Z -> B \"A says hi\"\n", "A", "Z"));
        assert!(up_to_name(
            before,
            "participant \"The Z\"\nmessage The Z -> B \"A says hi\"\n",
            "A",
            "The Z"
        ));
        assert!(!up_to_name(before, "participant Z\nmessage Z -> B \"B says hi\"\n", "A", "Z"));
        assert!(up_to_name("x \"AA\" \"A\"\n", "x \"Z Z  \\\"A\"\n", "A", "Z "));
        assert!(!up_to_name("x \"A\" B\n", "x \"Z\"\n", "A", "Z"));
        assert!(!up_to_name(before, "participant Z\nparticipant A\nmessage A -> B\n", "A", "Z"));
    }
}
