//! The blank before the colon of a label, by the majority of a document: `B : text` or `B: text`.

use super::Gap;
use crate::ast::{Document, Kind};
use crate::is_blank;

/// What most colons of a document have before them; a blank where they are even.
pub(super) fn habit<K: Kind>(document: &Document<K>) -> Gap {
    let lines = document.stmts.iter().filter(|it| it.kind.shared().is_none());
    let lines = lines.filter_map(|it| it.range.slice(&document.source).lines().next());
    let mut spaced = 0_i64;
    for line in lines {
        if let Some((at, is_after)) = label_colon(line) {
            let is_before = line[..at].ends_with(is_blank);
            // A colon between two words says nothing about blanks.
            if is_before || is_after {
                spaced += if is_before { 1 } else { -1 };
            }
        }
    }
    if spaced < 0 { Gap::Tight } else { Gap::Spaced }
}

/// A canonical line with its colon as the author puts it.
pub(super) fn respaced(line: String, gap: Gap) -> String {
    match (gap, label_colon(&line)) {
        (Gap::Tight, Some((at, true))) if line[..at].ends_with(' ') => {
            format!("{}{}", &line[..at - 1], &line[at..])
        }
        _ => line,
    }
}

/// Where the first colon outside quotes and brackets stands that separates a label, and whether a blank follows.
fn label_colon(line: &str) -> Option<(usize, bool)> {
    let mut closing: Option<char> = None;
    let mut signs = line.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, sign)) = signs.next() {
        if let Some(end) = closing {
            closing = Some(end).filter(|it| *it != sign);
            continue;
        }
        match sign {
            '"' => closing = Some('"'),
            '[' => closing = Some(']'),
            '(' => closing = Some(')'),
            ':' => {
                let next = signs.peek().map(|it| it.1);
                // A pair of colons is a part of a name, and one at the start begins an action or an actor.
                if before != ':' && next != Some(':') && at > 0 {
                    return Some((at, next.is_none_or(is_blank)));
                }
            }
            _ => {}
        }
        before = sign;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colon_of_a_label_is_found() {
        assert_eq!(label_colon("A --> B : x"), Some((8, true)));
        assert_eq!(label_colon("A::b --> B: x"), Some((10, true)));
        assert_eq!(label_colon("\"a : b\" --> [c : d] :x"), Some((20, false)));
        assert_eq!(label_colon(":action;"), None);
    }

    #[test]
    fn a_line_follows_the_habit() {
        assert_eq!(respaced("A --> B : x".to_owned(), Gap::Tight), "A --> B: x");
        assert_eq!(respaced("A --> B : x".to_owned(), Gap::Spaced), "A --> B : x");
        assert_eq!(respaced("\"a : b\" --> B".to_owned(), Gap::Tight), "\"a : b\" --> B");
    }
}
