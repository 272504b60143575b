//! Puts consecutive lines into a container.

use diag::TextEdit;
use puml_family::edits::{EditError, WrapGroup, one_line};
use puml_graph::Symbol;
use puml_syntax::{TextRange, is_quote};

use super::Target;
use super::names::checked;
use crate::ast::StmtKind;

/// The text edits that do it.
pub(super) fn edits(asked: &WrapGroup, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let first = target.stmt_on(asked.first)?.range;
    let last = target.stmt_on(asked.last)?.range;
    if last.start < first.start || cuts(target, first, last) {
        return Err(EditError::CutsFrame { first: asked.first, last: asked.last });
    }
    let is_container = asked.kind == "together"
        || Symbol::WORDS.iter().any(|it| it.0 == asked.kind && it.1.can_hold());
    if !is_container {
        return Err(EditError::BadLine(asked.kind.clone()));
    }
    let mut head = asked.kind.clone();
    if let Some(label) = asked.label.as_deref().filter(|it| !it.trim().is_empty()) {
        if label.contains(is_quote) {
            return Err(EditError::BadName(label.to_owned()));
        }
        head = format!("{head} \"{}\"", one_line(label.trim()));
    }
    head.push_str(" {");
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
    edits.extend(target.behind(last.end, &indent, &["}".to_owned()]));
    Ok(edits)
}

/// Whether a container has one end inside the lines and one outside.
fn cuts(target: &Target<'_>, first: TextRange, last: TextRange) -> bool {
    let document = &target.document;
    let inside = |id| {
        let range = document.stmt(id).range;
        range.start >= first.start && range.end <= last.end
    };
    document.frames.iter().any(|it| inside(it.open) != it.close.is_some_and(inside))
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
