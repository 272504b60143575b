//! How deep a node hangs: the marks and blanks before it, read as the notation reads them.

use diag::Code;

use crate::codes::model::{BAD_INDENTATION, SECOND_ROOT, SKIPPED_LEVEL};
use crate::model::Notation;

/// What is known of the lines before.
pub(super) struct Levels {
    notation: Notation,
    /// The marks of the first node and their depth.
    first: Option<(String, u32)>,
    /// How many marks or blanks one level is; learned from the first node below a root.
    step: Option<u32>,
}

/// Why a node has no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
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

    pub(super) fn hint(self) -> Option<&'static str> {
        match self {
            Self::Between => Some("indent every level by the same number of marks or blanks"),
            Self::Skipped => Some("go one level deeper at a time"),
            Self::SecondRoot => Some("give this node one mark more than the root"),
        }
    }
}

impl Levels {
    pub(super) fn new(notation: Notation) -> Self {
        Self { notation, first: None, step: None }
    }

    /// The level of a node with these marks behind so many blanks.
    pub(super) fn place(&mut self, marks: &str, blanks: u32) -> Result<u32, Slip> {
        match self.notation {
            Notation::Mindmap => self.in_mindmap(marks, blanks),
            Notation::Wbs => self.in_wbs(marks, blanks),
        }
    }

    fn in_mindmap(&mut self, marks: &str, blanks: u32) -> Result<u32, Slip> {
        let run = marks.chars().count() as u32;
        let depth = match marks {
            "0" => 0,
            // Signs count from the root that `0` or a single sign is.
            _ if blanks > 0 && run == 1 => blanks,
            _ => run - 1,
        };
        let Some((_, base)) = &self.first else {
            self.first = Some((marks.to_owned(), depth));
            return Ok(0);
        };
        let below = depth.saturating_sub(*base);
        if below == 0 {
            return Ok(0);
        }
        let step = *self.step.get_or_insert(below);
        if below % step == 0 { Ok(below / step) } else { Err(Slip::Between) }
    }

    fn in_wbs(&mut self, marks: &str, blanks: u32) -> Result<u32, Slip> {
        let run = marks.chars().count() as u32;
        let Some((first, _)) = &self.first else {
            self.first = Some((marks.to_owned(), run - 1));
            return Ok(0);
        };
        let level = if blanks > 0 && marks == first { blanks } else { run - 1 };
        if level == 0 { Err(Slip::SecondRoot) } else { Ok(level) }
    }
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
    }

    #[test]
    fn blanks_count_where_the_mark_stands_alone() {
        let found = levels(Notation::Mindmap, &[("*", 0), ("*", 2), ("*", 4), ("**", 8)]);
        assert_eq!(found, [Ok(0), Ok(1), Ok(2), Err(Slip::Between)]);
    }

    #[test]
    fn the_first_line_of_a_breakdown_is_its_root_and_there_is_no_other() {
        let found = levels(Notation::Wbs, &[("**", 0), ("**", 0), ("*", 0)]);
        assert_eq!(found, [Ok(0), Ok(1), Err(Slip::SecondRoot)]);
    }
}
