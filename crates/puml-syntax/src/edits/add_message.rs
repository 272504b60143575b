//! Adds a message.

use diag::TextEdit;

use super::target::{Target, checked, one_line, written};
use super::{EditError, Place};
use crate::ast::StmtKind;

/// A new message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddMessage {
    /// Who sends; created if nobody has that name.
    pub from: String,
    /// Who receives; created if nobody has that name.
    pub to: String,
    /// As in a source: `->`, `-->`, `->>`, `-[#red]>` …
    pub arrow: String,
    /// The label; line ends are kept.
    pub text: Option<String>,
    /// Where it goes.
    pub place: Place,
}

impl AddMessage {
    pub(super) fn edits(&self, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
        let (from, to) = (written(&self.from)?, written(&self.to)?);
        let mut line = format!("{from} {} {to}", self.arrow.trim());
        if let Some(text) = self.text.as_deref().filter(|it| !it.trim().is_empty()) {
            line.push_str(" : ");
            line.push_str(&one_line(text.trim()));
        }
        let line = checked(line, |it| matches!(it, StmtKind::Message(_)))?;
        target.insert(self.place, &[line])
    }
}
