//! Puts consecutive lines into a group.

use diag::TextEdit;
use puml_family::edits::{EditError, WrapGroup};
use puml_syntax::TextRange;

use super::{Target, bracketed};

/// The text edits that do it.
pub(super) fn edits(asked: &WrapGroup, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let first = target.stmt_on(asked.first)?.range;
    let last = target.stmt_on(asked.last)?.range;
    if last.start < first.start || cuts(target, first, last) {
        return Err(EditError::CutsFrame { first: asked.first, last: asked.last });
    }
    if asked.kind != "group" {
        return Err(EditError::BadLine(asked.kind.clone()));
    }
    let label = asked.label.as_deref().unwrap_or("Group").trim();
    let head = format!("group {}", bracketed(label)?);
    let start = target.start_of(first.start);
    let indent = target.indent(first.start).to_owned();
    let end = target.line_end();
    let mut edits = vec![TextEdit::insert(target.source, start, format!("{indent}{head}{end}"))];
    edits.extend(target.behind(last.end, &indent, &["end group".to_owned()]));
    Ok(edits)
}

/// Whether a group has one end inside the lines and one outside.
fn cuts(target: &Target<'_>, first: TextRange, last: TextRange) -> bool {
    let inside = |id| {
        let range = target.document.stmt(id).range;
        range.start >= first.start && range.end <= last.end
    };
    let frames = &target.document.frames;
    frames.iter().any(|it| inside(it.open) != it.close.is_some_and(inside))
}
