//! Puts consecutive lines into a group.

use diag::TextEdit;
use puml_family::edits::wrap;

use super::names::checked;
use super::{EditError, Target, WrapGroup, one_line};
use crate::ast::{GroupKind, StmtKind};

/// The text edits that do it.
pub(super) fn edits(asked: &WrapGroup, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let kind = GroupKind::ALL.into_iter().find(|it| it.keyword() == asked.kind);
    let kind = kind.ok_or_else(|| EditError::BadLine(asked.kind.clone()))?;
    let mut head = kind.keyword().to_owned();
    if let Some(label) = asked.label.as_deref().filter(|it| !it.trim().is_empty()) {
        head.push(' ');
        head.push_str(&one_line(label.trim()));
    }
    let head = checked(head, |it| matches!(it, StmtKind::Group(_)))?;
    wrap(target, asked.first, asked.last, &head, "end")
}
