//! Which way letters run, and in which order the parts of a line stand that mixes ways.

use std::ops::Range;

use unicode_bidi::{BidiClass, BidiInfo, bidi_class};

/// Whether the first letter that has a direction runs from right to left, as the text then does as a whole.
pub fn is_right_to_left(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let strong = text
        .chars()
        .map(bidi_class)
        .find(|it| matches!(it, BidiClass::L | BidiClass::R | BidiClass::AL));
    matches!(strong, Some(BidiClass::R | BidiClass::AL))
}

/// The parts of a line that run one way each, as byte ranges, from left to right on the page.
///
/// A line that begins with a letter from right to left is one as a whole. `None` if nothing in it runs that way.
pub fn left_to_right(line: &str) -> Option<Vec<Range<usize>>> {
    let runs_back = |ch| matches!(bidi_class(ch), BidiClass::R | BidiClass::AL);
    if line.is_ascii() || !line.chars().any(runs_back) {
        return None;
    }
    let info = BidiInfo::new(line, None);
    let paragraph = info.paragraphs.first()?;
    Some(info.visual_runs(paragraph, paragraph.range.clone()).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Vec<&str> {
        left_to_right(line).unwrap().into_iter().map(|it| &line[it]).collect()
    }

    #[test]
    fn the_first_letter_with_a_direction_decides() {
        assert!(is_right_to_left("(123) שלום abc"));
        assert!(!is_right_to_left("abc שלום"));
        assert!(!is_right_to_left("... 12"));
    }

    #[test]
    fn parts_stand_as_they_are_read() {
        assert_eq!(left_to_right("plain ✓ text"), None);
        assert_eq!(parts("login שלום ok"), ["login ", "שלום", " ok"]);
        assert_eq!(parts("שלום login עולם"), [" עולם", "login", "שלום "]);
        assert_eq!(parts("مرحبا 12"), ["12", "مرحبا "]);
    }
}
