//! Gives a participant another name. Texts that mention it stay as they are.

use diag::TextEdit;

use super::names::{has_participant, uses, written};
use super::{EditError, RenameParticipant, Target};

/// The text edits that do it.
pub(super) fn edits(
    asked: &RenameParticipant,
    target: &Target<'_>,
) -> Result<Vec<TextEdit>, EditError> {
    if asked.from == asked.to {
        return Ok(Vec::new());
    }
    if !has_participant(target, &asked.from) {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    if has_participant(target, &asked.to) {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let to = written(&asked.to)?;
    let mut edits = Vec::new();
    for (_, stmt) in target.stmts() {
        for used in uses(stmt) {
            if target.document.text(used.name.range) != asked.from {
                continue;
            }
            if to.starts_with('"') && !used.quotable {
                return Err(EditError::NeedsBareName { line: target.line(stmt.range.start) });
            }
            let range = used.name.outer(target.text);
            edits.push(TextEdit::replace(range.in_source(target.source), to.clone()));
        }
    }
    Ok(edits)
}
