//! Adds a note.

use diag::TextEdit;
use puml_family::edits::{AddNote, EditError, one_line};
use puml_syntax::ast::NoteSide;

use super::Target;
use super::names::{checked, written};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &AddNote, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let side = match asked.side {
        Some(NoteSide::Left) => "left",
        Some(NoteSide::Top) => "top",
        Some(NoteSide::Bottom) => "bottom",
        Some(NoteSide::Right) | None => "right",
    };
    let head = match asked.participants.as_slice() {
        [] => "note on link".to_owned(),
        [one] => format!("note {side} of {}", written(one)?),
        many => return Err(EditError::BadLine(format!("note of {}", many.join(", ")))),
    };
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
