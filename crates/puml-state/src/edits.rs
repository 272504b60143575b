//! Structural edits: what an agent or editor wants done, as text edits. Untouched lines stay byte for byte.

mod add_note;
mod add_state;
mod add_transition;
mod names;
mod rename_state;
mod wrap_state;

use diag::{SourceId, TextEdit};
use puml_family::edits::{Edit, EditError, change_theme, only_by_line};

use crate::ast::{Document, StmtKind};
use crate::element::VOCABULARY;

type Target<'a> = puml_family::edits::Target<'a, StmtKind>;

/// The text edits that change a diagram. Fails rather than change what was not asked for.
pub(crate) fn edit(
    document: &Document,
    source: SourceId,
    edit: &Edit,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    match edit {
        Edit::AddParticipant(it) => add_state::edits(it, &target),
        Edit::AddMessage(it) => add_transition::edits(it, &target),
        Edit::AddNote(it) => add_note::edits(it, &target),
        Edit::WrapGroup(it) => wrap_state::edits(it, &target),
        Edit::Remove(it) => puml_family::edits::remove(it, &target, only_by_line),
        Edit::Move(it) => puml_family::edits::shift(it, &target, only_by_line),
        Edit::RenameParticipant(it) => rename_state::edits(it, &target),
        Edit::ChangeTheme(it) => change_theme(it, &target),
        Edit::AddMember(_) => {
            Err(EditError::Unsupported { noun: VOCABULARY.noun, what: "members" })
        }
    }
}
