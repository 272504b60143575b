//! The nearest known name to a misspelt one.

/// The candidate that is closest to `word`, if close enough to be what was meant.
///
/// Distance counts insertions, deletions, replacements and swaps of neighbours, ignoring case; up
/// to a third of the word's length passes. The first of equals wins.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let limit = length.div_ceil(3);
    if length > 64 {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = candidate.to_lowercase();
        if other.chars().count().abs_diff(length) > limit {
            continue;
        }
        let distance = strsim::osa_distance(&word, &other);
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word() {
        let words = ["participant", "partition", "note", "loop"];
        assert_eq!(nearest("particpant", words), Some("participant"));
        assert_eq!(nearest("Patricipant", words), Some("participant"));
        assert_eq!(nearest("lopo", words), Some("loop"));
    }

    #[test]
    fn up_to_a_third_of_the_letters_may_be_wrong_and_the_first_of_equals_wins() {
        // Three letters of nine are a third; of eight, it is rounded up.
        assert_eq!(nearest("abcdefghi", ["abcdefxyz"]), Some("abcdefxyz"));
        assert_eq!(nearest("abcdefghi", ["abcdewxyz"]), None);
        assert_eq!(nearest("abc", ["abx", "aby"]), Some("abx"));
        assert_eq!(nearest("abc", ["abxy", "abcd"]), Some("abcd"));
        // Longer by the limit passes, by one more does not.
        assert_eq!(nearest("abc", ["abcd"]), Some("abcd"));
        assert_eq!(nearest("abc", ["abcde"]), None);
    }

    #[test]
    fn a_word_that_nobody_would_type_is_not_compared() {
        let (long, longer) = ("x".repeat(64), "x".repeat(65));
        assert_eq!(nearest(&long, [long.as_str()]), Some(long.as_str()));
        assert_eq!(nearest(&longer, [longer.as_str()]), None);
    }

    #[test]
    fn a_foreign_word_finds_nothing() {
        assert_eq!(nearest("swimlane", ["participant", "note"]), None);
        assert_eq!(nearest("x", ["note"]), None);
    }
}
