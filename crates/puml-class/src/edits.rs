//! Structural edits of class diagrams as text edits. Untouched lines stay byte for byte.

mod add_entity;
mod add_link;
mod add_member;
mod add_note;
mod names;
mod rename;
mod wrap_group;

use diag::{SourceId, TextEdit};
use puml_family::edits::{Edit, EditError, change_theme, only_by_line};

use crate::ast::{Document, StmtKind};

type Target<'a> = puml_family::edits::Target<'a, StmtKind>;

/// The text edits that change a diagram. Fails rather than change what was not asked for.
pub(crate) fn edit(
    document: &Document,
    source: SourceId,
    edit: &Edit,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    match edit {
        Edit::AddParticipant(it) => add_entity::edits(it, &target),
        Edit::AddMember(it) => add_member::edits(it, &target),
        Edit::AddMessage(it) => add_link::edits(it, &target),
        Edit::AddNote(it) => add_note::edits(it, &target),
        Edit::WrapGroup(it) => wrap_group::edits(it, &target),
        Edit::Remove(it) => puml_family::edits::remove(it, &target, only_by_line),
        Edit::Move(it) => puml_family::edits::shift(it, &target, only_by_line),
        Edit::RenameParticipant(it) => rename::edits(it, &target),
        Edit::ChangeTheme(it) => change_theme(it, &target),
    }
}
