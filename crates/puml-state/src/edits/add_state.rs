//! Declares a state behind the others.

use diag::TextEdit;
use puml_family::edits::{AddParticipant, EditError, Place};

use super::Target;
use super::names::{bare, checked, is_used, quotable};
use crate::ast::StmtKind;

/// Kinds that are written as stereotypes.
const KINDS: [&str; 13] = [
    "choice",
    "fork",
    "join",
    "start",
    "end",
    "history",
    "history*",
    "entryPoint",
    "exitPoint",
    "inputPin",
    "outputPin",
    "expansionInput",
    "expansionOutput",
];

/// The text edits that do it.
pub(super) fn edits(
    asked: &AddParticipant,
    target: &Target<'_>,
) -> Result<Vec<TextEdit>, EditError> {
    let code = bare(&asked.code)?;
    if is_used(target, code) {
        return Err(EditError::TakenName(asked.code.clone()));
    }
    let mut line = match &asked.shown {
        Some(shown) => format!("state \"{}\" as {code}", quotable(shown)?),
        None => format!("state {code}"),
    };
    if asked.kind != "state" {
        let kind = KINDS.into_iter().find(|it| *it == asked.kind);
        let kind = kind.ok_or_else(|| EditError::BadLine(asked.kind.clone()))?;
        line = format!("{line} <<{kind}>>");
    }
    let line = checked(line, |it| matches!(it, StmtKind::State(_)))?;
    if let Some(place) = asked.place {
        return target.insert(place, &[line]);
    }
    // Behind the last declaration outside any composite state.
    let mut depth = 0_u32;
    let mut last = None;
    for (_, stmt) in target.stmts() {
        match &stmt.kind {
            StmtKind::Open(..) => depth += 1,
            StmtKind::Close => depth = depth.saturating_sub(1),
            StmtKind::State(_) if depth == 0 => last = Some(stmt.range),
            _ => {}
        }
    }
    if let Some(range) = last {
        return Ok(target.behind(range.end, target.indent(range.start), &[line]));
    }
    match target.block().start {
        Some(start) => Ok(target.behind(start.end, target.indent(start.start), &[line])),
        None => target.insert(Place::End, &[line]),
    }
}
