//! Adds a note.

use diag::TextEdit;

use super::target::{Target, checked, one_line, written};
use super::{EditError, Place};
use crate::ast::{NoteSide, StmtKind};

/// A new note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddNote {
    /// Beside one participant; over one or two where absent; at the latest message without any.
    pub side: Option<NoteSide>,
    /// At most two.
    pub participants: Vec<String>,
    /// What it says; several lines make a block.
    pub text: String,
    /// Where it goes.
    pub place: Place,
}

impl AddNote {
    pub(super) fn edits(&self, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
        let mut head = "note".to_owned();
        if let Some(side) = self.side {
            head.push_str(match side {
                NoteSide::Left => " left",
                NoteSide::Right => " right",
                NoteSide::Top => " top",
                NoteSide::Bottom => " bottom",
            });
        }
        let names: Vec<String> =
            self.participants.iter().map(|it| written(it)).collect::<Result<_, _>>()?;
        match (self.side, names.is_empty()) {
            (Some(_), false) => head.push_str(" of "),
            (None, false) => head.push_str(" over "),
            (None, true) => head.push_str(" across"),
            (Some(_), true) => {}
        }
        head.push_str(&names.join(", "));
        let inline = format!("{head} : {}", one_line(self.text.trim()));
        let inline = checked(inline, |it| matches!(it, StmtKind::Note(_)))?;
        let closes = self.text.lines().any(|it| it.trim().to_ascii_lowercase().starts_with("end"));
        let lines = if self.text.trim().contains('\n') && !closes {
            let body = self.text.trim().lines().map(|it| format!("  {}", it.trim_end()));
            [head].into_iter().chain(body).chain(["end note".to_owned()]).collect()
        } else {
            vec![inline]
        };
        target.insert(self.place, &lines)
    }
}
