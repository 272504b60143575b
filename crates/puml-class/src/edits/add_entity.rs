//! Declares a class or another element.

use diag::TextEdit;
use puml_family::edits::{AddParticipant, EditError, Place};

use super::Target;
use super::names::{checked, is_used, written};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(
    asked: &AddParticipant,
    target: &Target<'_>,
) -> Result<Vec<TextEdit>, EditError> {
    if is_used(target, &asked.code) {
        return Err(EditError::TakenName(asked.code.clone()));
    }
    let kind = if asked.kind.trim().is_empty() { "class" } else { asked.kind.trim() };
    let code = written(&asked.code)?;
    let line = match asked.shown.as_deref().filter(|it| *it != asked.code) {
        Some(shown) if code.starts_with('"') || shown.contains('"') => {
            return Err(EditError::BadName(asked.code.clone()));
        }
        Some(shown) => format!("{kind} \"{}\" as {code}", puml_family::edits::one_line(shown)),
        None => format!("{kind} {code}"),
    };
    let line = checked(line, |it| matches!(it, StmtKind::Declaration(_)))?;
    if let Some(place) = asked.place {
        return target.insert(place, &[line]);
    }
    let is_outside = |at: u32| {
        target.document.frames.iter().all(|it| {
            let open = target.document.stmt(it.open).range.start;
            let close = it.close.map(|it| target.document.stmt(it).range.end);
            at < open || close.is_some_and(|it| it < at)
        })
    };
    let last = target
        .stmts()
        .filter(|(_, it)| matches!(it.kind, StmtKind::Declaration(_)))
        .filter(|(_, it)| is_outside(it.range.start))
        .last();
    match last {
        Some((_, it)) => {
            let indent = target.indent(it.range.start);
            Ok(target.behind(it.range.end, indent, &[line]))
        }
        None => target.insert(Place::End, &[line]),
    }
}
