//! The blanks around the arrow of a link, by the majority of a document: `A --> B` or `A-->B`.

use super::{Gap, Layout};
use crate::ast::{Document, Kind};
use crate::is_blank;

/// What most arrows of a document have around them; a few that touch both names are no habit.
pub(super) fn habit<K: Kind>(document: &Document<K>, layout: &dyn Layout<K>) -> Gap {
    let text: &str = &document.source;
    let arrows = document.stmts.iter().filter_map(|it| layout.arrow(&it.kind));
    let votes = arrows.map(|it| {
        let before = text[..it.start as usize].ends_with(is_blank);
        let after = text[it.end as usize..].starts_with(is_blank);
        match (before, after) {
            (true, true) => 1,
            (false, false) => -1,
            _ => 0,
        }
    });
    if votes.sum::<i64>() < -3 { Gap::Tight } else { Gap::Spaced }
}

/// A canonical line with its arrow as the author puts it. Texts in quotes beside an arrow stay apart from it.
pub(super) fn respaced(line: String, arrow: Option<&str>, gap: Gap) -> String {
    let Some(arrow) = arrow.filter(|_| gap == Gap::Tight) else { return line };
    match line.split_once(&format!(" {arrow} ")) {
        Some((left, right)) if !left.ends_with('"') && !right.starts_with('"') => {
            format!("{left}{arrow}{right}")
        }
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_follows_the_habit() {
        let respaced = |line: &str, gap| respaced(line.to_owned(), Some("-->"), gap);
        assert_eq!(respaced("A --> B : a --> b", Gap::Tight), "A-->B : a --> b");
        assert_eq!(respaced("A --> B", Gap::Spaced), "A --> B");
        assert_eq!(respaced("A \"1\" --> B", Gap::Tight), "A \"1\" --> B");
    }
}
