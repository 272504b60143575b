//! Adds a note below a task.

use diag::TextEdit;
use puml_family::edits::{AddNote, EditError, Place};
use puml_syntax::ast::NoteSide;

use super::Target;
use crate::ast::{StmtKind, Subject};
use crate::element::VOCABULARY;

/// The text edits that do it: a note belongs to the task that was made last, so it stands behind that line.
pub(super) fn edits(asked: &AddNote, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    if asked.side.is_some_and(|it| it != NoteSide::Bottom) {
        return Err(EditError::Unsupported { noun: VOCABULARY.noun, what: "notes beside a task" });
    }
    let text = asked.text.trim();
    let closes = text.lines().any(|it| it.trim().to_ascii_lowercase().starts_with("end"));
    if text.is_empty() || closes {
        return Err(EditError::BadLine(text.to_owned()));
    }
    let body = text.lines().map(|it| format!("  {}", it.trim_end()));
    let lines: Vec<String> =
        ["note bottom".to_owned()].into_iter().chain(body).chain(["end note".to_owned()]).collect();
    let place = match asked.participants.as_slice() {
        [] => asked.place,
        [name] => Place::After(line_of(name, target)?),
        _ => {
            let what = "notes over several tasks";
            return Err(EditError::Unsupported { noun: VOCABULARY.noun, what });
        }
    };
    target.insert(place, &lines)
}

/// The line that makes a task.
fn line_of(name: &str, target: &Target<'_>) -> Result<u32, EditError> {
    let is_it = |kind: &StmtKind| match kind {
        StmtKind::Task(it) => match &it.subject {
            Subject::Named(it) => target.document.text(it.code.unwrap_or(it.name)) == name,
            Subject::It(_) => false,
        },
        StmtKind::Link(it) => target.document.text(it.to) == name,
        _ => false,
    };
    let found = target.stmts().find(|it| is_it(&it.1.kind)).map(|it| it.1.range);
    let found = found.ok_or_else(|| EditError::UnknownParticipant(name.to_owned()))?;
    Ok(target.line(found.start))
}
