//! Adds a link.

use diag::TextEdit;
use puml_family::edits::{AddMessage, EditError, one_line};

use super::Target;
use super::names::{checked, written};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &AddMessage, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let (from, to) = (written(&asked.from)?, written(&asked.to)?);
    let mut line = format!("{from} {} {to}", asked.arrow.trim());
    if let Some(text) = asked.text.as_deref().filter(|it| !it.trim().is_empty()) {
        line.push_str(" : ");
        line.push_str(&one_line(text.trim()));
    }
    let line = checked(line, |it| matches!(it, StmtKind::Link(_)))?;
    target.insert(asked.place, &[line])
}
