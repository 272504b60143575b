//! How deep a node hangs: the marks and blanks before it, read as the notation reads them.

use diag::Code;

use crate::codes::model::{BAD_INDENTATION, SECOND_ROOT, SKIPPED_LEVEL};
use crate::model::Notation;

/// What is known of the lines before.
pub(crate) struct Levels {
    notation: Notation,
    /// The blanks before the first node.
    base: Option<u32>,
    /// How many marks or blanks one level is; learned from the first node below each root.
    step: Option<u32>,
}

/// Why a node has no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slip {
    /// Its depth lies between two levels.
    Between,
    /// It is more than one level deeper than anything it could hang from.
    Skipped,
    /// It would be a second root.
    SecondRoot,
}

impl Slip {
    pub(super) fn code(self) -> Code {
        match self {
            Self::Between => BAD_INDENTATION,
            Self::Skipped => SKIPPED_LEVEL,
            Self::SecondRoot => SECOND_ROOT,
        }
    }

    pub(super) fn message(self, marks: &str) -> String {
        match self {
            Self::Between => "the depth of this node lies between two levels".to_owned(),
            Self::Skipped => format!("`{marks}` skips a level: no node above it is its parent"),
            Self::SecondRoot => "a work breakdown structure has one root".to_owned(),
        }
    }

    pub(super) fn hint(self) -> &'static str {
        match self {
            Self::Between => "indent every level by the same number of marks or blanks",
            Self::Skipped => "go one level deeper at a time",
            Self::SecondRoot => "give this node one mark more than the root",
        }
    }
}

impl Levels {
    pub(crate) fn new(notation: Notation) -> Self {
        Self { notation, base: None, step: None }
    }

    /// The level of a node with these marks behind this many blanks.
    pub(crate) fn place(&mut self, marks: &str, blanks: u32) -> Result<u32, Slip> {
        match self.notation {
            Notation::Mindmap => self.in_mindmap(marks, blanks),
            Notation::Wbs => self.in_wbs(marks, blanks),
        }
    }

    /// Depths count from the margin, whatever the marks of the root are.
    fn in_mindmap(&mut self, marks: &str, blanks: u32) -> Result<u32, Slip> {
        let Some(base) = self.base(blanks) else { return Ok(0) };
        let depth = match (marks, marks.chars().count() as u32) {
            ("0", _) => 0,
            (_, 1) => beyond(blanks, base),
            (_, run) => run - 1,
        };
        if depth == 0 {
            self.step = None;
            return Ok(0);
        }
        let step = *self.step.get_or_insert(depth);
        if depth.is_multiple_of(step) { Ok(depth / step) } else { Err(Slip::Between) }
    }

    /// Marks and blanks add up.
    fn in_wbs(&mut self, marks: &str, blanks: u32) -> Result<u32, Slip> {
        let Some(base) = self.base(blanks) else { return Ok(0) };
        let run = marks.chars().count() as u32;
        match run - 1 + beyond(blanks, base) {
            0 => Err(Slip::SecondRoot),
            level => Ok(level),
        }
    }

    /// The blanks before the first node; nothing for that node itself.
    fn base(&mut self, blanks: u32) -> Option<u32> {
        let base = self.base;
        self.base.get_or_insert(blanks);
        base
    }
}

/// Blanks count from those of the first line, unless there are fewer.
fn beyond(blanks: u32, base: u32) -> u32 {
    if blanks >= base { blanks - base } else { blanks }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(notation: Notation, lines: &[(&str, u32)]) -> Vec<Result<u32, Slip>> {
        let mut levels = Levels::new(notation);
        lines.iter().map(|(marks, blanks)| levels.place(marks, *blanks)).collect()
    }

    #[test]
    fn a_mind_map_learns_its_step_from_the_second_level() {
        let found = levels(Notation::Mindmap, &[("*", 0), ("***", 0), ("*****", 0), ("****", 0)]);
        assert_eq!(found, [Ok(0), Ok(1), Ok(2), Err(Slip::Between)]);
        let found = levels(Notation::Mindmap, &[("*", 0), ("**", 0), ("*", 0), ("***", 0)]);
        assert_eq!(found, [Ok(0), Ok(1), Ok(0), Ok(1)]);
    }

    #[test]
    fn the_first_node_is_a_root_whatever_its_marks_are() {
        let found = levels(Notation::Mindmap, &[("**", 0), ("**", 0), ("***", 0), ("*", 0)]);
        assert_eq!(found, [Ok(0), Ok(1), Ok(2), Ok(0)]);
    }

    #[test]
    fn blanks_count_where_the_mark_stands_alone() {
        let found = levels(Notation::Mindmap, &[("*", 2), ("*", 4), ("*", 6), ("*", 2), ("*", 5)]);
        assert_eq!(found, [Ok(0), Ok(1), Ok(2), Ok(0), Ok(1)]);
    }

    #[test]
    fn the_first_line_of_a_breakdown_is_its_root_and_there_is_no_other() {
        let found = levels(Notation::Wbs, &[("**", 0), ("**", 0), ("*", 0)]);
        assert_eq!(found, [Ok(0), Ok(1), Err(Slip::SecondRoot)]);
    }
}
