//! Structural edits of component, deployment and use case diagrams, one file each.

mod add_element;
mod add_link;
mod add_note;
mod names;
mod rename;
mod wrap;

use diag::{SourceId, TextEdit};
use puml_family::edits::{Edit, EditError, change_theme, only_by_line};

use crate::ast::{Document, StmtKind};

/// The diagram that an edit works on.
type Target<'a> = puml_family::edits::Target<'a, StmtKind>;

/// The text edits that do what is asked for.
pub(crate) fn edit(
    edit: &Edit,
    document: &Document,
    source: SourceId,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    match edit {
        Edit::AddParticipant(it) => add_element::edits(it, &target),
        Edit::AddMember(_) => {
            Err(EditError::Unsupported { noun: "a component diagram", what: "members" })
        }
        Edit::AddMessage(it) => add_link::edits(it, &target),
        Edit::AddNote(it) => add_note::edits(it, &target),
        Edit::WrapGroup(it) => wrap::edits(it, &target),
        Edit::Remove(it) => puml_family::edits::remove(it, &target, only_by_line),
        Edit::Move(it) => puml_family::edits::shift(it, &target, only_by_line),
        Edit::RenameParticipant(it) => rename::edits(it, &target),
        Edit::ChangeTheme(it) => change_theme(it, &target),
    }
}
