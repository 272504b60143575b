//! Adds a transition.

use diag::TextEdit;
use puml_family::edits::{AddMessage, EditError, one_line};

use super::Target;
use super::names::{bare, checked};
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &AddMessage, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let end = |name: &str| -> Result<String, EditError> {
        let is_mark = matches!(name, "[*]" | "[H]" | "[H*]");
        if is_mark { Ok(name.to_owned()) } else { bare(name).map(str::to_owned) }
    };
    let (from, to) = (end(&asked.from)?, end(&asked.to)?);
    let mut line = format!("{from} {} {to}", asked.arrow.trim());
    if let Some(text) = asked.text.as_deref().filter(|it| !it.trim().is_empty()) {
        line.push_str(" : ");
        line.push_str(&one_line(text.trim()));
    }
    let line = checked(line, |it| matches!(it, StmtKind::Transition(_)))?;
    target.insert(asked.place, &[line])
}
