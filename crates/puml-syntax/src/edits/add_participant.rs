//! Declares a participant behind the others.

use diag::TextEdit;

use super::target::{Target, checked, written};
use super::{EditError, Place};
use crate::ast::{ParticipantKind, StmtKind};

/// A new participant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddParticipant {
    /// The shape of its head.
    pub kind: ParticipantKind,
    /// What messages call it; must be new.
    pub code: String,
    /// What is drawn, if it differs.
    pub shown: Option<String>,
    /// The line to stand behind; behind the last declaration by default.
    pub place: Option<Place>,
}

impl AddParticipant {
    pub(super) fn edits(&self, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
        if target.has_participant(&self.code) {
            return Err(EditError::TakenName(self.code.clone()));
        }
        let code = written(&self.code)?;
        let kind = self.kind.keyword();
        let line = match &self.shown {
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
        if let Some(place) = self.place {
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
}
