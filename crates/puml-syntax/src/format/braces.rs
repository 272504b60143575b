//! The blank before the brace that opens a body, by the majority of a document: `class A {` or `class A{`.

use super::Gap;
use crate::ast::{Document, Kind};
use crate::is_blank;

/// What most braces of a document have before them; one or two that touch their name are no habit.
pub(super) fn habit<K: Kind>(document: &Document<K>) -> Gap {
    let stmts = document.stmts.iter().filter(|it| it.kind.shared().is_none());
    let lines = stmts.filter_map(|it| it.range.slice(&document.source).lines().next());
    let heads = lines.filter_map(|it| it.trim_end().strip_suffix('{'));
    let votes = heads.map(|it| if it.ends_with(is_blank) { 1 } else { -1 });
    if votes.sum::<i64>() < -2 { Gap::Tight } else { Gap::Spaced }
}

/// A canonical line with its brace as the author puts it.
pub(super) fn respaced(mut line: String, gap: Gap) -> String {
    if gap == Gap::Tight && line.ends_with(" {") && line.len() > 2 {
        line.truncate(line.len() - 2);
        line.push('{');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_follows_the_habit() {
        assert_eq!(respaced("class A {".to_owned(), Gap::Tight), "class A{");
        assert_eq!(respaced("class A {".to_owned(), Gap::Spaced), "class A {");
        assert_eq!(respaced("class A".to_owned(), Gap::Tight), "class A");
    }
}
