//! Gives a participant another name. Texts that mention it stay as they are.

use diag::TextEdit;

use super::EditError;
use super::target::{Target, uses, written};

/// From one code to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameParticipant {
    /// The code in use.
    pub from: String,
    /// The code to use; must be new.
    pub to: String,
}

impl RenameParticipant {
    pub(super) fn edits(&self, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
        if self.from == self.to {
            return Ok(Vec::new());
        }
        if target.has_participant(&self.to) {
            return Err(EditError::TakenName(self.to.clone()));
        }
        let to = written(&self.to)?;
        let mut edits = Vec::new();
        for (_, stmt) in target.stmts() {
            for used in uses(stmt) {
                if target.document.text(used.name.range) != self.from {
                    continue;
                }
                if to.starts_with('"') && !used.quotable {
                    return Err(EditError::NeedsBareName { line: target.line(stmt.range.start) });
                }
                let range = used.name.outer(target.text);
                edits.push(TextEdit::replace(range.in_source(target.source), to.clone()));
            }
        }
        if edits.is_empty() {
            return Err(EditError::UnknownParticipant(self.from.clone()));
        }
        Ok(edits)
    }
}
