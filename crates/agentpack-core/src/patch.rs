//! Unified diffs of one text file: made from two texts, read back, applied. Lines end at `\n` alone, so that `\r`
//! is content. Knows nothing of where patches are kept.

use std::fmt::Write as _;
use std::ops::Range;

use similar::algorithms::{Capture, Replace, myers};
use similar::{DiffOp, DiffTag, group_diff_ops};

const CONTEXT: usize = 3;
const NO_NEWLINE: &str = "\\ No newline at end of file";

/// A text as lines that keep their ends.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The differences of two lists of lines. They are not compacted: a compacted operation may have an index that does
/// not follow from those before it, and both uses here count on that.
pub(crate) fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut capture = Replace::new(Capture::new());
    let Ok(()) = myers::diff(&mut capture, old, 0..old.len(), new, 0..new.len());
    capture.into_inner().into_ops()
}

/// The patch that makes `new` of `old`; empty when they are equal.
pub(crate) fn make(name: &str, old: &str, new: &str) -> String {
    let (old, new) = (lines(old), lines(new));
    let mut text = String::new();
    for group in group_diff_ops(operations(&old, &new), CONTEXT) {
        if text.is_empty() {
            let _ = write!(text, "--- a/{name}\n+++ b/{name}\n");
        }
        let (first, last) = (group[0], group[group.len() - 1]);
        let before = first.old_range().start..last.old_range().end;
        let after = first.new_range().start..last.new_range().end;
        let _ = writeln!(text, "@@ -{} +{} @@", range(&before), range(&after));
        for operation in group {
            let (tag, old_range, new_range) = operation.as_tag_tuple();
            if tag == DiffTag::Equal {
                push(&mut text, ' ', &old[old_range]);
            } else {
                push(&mut text, '-', &old[old_range]);
                push(&mut text, '+', &new[new_range]);
            }
        }
    }
    text
}

/// A range as hunk headers spell it: one-based, and an empty one names the line before it.
fn range(range: &Range<usize>) -> String {
    let start = if range.is_empty() { range.start } else { range.start + 1 };
    format!("{start},{}", range.len())
}

fn push(text: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        text.push(sign);
        text.push_str(line);
        if !line.ends_with('\n') {
            let _ = write!(text, "\n{NO_NEWLINE}\n");
        }
    }
}

/// A patch that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Patch {
    hunks: Vec<Hunk>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Hunk {
    /// Where it should fit, counted from zero.
    start: usize,
    old: Vec<String>,
    new: Vec<String>,
}

impl Patch {
    /// Reads the patch of the file `name`. Creating, deleting, renaming and binary patches are refused.
    pub(crate) fn parse(text: &str, name: &str) -> Result<Self, String> {
        let mut rest = lines(text).into_iter().peekable();
        let mut named = 0;
        while let Some(line) = rest.next_if(|line| !line.starts_with("@@")) {
            let line = line.trim_end();
            let refused = ["new file", "deleted file", "rename ", "copy ", "GIT binary", "Binary "];
            if refused.iter().any(|word| line.starts_with(word)) {
                return Err(format!("`{line}`: a patch only changes the text of one file"));
            }
            for (mark, side) in [("--- ", "a/"), ("+++ ", "b/")] {
                let Some(path) = line.strip_prefix(mark) else { continue };
                named += 1;
                let path = path.split('\t').next().unwrap_or(path);
                if path.strip_prefix(side).unwrap_or(path) != name {
                    return Err(format!("the patch is for `{path}`, its place says `{name}`"));
                }
            }
        }
        if named != 2 {
            return Err("the patch does not name one file by `---` and `+++`".into());
        }
        let mut hunks = Vec::new();
        while let Some(header) = rest.next() {
            if header.trim().is_empty() {
                continue;
            }
            let (start, old, new) =
                counts(header).ok_or(format!("`{}` is not a hunk header", header.trim_end()))?;
            let mut hunk = Hunk { start, old: Vec::new(), new: Vec::new() };
            while hunk.old.len() < old || hunk.new.len() < new {
                let line = rest.next().ok_or("the last hunk is cut off")?;
                let (sign, line) = match line.chars().next() {
                    Some(sign @ (' ' | '-' | '+')) => (sign, &line[1..]),
                    Some('\n') => (' ', line),
                    _ => return Err(format!("`{}` has no sign", line.trim_end())),
                };
                let mut line = line.to_owned();
                if rest.next_if(|next| next.starts_with('\\')).is_some() {
                    line.truncate(line.trim_end_matches('\n').len());
                }
                if sign != '+' {
                    hunk.old.push(line.clone());
                }
                if sign != '-' {
                    hunk.new.push(line);
                }
            }
            hunks.push(hunk);
        }
        if hunks.is_empty() { Err("the patch has no hunks".into()) } else { Ok(Self { hunks }) }
    }

