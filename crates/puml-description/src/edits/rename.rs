//! Gives an element another name wherever it is used as a name. Texts that mention it stay as they are.

use diag::TextEdit;
use puml_family::edits::{EditError, RenameParticipant};

use super::Target;
use super::names::{called_names, is_used, marked, uses, written};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(
    asked: &RenameParticipant,
    target: &Target<'_>,
) -> Result<Vec<TextEdit>, EditError> {
    if asked.from == asked.to {
        return Ok(Vec::new());
    }
    if is_used(target, &asked.to) {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let mut edits = Vec::new();
    for (_, stmt) in target.stmts() {
        for name in called_names(target, stmt) {
            if name.range.slice(target.text) != asked.from {
                continue;
            }
            let to = written(&asked.to)?;
            if to.starts_with('"') {
                return Err(EditError::NeedsBareName { line: target.line(stmt.range.start) });
            }
            edits.push(TextEdit::replace(name.range.in_source(target.source), to));
        }
        for code in uses(stmt) {
            if target.document.text(code.range) != asked.from {
                continue;
            }
            let to = marked(&asked.to, code.form)?;
            let needs_bare = match &stmt.kind {
                StmtKind::Element(it) => it.shown.is_some() || it.text.is_some(),
                StmtKind::Group(it) => it.shown.is_some(),
                StmtKind::Table(_) | StmtKind::Note(_) => true,
                _ => false,
            };
            if needs_bare && to.starts_with('"') {
                return Err(EditError::NeedsBareName { line: target.line(stmt.range.start) });
            }
            edits.push(TextEdit::replace(code.outer.in_source(target.source), to));
        }
    }
    if edits.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    Ok(edits)
}
