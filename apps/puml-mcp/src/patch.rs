//! The difference of two texts as edits of whole lines, in the form that fixes have.

use diag::LineIndex;
use serde_json::{Value, json};
use similar::{DiffTag, TextDiff};

/// The edits that turn one text into the other: `range` in the old text, and the new `text` for it.
pub(crate) fn patch(old: &str, new: &str) -> Vec<Value> {
    let diff = TextDiff::from_lines(old, new);
    let lines = LineIndex::new(old);
    let bounds = |slices: &[&str]| -> Vec<usize> {
        let mut at = 0;
        let ends = slices.iter().map(|it| {
            at += it.len();
            at
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (before, after) = (bounds(diff.old_slices()), bounds(diff.new_slices()));
    let point = |offset: usize| {
        let at = lines.chars(old, offset as u32);
        json!({"line": at.line + 1, "column": at.column + 1, "offset": offset})
    };
    diff.ops()
        .iter()
        .filter(|it| it.tag() != DiffTag::Equal)
        .map(|it| {
            let (old_lines, new_lines) = (it.old_range(), it.new_range());
            let (start, end) = (before[old_lines.start], before[old_lines.end]);
            let text = &new[after[new_lines.start]..after[new_lines.end]];
            json!({"range": {"start": point(start), "end": point(end)}, "text": text})
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applied from the end, so that earlier offsets stay right.
    fn applied(old: &str, patch: &[Value]) -> String {
        let mut text = old.to_owned();
        for edit in patch.iter().rev() {
            let at = |end: &str| edit["range"][end]["offset"].as_u64().unwrap() as usize;
            text.replace_range(at("start")..at("end"), edit["text"].as_str().unwrap());
        }
        text
    }

    #[test]
    fn a_patch_makes_the_new_text() {
        for (old, new) in [
            ("a\nb\nc\n", "a\nx\nc\n"),
            ("a\nb", "b\n"),
            ("", "a\n"),
            ("é\nü\n", ""),
            ("same\n", "same\n"),
            ("one\n", "zero\none\ntwo"),
        ] {
            assert_eq!(applied(old, &patch(old, new)), new);
        }
    }

    #[test]
    fn equal_lines_are_not_touched() {
        let edits = patch("a\nb\nc\n", "a\nx\nc\n");
        assert_eq!(edits.len(), 1);
        assert_eq!(edits[0]["range"]["start"], json!({"line": 2, "column": 1, "offset": 2}));
        assert_eq!(edits[0]["text"], "x\n");
    }
}
