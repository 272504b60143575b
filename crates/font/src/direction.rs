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

/// A part of a line that runs one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its bytes in the line.
    pub range: Range<usize>,
    /// Which way it runs, also where it holds only blanks and signs.
    pub direction: Direction,
}

/// Which way letters follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// As in Latin.
    LeftToRight,
    /// As in Hebrew and Arabic.
    RightToLeft,
}

/// The parts of a line that run one way each, from left to right on the page.
///
/// A line that begins with a letter from right to left is one as a whole. `None` if nothing in it runs that way.
pub fn left_to_right(line: &str) -> Option<Vec<Part>> {
    if line.is_ascii() || !line.chars().any(is_backward) {
        return None;
    }
    let info = BidiInfo::new(line, None);
    let paragraph = info.paragraphs.first()?;
    let (levels, ranges) = info.visual_runs(paragraph, paragraph.range.clone());
    let parts = ranges.into_iter().map(|range| {
        let is_back = levels[range.start].is_rtl();
        let direction = if is_back { Direction::RightToLeft } else { Direction::LeftToRight };
        Part { range, direction }
    });
    Some(parts.collect())
}

/// Blanks and signs that stand among letters from right to left, in the order and form in which they are drawn. `None`
/// for a text with letters or digits: what draws it turns it itself.
pub fn turned_signs(text: &str) -> Option<String> {
    let is_sign = |ch| {
        !matches!(
            bidi_class(ch),
            BidiClass::L | BidiClass::R | BidiClass::AL | BidiClass::EN | BidiClass::AN
        )
    };
    text.chars()
        .all(is_sign)
        .then(|| text.chars().rev().map(|it| mirrored(it).unwrap_or(it)).collect())
}

/// The sign that stands for this one among letters from right to left: brackets and the like open the other way.
pub fn mirrored(sign: char) -> Option<char> {
    const PAIRS: [[char; 2]; 10] = [
        ['(', ')'],
        ['[', ']'],
        ['{', '}'],
        ['<', '>'],
        ['«', '»'],
        ['‹', '›'],
        ['≤', '≥'],
        ['⟨', '⟩'],
        ['「', '」'],
        ['【', '】'],
    ];
    PAIRS.iter().find_map(|&[open, close]| match sign {
        _ if sign == open => Some(close),
        _ if sign == close => Some(open),
        _ => None,
    })
}

fn is_backward(ch: char) -> bool {
    matches!(bidi_class(ch), BidiClass::R | BidiClass::AL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Vec<&str> {
        left_to_right(line).unwrap().into_iter().map(|it| &line[it.range]).collect()
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

    #[test]
    fn signs_run_as_the_letters_around_them() {
        let line = "שלום (test) 12";
        let parts = left_to_right(line).unwrap();
        let found: Vec<_> =
            parts.iter().map(|it| (&line[it.range.clone()], it.direction)).collect();
        let (right, back) = (Direction::LeftToRight, Direction::RightToLeft);
        assert_eq!(found, [("12", right), (") ", back), ("test", right), ("שלום (", back)]);
    }

    #[test]
    fn signs_alone_are_turned_and_words_are_not() {
        assert_eq!(turned_signs(") ").as_deref(), Some(" ("));
        assert_eq!(turned_signs("-> ").as_deref(), Some(" <-"));
        assert_eq!(turned_signs("(שלום"), None);
        assert_eq!(turned_signs("12"), None);
    }
}
