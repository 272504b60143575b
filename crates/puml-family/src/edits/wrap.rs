//! Puts consecutive lines between two others, one level deeper.

use diag::TextEdit;
use puml_syntax::TextRange;
use puml_syntax::ast::Kind;

use super::{EditError, Target};

/// Puts the statements on the lines `first` to `last`, counted from 1, between `head` and `close`.
pub fn wrap<K: Kind>(
    target: &Target<'_, K>,
    first: u32,
    last: u32,
    head: &str,
    close: &str,
) -> Result<Vec<TextEdit>, EditError> {
    let (from, to) = (target.stmt_on(first)?.range, target.stmt_on(last)?.range);
    if to.start < from.start || cuts(target, from, to) {
        return Err(EditError::CutsFrame { first, last });
    }
    let start = target.start_of(from.start);
    let indent = target.indent(from.start).to_owned();
    let end = target.line_end();
    let mut edits = vec![TextEdit::insert(target.source, start, format!("{indent}{head}{end}"))];
    for (_, stmt) in target.stmts() {
        let inside = stmt.range.start >= from.start && stmt.range.end <= to.end;
        if inside && target.indent(stmt.range.start).trim().is_empty() {
            edits.extend(shifted(target, stmt.range));
        }
    }
    edits.extend(target.behind(to.end, &indent, &[close.to_owned()]));
    Ok(edits)
}

/// Whether a group or box has one end inside the lines and one outside, or a branch inside.
fn cuts<K: Kind>(target: &Target<'_, K>, first: TextRange, last: TextRange) -> bool {
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
fn shifted<K: Kind>(target: &Target<'_, K>, range: TextRange) -> Vec<TextEdit> {
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
