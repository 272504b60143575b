//! Puts consecutive lines into a package.

use diag::TextEdit;
use puml_family::edits::{EditError, WrapGroup, wrap};

use super::Target;
use super::names::{checked, written};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &WrapGroup, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let kind = if asked.kind.trim().is_empty() { "package" } else { asked.kind.trim() };
    let head = match asked.label.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
        Some(label) => format!("{kind} {} {{", written(label)?),
        None => format!("{kind} {{"),
    };
    checked(head.clone(), |it| matches!(it, StmtKind::Group(_)))?;
    wrap(target, asked.first, asked.last, &head, "}")
}
