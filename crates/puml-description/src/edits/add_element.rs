//! Declares an element behind the others.

use diag::TextEdit;
use puml_family::edits::{AddParticipant, EditError, Place};
use puml_graph::Symbol;
use puml_syntax::is_quote;

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
    let code = written(&asked.code)?;
    let kind = Symbol::WORDS.iter().find(|it| it.0 == asked.kind);
    let kind = kind.ok_or_else(|| EditError::BadLine(asked.kind.clone()))?.0;
    let line = match &asked.shown {
        Some(shown) if code.starts_with('"') || shown.contains(is_quote) => {
            return Err(EditError::BadName(format!("{code} as {shown}")));
        }
        Some(shown) => format!("{kind} \"{}\" as {code}", puml_family::edits::one_line(shown)),
        None => format!("{kind} {code}"),
    };
    let line = checked(line, |it| matches!(it, StmtKind::Element(_)))?;
    if let Some(place) = asked.place {
        return target.insert(place, &[line]);
    }
    let mut depth = 0_u32;
    let mut last = None;
    for (_, stmt) in target.stmts() {
        match &stmt.kind {
            StmtKind::Group(_) => depth += 1,
            StmtKind::Close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    last = Some(stmt.range);
                }
            }
            StmtKind::Element(_) if depth == 0 => last = Some(stmt.range),
            _ => {}
        }
    }
    match last {
        Some(range) => Ok(target.behind(range.end, target.indent(range.start), &[line])),
        None => match target.block().start {
            Some(start) => Ok(target.behind(start.end, target.indent(start.start), &[line])),
            None => target.insert(Place::End, &[line]),
        },
    }
}
