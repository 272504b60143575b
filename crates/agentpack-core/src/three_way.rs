//! Merges two descendants of one text, line by line, with markers where both changed the same lines differently.

use std::ops::Range;

use similar::DiffTag;

use crate::patch::{lines, operations};

/// What the two sides of a conflict are called in its markers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Labels {
    pub(crate) ours: &'static str,
    pub(crate) theirs: &'static str,
}

const OVERLAY: Labels = Labels { ours: "overlay", theirs: "upstream" };

/// The result of a merge; without conflicts it is complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Merged {
    /// With markers around every conflict.
    pub(crate) text: String,
    pub(crate) conflicts: usize,
}

/// What became of a range of the base on one side.
type Change = (Range<usize>, Range<usize>);

/// Merges `ours` and `theirs`, which both come from `base`.
pub(crate) fn merge(base: &str, ours: &str, theirs: &str) -> Merged {
    merge_labelled(base, ours, theirs, OVERLAY)
}

/// Merges `ours` and `theirs`, which both come from `base`; markers carry `labels`.
pub(crate) fn merge_labelled(base: &str, ours: &str, theirs: &str, labels: Labels) -> Merged {
    let [base, ours, theirs] = [base, ours, theirs].map(lines);
    let [mut left, mut right] =
        [&ours, &theirs].map(|side| changes(&base, side).into_iter().peekable());
    let mut merged = Merged { text: String::new(), conflicts: 0 };
    // Where each side stands against the base, after the changes taken so far.
    let (mut at, mut shift_ours, mut shift_theirs) = (0, 0_isize, 0_isize);
    loop {
        let starts = [left.peek(), right.peek()].into_iter().flatten().map(|change| change.0.start);
        let Some(start) = starts.min() else { break };
        merged.text.extend(base[at..start].iter().copied());
        let (before_ours, before_theirs) = (shift_ours, shift_theirs);
        let mut end = start;
        loop {
            // Changes that touch are taken together: neighbouring lines seldom change for different reasons.
            let close = |change: &Change| change.0.start <= end;
            if let Some((old, new)) = left.next_if(close) {
                shift_ours += new.len().cast_signed() - old.len().cast_signed();
                end = end.max(old.end);
            } else if let Some((old, new)) = right.next_if(close) {
                shift_theirs += new.len().cast_signed() - old.len().cast_signed();
                end = end.max(old.end);
            } else {
                break;
            }
        }
        let part = |before: isize, after: isize| {
            start.strict_add_signed(before)..end.strict_add_signed(after)
        };
        let ours = &ours[part(before_ours, shift_ours)];
        let theirs = &theirs[part(before_theirs, shift_theirs)];
        merged.join(&base[start..end], ours, theirs, labels);
        at = end;
    }
    merged.text.extend(base[at..].iter().copied());
    merged
}

fn changes(base: &[&str], side: &[&str]) -> Vec<Change> {
    let changed = operations(base, side).into_iter().filter(|op| op.tag() != DiffTag::Equal);
    changed.map(|op| (op.old_range(), op.new_range())).collect()
}

impl Merged {
    fn join(&mut self, base: &[&str], ours: &[&str], theirs: &[&str], labels: Labels) {
        if ours == theirs || theirs == base {
            self.text.extend(ours.iter().copied());
        } else if ours == base {
            self.text.extend(theirs.iter().copied());
        } else {
            self.conflicts += 1;
            let begin = format!("<<<<<<< {}\n", labels.ours);
            let end = format!(">>>>>>> {}\n", labels.theirs);
            for (marker, lines) in [(&*begin, ours), ("=======\n", theirs), (&end, &[][..])] {
                self.text.push_str(marker);
                self.text.extend(lines.iter().copied());
                if lines.last().is_some_and(|line| !line.ends_with('\n')) {
                    self.text.push('\n');
                }
            }
        }
    }
}

/// Whether a text holds a conflict that nobody resolved, whoever wrote its markers.
pub(crate) fn has_markers(text: &str) -> bool {
    let mut wanted = ["<<<<<<< ", "=======", ">>>>>>> "].into_iter().peekable();
    for line in text.lines() {
        wanted.next_if(|marker| line.starts_with(marker));
    }
    wanted.peek().is_none()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn changes_far_apart_are_both_taken() {
        let merged = merge("1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n");
        assert_eq!(merged, Merged { text: "one\n2\n3\n4\nfive\n".into(), conflicts: 0 });
    }

    #[test]
    fn every_conflict_is_marked() {
        let merged = merge("1\n2\n3\n4\n5\n", "a\n2\n3\n4\nb\n", "x\n2\n3\n4\ny");
        assert_eq!(merged.conflicts, 2);
        assert!(has_markers(&merged.text));
        assert!(merged.text.starts_with("<<<<<<< overlay\na\n=======\nx\n>>>>>>> upstream\n2\n"));
    }

    #[test]
    fn changes_that_touch_are_taken_together() {
        // Neighbouring lines: one side changed the first, the other the second.
        let merged = merge("1\n2\n3\n", "one\n2\n3\n", "1\ntwo\n3\n");
        assert_eq!(merged.conflicts, 1);
        assert_eq!(merged.text, "<<<<<<< overlay\none\n2\n=======\n1\ntwo\n>>>>>>> upstream\n3\n");
        // An insertion right before a changed line.
        let merged = merge("1\n2\n", "1\nnew\n2\n", "1\ntwo\n");
        assert_eq!(merged.conflicts, 1);
        // One line between them is enough to keep them apart.
        let merged = merge("1\n2\n3\n", "one\n2\n3\n", "1\n2\nthree\n");
        assert_eq!(merged, Merged { text: "one\n2\nthree\n".into(), conflicts: 0 });
    }

    #[test]
    fn a_change_after_another_finds_its_lines() {
        let base = "1\n2\n3\n4\n5\n6\n7\n";
        let merged = merge(base, "a\nb\n2\n3\n4\n5\n6\nseven\n", "1\n2\n4\n5\n6\n7\n");
        assert_eq!(merged, Merged { text: "a\nb\n2\n4\n5\n6\nseven\n".into(), conflicts: 0 });
    }

    #[test]
    fn equal_changes_agree() {
        assert_eq!(merge("a\n", "b\n", "b\n"), Merged { text: "b\n".into(), conflicts: 0 });
        assert!(!has_markers("a\n=======\nb\n"));
    }

    proptest! {
        #[test]
        fn a_side_that_did_not_change_takes_the_other(
            base in "([abc]\n){0,8}", other in "([abcd]\n){0,8}"
        ) {
            let taken = Merged { text: other.clone(), conflicts: 0 };
            prop_assert_eq!(merge(&base, &other, &base), taken.clone());
            prop_assert_eq!(merge(&base, &base, &other), taken.clone());
            prop_assert_eq!(merge(&base, &other, &other), taken);
        }
    }
}
