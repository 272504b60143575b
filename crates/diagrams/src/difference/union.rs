//! The lines of two texts as one text that has them all, and where each comes from.

use similar::{ChangeTag, TextDiff};

use super::Status;

/// A text with the lines of both.
pub(super) struct Union {
    pub(super) text: String,
    /// What became of each line; nothing of one that both have.
    pub(super) lines: Vec<Option<Status>>,
}

/// Both texts as one. Where a line of the first and one of the second, counted from 1, write the same part, only the
/// second stays.
pub(super) fn union(before: &str, after: &str, rewritten: &[(u32, u32)]) -> Union {
    let diff = TextDiff::from_lines(before, after);
    let mut out = Union { text: String::new(), lines: Vec::new() };
    let changed = |idx: Option<usize>, of: fn(&(u32, u32)) -> u32| {
        idx.is_some_and(|idx| rewritten.iter().any(|it| of(it) as usize == idx + 1))
    };
    for line in diff.iter_all_changes() {
        let status = match line.tag() {
            ChangeTag::Equal => None,
            ChangeTag::Delete if changed(line.old_index(), |it| it.0) => continue,
            ChangeTag::Delete => Some(Status::Removed),
            ChangeTag::Insert if changed(line.new_index(), |it| it.1) => Some(Status::Changed),
            ChangeTag::Insert => Some(Status::Added),
        };
        out.text.push_str(line.value().trim_end_matches(['\n', '\r']));
        out.text.push('\n');
        out.lines.push(status);
    }
    out
}

impl Union {
    /// Which line of the second text one is, from 1, counted within the diagram.
    pub(super) fn second_line(&self, line: u32) -> Option<u32> {
        let before = self.lines.get(..line as usize)?;
        let own = before.iter().filter(|it| **it != Some(Status::Removed)).count();
        u32::try_from(own).ok()
    }

    /// What became of the lines from one to another, counted from 1.
    pub(super) fn status(&self, first: u32, last: u32) -> Option<Status> {
        status(&self.lines, first, last)
    }
}

/// What became of some lines together: all the same, or changed where only some are new or gone.
pub(super) fn status(lines: &[Option<Status>], first: u32, last: u32) -> Option<Status> {
    let lines = lines.get(first.saturating_sub(1) as usize..last as usize)?;
    let own = *lines.first()?;
    if lines.iter().all(|it| *it == own) {
        return own;
    }
    Some(Status::Changed)
}
