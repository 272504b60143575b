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
    let plain = |text: &str| text.replace(['"', '\\'], "");
    let (from, to) = (plain(from), plain(to));
    let (mut before, mut after) = (before.lines(), after.lines());
    loop {
        let same = match (before.next(), after.next()) {
            (None, None) => return true,
            // Most lines do not name it.
            (Some(one), Some(other)) => {
                one == other || line(&plain(one), &plain(other), &from, &to)
            }
            _ => false,
        };
        if !same {
            return false;
        }
    }
}

fn line(mut before: &str, mut after: &str, from: &str, to: &str) -> bool {
    loop {
        let renamed = before.strip_prefix(from).zip(after.strip_prefix(to));
        if renamed.is_some_and(|(before, after)| line(before, after, from, to)) {
            return true;
        }
        match (before.chars().next(), after.chars().next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other => {
                (before, after) = (&before[one.len_utf8()..], &after[one.len_utf8()..]);
            }
            _ => return false,
        }
    }
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
        assert!(!up_to_name(before, "participant Z\nparticipant A\nmessage A -> B\n", "A", "Z"));
    }
}
