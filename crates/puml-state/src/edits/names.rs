//! Names where statements use them, and lines that are checked before they are written.

use std::sync::Arc;

use diag::SourceId;
use puml_family::edits::EditError;
use puml_syntax::{Extent, Stage, TextRange, is_code, is_quote, parse_block, split};

use super::Target;
use crate::ast::{EndKind, NotePlace, Stmt, StmtKind};
use crate::parse::StateGrammar;

/// A code as transitions write it: letters, digits, `_` and `.`.
pub(super) fn bare(name: &str) -> Result<&str, EditError> {
    let is_bare = !name.is_empty() && name.chars().all(|it| is_code(it) && it != '@');
    if is_bare { Ok(name) } else { Err(EditError::BadName(name.to_owned())) }
}

/// A text that may stand in quotes.
pub(super) fn quotable(text: &str) -> Result<&str, EditError> {
    let is_whole =
        !text.trim().is_empty() && !text.contains(is_quote) && !text.contains(['\n', '\r']);
    if is_whole { Ok(text) } else { Err(EditError::BadName(text.to_owned())) }
}

/// The line, if it reads back as one statement that `accept` takes.
pub(super) fn checked(
    line: String,
    accept: impl Fn(&StmtKind) -> bool,
) -> Result<String, EditError> {
    let text: Arc<str> = Arc::from(line.as_str());
    let lines = split(&text);
    if lines.blocks.len() != 1 {
        return Err(EditError::BadLine(line));
    }
    let (stage, extent) = (Stage::Expanded, Extent::Whole);
    let parsed = parse_block(&text, &lines, 0, stage, extent, SourceId(0), StateGrammar);
    match parsed.document.stmts.as_slice() {
        [stmt] if accept(&stmt.kind) && !diag::has_errors(&parsed.diagnostics) => Ok(line),
        _ => Err(EditError::BadLine(line)),
    }
}

/// Every place where a statement names states; a name may be a path.
pub(super) fn uses(stmt: &Stmt) -> Vec<TextRange> {
    match &stmt.kind {
        StmtKind::State(it) | StmtKind::Open(_, it) => vec![it.code.range],
        StmtKind::Table(it) => vec![it.code.range],
        StmtKind::Description(it) => vec![it.state.range],
        StmtKind::Transition(it) => {
            let ends = [it.left, it.right];
            let name = |it: crate::ast::End| match it.kind {
                EndKind::State => Some(it.range),
                EndKind::Bar(name) => Some(name),
                EndKind::History(owner) | EndKind::DeepHistory(owner) => owner,
                EndKind::Mark => None,
            };
            ends.into_iter().filter_map(name).collect()
        }
        StmtKind::Note(it) => match it.place {
            NotePlace::Beside(_, name) | NotePlace::Free(name) => vec![name.range],
            NotePlace::Latest(_) | NotePlace::OnLink(_) => Vec::new(),
        },
        StmtKind::Visibility(it) => vec![it.what],
        StmtKind::Url(name, _) => vec![name.range],
        _ => Vec::new(),
    }
}

/// The parts of the names in a statement that are this name.
pub(super) fn segments(target: &Target<'_>, stmt: &Stmt, name: &str) -> Vec<TextRange> {
    let mut found = Vec::new();
    for range in uses(stmt) {
        let text = range.slice(target.text);
        if text == name {
            found.push(range);
            continue;
        }
        let mut start = range.start;
        for segment in text.split('.') {
            let end = start + segment.len() as u32;
            if segment == name {
                found.push(TextRange::new(start, end));
            }
            start = end + 1;
        }
    }
    found
}

/// Whether a name is in use.
pub(super) fn is_used(target: &Target<'_>, name: &str) -> bool {
    target.stmts().any(|(_, it)| !segments(target, it, name).is_empty())
}
