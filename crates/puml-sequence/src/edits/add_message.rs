//! Adds a message.

use diag::TextEdit;

use super::names::{checked, written};
use super::{AddMessage, EditError, Target, one_line};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &AddMessage, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let (from, to) = (written(&asked.from)?, written(&asked.to)?);
    let mut line = format!("{from} {} {to}", asked.arrow.trim());
    if let Some(text) = asked.text.as_deref().filter(|it| !it.trim().is_empty()) {
        line.push_str(" : ");
        line.push_str(&one_line(text.trim()));
    }
    let line = checked(line, |it| matches!(it, StmtKind::Message(_)))?;
    target.insert(asked.place, &[line])
}
