//! Structural edits: what an agent or editor wants done, as text edits. Untouched lines stay
//! byte for byte.
//!
//! ```
//! use puml_syntax::edits::{self, Edit, RenameParticipant};
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
mod change_theme;
mod rename_participant;
mod target;
mod wrap_group;

pub use add_message::AddMessage;
pub use add_note::AddNote;
pub use add_participant::AddParticipant;
pub use change_theme::ChangeTheme;
pub use rename_participant::RenameParticipant;
pub use wrap_group::WrapGroup;

use diag::{SourceId, TextEdit};

use target::Target;

/// One change to the first sequence diagram of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Declares a participant.
    AddParticipant(AddParticipant),
    /// Adds a message.
    AddMessage(AddMessage),
    /// Adds a note.
    AddNote(AddNote),
    /// Puts lines into a group.
    WrapGroup(WrapGroup),
    /// Gives a participant another name wherever it is used as a name.
    RenameParticipant(RenameParticipant),
    /// Sets or takes away the theme.
    ChangeTheme(ChangeTheme),
}

/// Where a new line goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// Behind everything else.
    #[default]
    End,
    /// Behind the statement on this line, counted from 1.
    After(u32),
}

/// Why an edit cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The source holds no `@startuml` block.
    #[error("the source has no sequence diagram")]
    NoDiagram,
    /// No statement of the diagram stands there.
    #[error("no statement of the diagram stands on line {0}")]
    NoStatement(u32),
    /// The name is not used.
    #[error("there is no participant `{0}`")]
    UnknownParticipant(String),
    /// The name is used already.
    #[error("there is a participant `{0}` already")]
    TakenName(String),
    /// The name cannot be written down.
    #[error("`{0}` cannot be the name of a participant")]
    BadName(String),
    /// A place takes bare names only.
    #[error("line {line} takes only a name of letters, digits, `_`, `.` and `@`")]
    NeedsBareName {
        /// Counted from 1.
        line: u32,
    },
    /// The lines begin or end inside another group or box.
    #[error("the lines {first} to {last} cut through a group or box")]
    CutsFrame {
        /// Counted from 1.
        first: u32,
        /// Counted from 1.
        last: u32,
    },
    /// What was asked for does not read back as what it should be.
    #[error("`{0}` is not a valid line")]
    BadLine(String),
}

/// The text edits that do it. Fails rather than change what was not asked for.
pub fn edit(text: &str, source: SourceId, edit: &Edit) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(text, source)?;
    match edit {
        Edit::AddParticipant(it) => it.edits(&target),
        Edit::AddMessage(it) => it.edits(&target),
        Edit::AddNote(it) => it.edits(&target),
        Edit::WrapGroup(it) => it.edits(&target),
        Edit::RenameParticipant(it) => it.edits(&target),
        Edit::ChangeTheme(it) => it.edits(&target),
    }
}
