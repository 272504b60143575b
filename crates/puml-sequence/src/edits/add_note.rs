//! Adds a note.

use diag::TextEdit;

use super::names::{checked, written};
use super::{AddNote, EditError, Target, one_line};
use crate::ast::{NoteSide, StmtKind};

/// The text edits that do it.
pub(super) fn edits(asked: &AddNote, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let mut head = "note".to_owned();
    if let Some(side) = asked.side {
        head.push_str(match side {
            NoteSide::Left => " left",
            NoteSide::Right => " right",
            NoteSide::Top => " top",
            NoteSide::Bottom => " bottom",
        });
    }
    let names: Vec<String> =
        asked.participants.iter().map(|it| written(it)).collect::<Result<_, _>>()?;
    match (asked.side, names.is_empty()) {
        (Some(_), false) => head.push_str(" of "),
        (None, false) => head.push_str(" over "),
        (None, true) => head.push_str(" across"),
        (Some(_), true) => {}
    }
    head.push_str(&names.join(", "));
    let inline = format!("{head} : {}", one_line(asked.text.trim()));
    let inline = checked(inline, |it| matches!(it, StmtKind::Note(_)))?;
    let closes = asked.text.lines().any(|it| it.trim().to_ascii_lowercase().starts_with("end"));
    let lines = if asked.text.trim().contains('\n') && !closes {
        let body = asked.text.trim().lines().map(|it| format!("  {}", it.trim_end()));
        [head].into_iter().chain(body).chain(["end note".to_owned()]).collect()
    } else {
        vec![inline]
    };
    target.insert(asked.place, &lines)
}
