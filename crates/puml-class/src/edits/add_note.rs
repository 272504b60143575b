//! Adds a note.

use diag::TextEdit;
use puml_family::edits::{AddNote, EditError, one_line};
use puml_syntax::ast::NoteSide;

use super::Target;
use super::names::{checked, is_used, written};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &AddNote, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let side = match asked.side {
        Some(NoteSide::Left) => "left",
        Some(NoteSide::Right) | None => "right",
        Some(NoteSide::Top) => "top",
        Some(NoteSide::Bottom) => "bottom",
    };
    let head = match asked.participants.as_slice() {
        [] if asked.side.is_some() => format!("note {side}"),
        [] => "note on link".to_owned(),
        [name] => {
            if !is_used(target, name) {
                return Err(EditError::UnknownParticipant(name.clone()));
            }
            format!("note {side} of {}", written(name)?)
        }
        _ => return Err(EditError::BadLine("note over several classes".to_owned())),
    };
    let text = asked.text.trim();
    let lines: Vec<String> = if text.contains('\n') {
        let body = text.lines().map(|it| format!("  {}", it.trim_end()));
        [head].into_iter().chain(body).chain(["end note".to_owned()]).collect()
    } else {
        vec![format!("{head} : {}", one_line(text))]
    };
    checked(lines.join("\n"), |it| matches!(it, StmtKind::Note(_)))?;
    target.insert(asked.place, &lines)
}
