//! Puts consecutive lines into a composite state or a frame.

use diag::TextEdit;
use puml_family::edits::{EditError, WrapGroup, wrap};

use super::Target;
use super::names::{bare, checked, is_used, quotable};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &WrapGroup, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let kind = ["state", "frame"].into_iter().find(|it| *it == asked.kind);
    let kind = kind.ok_or_else(|| EditError::BadLine(asked.kind.clone()))?;
    let label = asked.label.as_deref().map_or("", str::trim);
    let head = if bare(label).is_ok() {
        format!("{kind} {label} {{")
    } else {
        // A text with blanks needs a code of its own.
        let code: String = quotable(label)?.chars().filter(|it| it.is_alphanumeric()).collect();
        format!("{kind} \"{label}\" as {} {{", bare(&code)?)
    };
    let code = head.split_whitespace().rev().nth(1).unwrap_or_default();
    if is_used(target, code) {
        return Err(EditError::TakenName(code.to_owned()));
    }
    let head = checked(head, |it| matches!(it, StmtKind::Open(..)))?;
    wrap(target, asked.first, asked.last, &head, "}")
}
