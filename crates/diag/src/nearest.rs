//! The nearest known name to a misspelt one.

/// The candidate that is closest to `word`, if close enough to be what was meant.
///
/// Distance counts insertions, deletions, replacements and swaps of neighbours, ignoring case; up
/// to a third of the word's length passes. The first of equals wins.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    let limit = word.len().div_ceil(3);
    if word.len() > 64 {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other: Vec<char> = candidate.to_lowercase().chars().collect();
        if other.len().abs_diff(word.len()) > limit {
            continue;
        }
        let distance = distance(&word, &other);
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = above;
        above = row;
    }
    above[b.len()]
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
    fn a_foreign_word_finds_nothing() {
        assert_eq!(nearest("swimlane", ["participant", "note"]), None);
        assert_eq!(nearest("x", ["note"]), None);
    }
}
