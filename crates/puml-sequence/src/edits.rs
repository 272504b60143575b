//! Structural edits: what an agent or editor wants done, as text edits. Untouched lines stay
//! byte for byte.
//!
//! ```
//! use puml_sequence::edits::{self, Edit, RenameParticipant};
//!
//! let source = "participant A\nA -> B : A says hi\n";
//! let edit = Edit::RenameParticipant(RenameParticipant { from: "A".into(), to: "Alice".into() });
//! let edits = edits::edit(source, diag::SourceId(0), &edit).unwrap();
//! let after = diag::apply_to(source, &edits).unwrap();
//! assert_eq!(after, "participant Alice\nAlice -> B : A says hi\n");
//! ```

mod add_message;
mod add_note;
mod add_participant;
mod names;
mod rename_participant;
mod wrap_group;

use diag::{SourceId, TextEdit};
pub use puml_family::edits::{
    AddMessage, AddNote, AddParticipant, ChangeTheme, Edit, EditError, Place, RenameParticipant,
    WrapGroup,
};
use puml_family::edits::{change_theme, one_line};
use puml_syntax::Stage;

use crate::ast::{Document, StmtKind};
use crate::parse::parse;

type Target<'a> = puml_family::edits::Target<'a, StmtKind>;

/// The text edits that change the first sequence diagram of a source. Fails rather than change what was not asked
/// for.
pub fn edit(text: &str, source: SourceId, edit: &Edit) -> Result<Vec<TextEdit>, EditError> {
    edit_document(&parse(text, source, Stage::Source).document, source, edit)
}

/// The same for a tree.
pub(crate) fn edit_document(
    document: &Document,
    source: SourceId,
    edit: &Edit,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    match edit {
        Edit::AddParticipant(it) => add_participant::edits(it, &target),
        Edit::AddMember(_) => {
            Err(EditError::Unsupported { noun: "a sequence diagram", what: "members" })
        }
        Edit::AddMessage(it) => add_message::edits(it, &target),
        Edit::AddNote(it) => add_note::edits(it, &target),
        Edit::WrapGroup(it) => wrap_group::edits(it, &target),
        Edit::Remove(it) => {
            puml_family::edits::remove(it, &target, puml_family::edits::only_by_line)
        }
        Edit::Move(it) => puml_family::edits::shift(it, &target, puml_family::edits::only_by_line),
        Edit::RenameParticipant(it) => rename_participant::edits(it, &target),
        Edit::ChangeTheme(it) => change_theme(it, &target),
    }
}
