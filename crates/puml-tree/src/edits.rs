//! Structural edits of trees as text edits.

use diag::{SourceId, TextEdit};
use puml_family::edits::{Edit, EditError, Target, change_theme};

use crate::ast::Document;
use crate::element::vocabulary;
use crate::model::Notation;

/// The text edits that do what is asked for.
pub(crate) fn edit(
    document: &Document,
    notation: Notation,
    source: SourceId,
    edit: &Edit,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    let what = match edit {
        Edit::ChangeTheme(it) => return change_theme(it, &target),
        Edit::AddMessage(_) => "messages",
        Edit::AddNote(_) => "notes",
        Edit::WrapGroup(_) => "groups",
        _ => "participants",
    };
    Err(EditError::Unsupported { noun: vocabulary(notation).noun, what })
}
