//! Structural edits of Gantt charts: tasks, links, notes, groups and names.

mod add_note;
mod remove_task;
mod rename_task;
mod wrap_group;

use diag::{SourceId, TextEdit};
use puml_family::edits::{
    AddMessage, AddParticipant, Edit, EditError, Place, change_theme, remove, shift,
};

use crate::ast::{Document, StmtKind};
use crate::element::VOCABULARY;

type Target<'a> = puml_family::edits::Target<'a, StmtKind>;

/// The text edits that do what is asked for.
pub(crate) fn edits(
    edit: &Edit,
    document: &Document,
    source: SourceId,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    match edit {
        Edit::AddParticipant(it) => add_task(it, &target),
        Edit::AddMessage(it) => add_link(it, &target),
        Edit::AddNote(it) => add_note::edits(it, &target),
        Edit::WrapGroup(it) => wrap_group::edits(it, &target),
        Edit::RenameParticipant(it) => rename_task::edits(it, &target),
        Edit::ChangeTheme(it) => change_theme(it, &target),
        Edit::Remove(it) => remove(it, &target, |name| remove_task::sentences(name, &target)),
        Edit::Move(it) => shift(it, &target, |name| remove_task::own(name, &target)),
        Edit::AddMember(_) => {
            Err(EditError::Unsupported { noun: VOCABULARY.noun, what: "members" })
        }
    }
}

/// A name as it stands in brackets.
fn bracketed(name: &str) -> Result<String, EditError> {
    let is_bad = name.trim().is_empty() || name.contains(['[', ']', '\n', '\r']);
    if is_bad { Err(EditError::BadName(name.to_owned())) } else { Ok(format!("[{name}]")) }
}

fn add_task(asked: &AddParticipant, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    if rename_task::uses(target).iter().any(|it| target.document.text(*it) == asked.code) {
        return Err(EditError::TakenName(asked.code.clone()));
    }
    let code = bracketed(&asked.code)?;
    let subject = match &asked.shown {
        Some(shown) => format!("{} as {code}", bracketed(shown)?),
        None => code,
    };
    let phrase = match asked.kind.as_str() {
        "task" => "lasts 1 day",
        "milestone" => "happens D+0",
        _ => return Err(EditError::BadLine(asked.kind.clone())),
    };
    target.insert(asked.place.unwrap_or(Place::End), &[format!("{subject} {phrase}")])
}

fn add_link(asked: &AddMessage, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    if asked.text.as_deref().is_some_and(|it| !it.trim().is_empty()) {
        return Err(EditError::Unsupported { noun: VOCABULARY.noun, what: "links with a label" });
    }
    let line = format!("{} {} {}", bracketed(&asked.from)?, asked.arrow, bracketed(&asked.to)?);
    if !crate::tree_json::reads_as_link(&line) {
        return Err(EditError::BadLine(line));
    }
    target.insert(asked.place, &[line])
}
