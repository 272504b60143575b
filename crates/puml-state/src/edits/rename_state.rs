//! Gives a state another name wherever it is used as a name, also inside paths. Texts that mention it stay as they are.

use diag::TextEdit;
use puml_family::edits::{EditError, RenameParticipant};

use super::Target;
use super::names::{bare, is_used, segments};

/// The text edits that do it.
pub(super) fn edits(
    asked: &RenameParticipant,
    target: &Target<'_>,
) -> Result<Vec<TextEdit>, EditError> {
    if asked.from == asked.to {
        return Ok(Vec::new());
    }
    let to = bare(&asked.to)?;
    if is_used(target, to) {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let mut edits = Vec::new();
    for (_, stmt) in target.stmts() {
        for range in segments(target, stmt, &asked.from) {
            edits.push(TextEdit::replace(range.in_source(target.source), to));
        }
    }
    if edits.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    Ok(edits)
}
