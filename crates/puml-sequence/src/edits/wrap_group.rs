//! Puts consecutive lines into a group.

use diag::TextEdit;
use puml_syntax::TextRange;

use super::names::checked;
use super::{EditError, Target, WrapGroup, one_line};
use crate::ast::{GroupKind, StmtKind};

/// The text edits that do it.
pub(super) fn edits(asked: &WrapGroup, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let first = target.stmt_on(asked.first)?.range;
    let last = target.stmt_on(asked.last)?.range;
    if last.start < first.start || cuts(target, first, last) {
        return Err(EditError::CutsFrame { first: asked.first, last: asked.last });
    }
    let kind = GroupKind::ALL.into_iter().find(|it| it.keyword() == asked.kind);
    let kind = kind.ok_or_else(|| EditError::BadLine(asked.kind.clone()))?;
    let mut head = kind.keyword().to_owned();
    if let Some(label) = asked.label.as_deref().filter(|it| !it.trim().is_empty()) {
        head.push(' ');
        head.push_str(&one_line(label.trim()));
    }
    let head = checked(head, |it| matches!(it, StmtKind::Group(_)))?;
    let start = target.start_of(first.start);
    let indent = target.indent(first.start).to_owned();
    let end = target.line_end();
    let mut edits = vec![TextEdit::insert(target.source, start, format!("{indent}{head}{end}"))];
    for (_, stmt) in target.stmts() {
        let inside = stmt.range.start >= first.start && stmt.range.end <= last.end;
        if inside && target.indent(stmt.range.start).trim().is_empty() {
            edits.extend(shifted(target, stmt.range));
        }
    }
    edits.extend(target.behind(last.end, &indent, &["end".to_owned()]));
    Ok(edits)
}

/// Whether a group or box has one end inside the lines and one outside, or a branch inside.
fn cuts(target: &Target<'_>, first: TextRange, last: TextRange) -> bool {
    let document = &target.document;
    let inside = |id| {
        let range = document.stmt(id).range;
        range.start >= first.start && range.end <= last.end
    };
    document.frames.iter().any(|frame| {
        let open = inside(frame.open);
        let close = frame.close.is_some_and(inside);
        let branch = frame.branches.iter().any(|it| inside(*it));
        open != close || (branch && !open)
    })
}

/// One level more for every line of a statement.
fn shifted(target: &Target<'_>, range: TextRange) -> Vec<TextEdit> {
    let first = target.start_of(range.start);
    let lines = TextRange::new(first, range.end).slice(target.text);
    let mut at = first;
    let mut edits = Vec::new();
    for line in lines.split_inclusive('\n') {
        if !line.trim().is_empty() {
            edits.push(TextEdit::insert(target.source, at, "  "));
        }
        at += line.len() as u32;
    }
    edits
}
