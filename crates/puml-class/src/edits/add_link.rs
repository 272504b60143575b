//! Adds a link.

use diag::TextEdit;
use puml_family::edits::{AddMessage, EditError, one_line};

use super::Target;
use super::names::{checked, written};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &AddMessage, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let (from, to) = (written(&asked.from)?, written(&asked.to)?);
    let arrow = if asked.arrow.trim().is_empty() { "-->" } else { asked.arrow.trim() };
    let mut line = format!("{from} {arrow} {to}");
    if let Some(text) = asked.text.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
        line = format!("{line} : {}", one_line(text));
    }
    let line = checked(line, |it| matches!(it, StmtKind::Link(_)))?;
    target.insert(asked.place, &[line])
}
