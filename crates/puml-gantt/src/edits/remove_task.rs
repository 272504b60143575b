//! The sentences of one task. A sentence of another task that counts on it has to be changed before it can go.

use puml_family::edits::EditError;
use puml_syntax::TextRange;

use super::Target;
use super::rename_task::uses_of;
use crate::ast::{StmtKind, Subject};

/// What goes with a task: its sentences, its notes, the links to it.
pub(super) fn sentences(name: &str, target: &Target<'_>) -> Result<Vec<TextRange>, EditError> {
    let own = own(name, target)?;
    let mut found = Vec::new();
    for (_, stmt) in target.stmts() {
        let is_named = uses_of(&stmt.kind).into_iter().any(|it| target.document.text(it) == name);
        if own.contains(&stmt.range) || is_named && matches!(stmt.kind, StmtKind::Link(_)) {
            found.push(stmt.range);
        } else if is_named {
            let line = target.line(stmt.range.start);
            return Err(EditError::StillUsed { name: name.to_owned(), line });
        }
    }
    Ok(found)
}

/// What tells of a task alone, in the order of the source.
pub(super) fn own(name: &str, target: &Target<'_>) -> Result<Vec<TextRange>, EditError> {
    let is_it = |range: TextRange| target.document.text(range) == name;
    let mut own = Vec::new();
    // `it` and a note belong to the task before them.
    let mut was_it = false;
    for (_, stmt) in target.stmts() {
        let is_own = match &stmt.kind {
            StmtKind::Task(it) => match &it.subject {
                Subject::Named(it) => is_it(it.code.unwrap_or(it.name)),
                Subject::It(_) => was_it,
            },
            StmtKind::Tint(it) => is_it(it.name),
            StmtKind::Note(_) => was_it,
            _ => false,
        };
        if is_own {
            own.push(stmt.range);
        }
        if matches!(stmt.kind, StmtKind::Task(_)) {
            was_it = is_own;
        }
    }
    if own.is_empty() { Err(EditError::UnknownParticipant(name.to_owned())) } else { Ok(own) }
}
