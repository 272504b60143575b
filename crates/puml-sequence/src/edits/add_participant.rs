//! Declares a participant behind the others.

use diag::TextEdit;

use super::names::{checked, has_participant, written};
use super::{AddParticipant, EditError, Place, Target};
use crate::ast::{ParticipantKind, StmtKind};

/// The text edits that do it.
pub(super) fn edits(
    asked: &AddParticipant,
    target: &Target<'_>,
) -> Result<Vec<TextEdit>, EditError> {
    if has_participant(target, &asked.code) {
        return Err(EditError::TakenName(asked.code.clone()));
    }
    let code = written(&asked.code)?;
    let kind = ParticipantKind::ALL.into_iter().find(|it| it.keyword() == asked.kind);
    let kind = kind.ok_or_else(|| EditError::BadLine(asked.kind.clone()))?.keyword();
    let line = match &asked.shown {
        Some(shown) if code.starts_with('"') => {
            return Err(EditError::BadName(format!("{code} as {shown}")));
        }
        Some(shown) => {
            written(shown)?;
            format!("{kind} \"{shown}\" as {code}")
        }
        None => format!("{kind} {code}"),
    };
    let line = checked(line, |it| matches!(it, StmtKind::Declaration(_)))?;
    if let Some(place) = asked.place {
        return target.insert(place, &[line]);
    }
    let last = target
        .stmts()
        .filter(|it| matches!(it.1.kind, StmtKind::Declaration(_)))
        .last()
        .map(|it| it.1.range);
    if let Some(range) = last {
        return Ok(target.behind(range.end, target.indent(range.start), &[line]));
    }
    match (target.block().start, target.stmts().next()) {
        (Some(start), _) => Ok(target.behind(start.end, target.indent(start.start), &[line])),
        (None, Some((_, first))) => {
            let at = target.start_of(first.range.start);
            let line = format!("{line}{}", target.line_end());
            Ok(vec![TextEdit::insert(target.source, at, line)])
        }
        (None, None) => target.insert(Place::End, &[line]),
    }
}
