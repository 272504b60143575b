//! Whether two models say the same but for a name.

/// Whether the facts of one model become those of another when some of the places where `from` stands get `to`.
/// Quotes come and go with a name, so they do not count.
pub(super) fn up_to_name(before: &str, after: &str, from: &str, to: &str) -> bool {
    let plain = |text: &str| text.replace(['"', '\\'], "");
    let (before, after) = (plain(before), plain(after));
    let (from, to) = (plain(from), plain(to));
    before.lines().count() == after.lines().count()
        && before.lines().zip(after.lines()).all(|(one, other)| line(one, other, &from, &to))
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
