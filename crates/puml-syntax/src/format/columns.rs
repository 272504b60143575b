//! Parts of neighbouring lines that an author put below each other.

use std::collections::BTreeSet;
use std::mem::discriminant;

use crate::ast::{Document, Kind, Stmt};
use crate::is_blank;

/// A line and the next of its kind may have this many others between them.
const BETWEEN: usize = 2;

/// The starts of lines that share a column with the line of their kind above or below, where one of both is padded for
/// it.
pub(super) fn aligned<K: Kind>(document: &Document<K>) -> BTreeSet<u32> {
    let text: &str = &document.source;
    let mut found = BTreeSet::new();
    for (idx, above) in document.stmts.iter().enumerate() {
        let rest = document.stmts[idx + 1..].iter().take(1 + BETWEEN);
        let is_same = |it: &&Stmt<K>| discriminant(&it.kind) == discriminant(&above.kind);
        let Some(below) = rest.clone().find(is_same) else { continue };
        if above.kind.shared().is_some() || has_gap(text, above, below) {
            continue;
        }
        let (first, second) = (above.range.slice(text), below.range.slice(text));
        // Most lines have single blanks alone.
        if !is_padded(first) && !is_padded(second) {
            continue;
        }
        let (first, second) = (parts(first), parts(second));
        let is_shared = first.iter().any(|it| {
            second.iter().any(|other| {
                it.at == other.at && it.sort == other.sort && (it.is_padded || other.is_padded)
            })
        });
        if is_shared {
            found.extend([above.range.start, below.range.start]);
        }
    }
    found
}

/// Whether an empty line stands between two statements.
fn has_gap<K>(text: &str, above: &Stmt<K>, below: &Stmt<K>) -> bool {
    let between = &text[above.range.end as usize..below.range.start as usize];
    let mut lines = between.split('\n');
    lines.next();
    lines.next_back();
    lines.any(|it| it.trim().is_empty())
}

fn is_padded(line: &str) -> bool {
    line.contains("  ") || line.contains('\t')
}

/// What a part begins with.
#[derive(Debug, PartialEq)]
enum Sort {
    Word,
    Quote,
    Sign,
    Colon,
}

/// A part of a line behind a blank.
struct Part {
    at: usize,
    sort: Sort,
    /// Whether more than one blank stands before it.
    is_padded: bool,
}

/// The parts of the first line of a statement, up to its label.
fn parts(line: &str) -> Vec<Part> {
    let line = line.lines().next().unwrap_or_default();
    let mut parts = Vec::new();
    let mut closing: Option<char> = None;
    let mut blanks = 0;
    for (at, sign) in line.chars().enumerate() {
        if let Some(end) = closing {
            closing = Some(end).filter(|it| *it != sign);
            continue;
        }
        if is_blank(sign) {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            let sort = match sign {
                ':' => Sort::Colon,
                '"' => Sort::Quote,
                '(' | '[' | '$' => Sort::Word,
                _ if sign.is_alphanumeric() => Sort::Word,
                _ => Sort::Sign,
            };
            parts.push(Part { at, sort, is_padded: blanks > 1 });
            blanks = 0;
        }
        closing = match sign {
            ':' => return parts,
            '"' => Some('"'),
            '(' => Some(')'),
            '[' => Some(']'),
            _ => None,
        };
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_end_with_the_colon_of_the_label() {
        let found = parts("Animal    -->  \"two  words\"  : a  b");
        let places: Vec<(usize, bool)> = found.iter().map(|it| (it.at, it.is_padded)).collect();
        assert_eq!(places, [(10, true), (15, true), (29, true)]);
        assert_eq!(found[1].sort, Sort::Quote);
        assert_eq!(found[2].sort, Sort::Colon);
    }
}
