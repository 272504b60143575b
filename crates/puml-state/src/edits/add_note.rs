//! Adds a note beside a state, or on the transition before it.

use diag::TextEdit;
use puml_family::edits::{AddNote, EditError, one_line};
use puml_syntax::ast::NoteSide;

use super::Target;
use super::names::{bare, checked, is_used};
use crate::ast::StmtKind;
use crate::element::VOCABULARY;

/// The text edits that do it.
pub(super) fn edits(asked: &AddNote, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let side = match asked.side.unwrap_or(NoteSide::Right) {
        NoteSide::Left => "left",
        NoteSide::Right => "right",
        NoteSide::Top => "top",
        NoteSide::Bottom => "bottom",
    };
    let head = match asked.participants.as_slice() {
        [] => "note on link".to_owned(),
        [state] => {
            let state = bare(state)?;
            if !is_used(target, state) {
                return Err(EditError::UnknownParticipant(state.to_owned()));
            }
            format!("note {side} of {state}")
        }
        _ => {
            let what = "notes at several states";
            return Err(EditError::Unsupported { noun: VOCABULARY.noun, what });
        }
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