    /// The changed text. A hunk may have moved, but every line of it must be there.
    pub(crate) fn apply(&self, text: &str) -> Result<String, String> {
        let old = lines(text);
        let mut out = String::new();
        let mut done = 0;
        let mut moved: isize = 0;
        for (number, hunk) in self.hunks.iter().enumerate() {
            let wanted = hunk.start.saturating_add_signed(moved).max(done);
            let at = hunk
                .find(&old, done, wanted)
                .ok_or_else(|| format!("hunk {} does not apply", number + 1))?;
            moved = at.cast_signed() - hunk.start.cast_signed();
            out.extend(old[done..at].iter().copied());
            out.extend(hunk.new.iter().map(String::as_str));
            done = at + hunk.old.len();
        }
        out.extend(old[done..].iter().copied());
        Ok(out)
    }
}

impl Hunk {
    /// The place nearest to `wanted`, not before `from`, where all old lines stand.
    fn find(&self, lines: &[&str], from: usize, wanted: usize) -> Option<usize> {
        let last = lines.len().checked_sub(self.old.len())?;
        let fits = |at: &usize| lines[*at..].iter().zip(&self.old).all(|(line, old)| line == old);
        (from..=last).filter(fits).min_by_key(|at| at.abs_diff(wanted))
    }
}

/// Start and lengths from `@@ -start,old +start,new @@`.
fn counts(header: &str) -> Option<(usize, usize, usize)> {
    let mut parts = header.strip_prefix("@@ ")?.split(' ');
    let pair = |part: &str, sign: char| -> Option<(usize, usize)> {
        let part = part.strip_prefix(sign)?;
        let (start, count) = part.split_once(',').unwrap_or((part, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    let (start, old) = pair(parts.next()?, '-')?;
    let (_, new) = pair(parts.next()?, '+')?;
    let start = if old == 0 { start } else { start.checked_sub(1)? };
    Some((start, old, new))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_patch_is_made_read_and_applied() {
        let (old, new) = ("a\nb\nc\n", "a\nB\nc\nd");
        let text = make("f.md", old, new);
        assert!(text.starts_with("--- a/f.md\n+++ b/f.md\n@@ -1,3 +1,4 @@\n"), "{text}");
        assert_eq!(Patch::parse(&text, "f.md").unwrap().apply(old).unwrap(), new);
    }

    #[test]
    fn a_hunk_finds_its_place_after_lines_were_added_above() {
        let text = make("f", "1\n2\n3\n4\n5\nx\n", "1\n2\n3\n4\n5\ny\n");
        let patch = Patch::parse(&text, "f").unwrap();
        assert_eq!(patch.apply("0\n0\n1\n2\n3\n4\n5\nx\n").unwrap(), "0\n0\n1\n2\n3\n4\n5\ny\n");
        assert!(patch.apply("1\n2\n3\n4\n5\nz\n").is_err());
    }

    #[test]
    fn a_patch_for_another_file_or_of_another_kind_is_refused() {
        let text = make("f", "a\n", "b\n");
        assert!(Patch::parse(&text, "g").is_err());
        assert!(Patch::parse(&format!("deleted file mode 100644\n{text}"), "f").is_err());
        assert!(Patch::parse("--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "f").is_err());
        assert!(Patch::parse("--- a/f\n+++ b/f\n", "f").is_err());
        assert!(Patch::parse("--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n a\n", "f").is_err());
    }

    proptest! {
        #[test]
        fn any_two_texts_have_a_patch_between_them(
            old in "([ab-]{0,2}(\n|\r\n|\r)){0,8}[ab]?", new in "([ab+]{0,2}(\n|\r\n)){0,8}[ab]?"
        ) {
            let text = make("f", &old, &new);
            if old == new {
                prop_assert!(text.is_empty());
            } else {
                prop_assert_eq!(Patch::parse(&text, "f").unwrap().apply(&old).unwrap(), new);
            }
        }
    }
}
