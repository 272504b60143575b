//! Gives an element another name wherever it is used as a name. Texts that mention it stay as they are.

use diag::TextEdit;
use puml_family::edits::{EditError, RenameParticipant};
use puml_graph::MapLine;
use puml_syntax::TextRange;
use puml_syntax::ast::Name;

use super::Target;
use super::names::{is_used, uses, written};
use crate::ast::{EntityKind, Stmt, StmtKind};

/// The text edits that do it.
pub(super) fn edits(
    asked: &RenameParticipant,
    target: &Target<'_>,
) -> Result<Vec<TextEdit>, EditError> {
    if asked.from == asked.to {
        return Ok(Vec::new());
    }
    if is_used(target, &asked.to) {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let to = written(&asked.to)?;
    let mut separator = Some(".".to_owned());
    let mut edits = Vec::new();
    for (_, stmt) in target.stmts() {
        if let StmtKind::Separator(range) = &stmt.kind {
            let text = target.document.text(*range);
            let none = text.eq_ignore_ascii_case("none") || text.eq_ignore_ascii_case("null");
            separator = (!none).then(|| text.into_owned());
        }
        for range in rows(stmt, &asked.from, target.text) {
            if to.starts_with('"') {
                return Err(EditError::NeedsBareName { line: target.line(range.start) });
            }
            edits.push(TextEdit::replace(range.in_source(target.source), to.clone()));
        }
        for used in uses(stmt) {
            let text = used.name.range.slice(target.text);
            let Some((start, end)) = part(text, &asked.from, separator.as_deref()) else {
                continue;
            };
            let is_whole = (start, end) == (0, text.len());
            if to.starts_with('"') && !(used.quotable && is_whole) {
                return Err(EditError::NeedsBareName { line: target.line(stmt.range.start) });
            }
            let range =
                if is_whole { used.name.outer(target.text) } else { cut(used.name, start, end) };
            edits.push(TextEdit::replace(range.in_source(target.source), to.clone()));
        }
    }
    if edits.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    Ok(edits)
}

/// Where rows of a map lead to the element.
fn rows(stmt: &Stmt, name: &str, text: &str) -> Vec<TextRange> {
    let StmtKind::Declaration(it) = &stmt.kind else { return Vec::new() };
    let lines = it.body.iter().flat_map(|it| &it.lines).filter(|_| it.kind == EntityKind::Map);
    let target = |range: &TextRange| {
        let line = range.slice(text);
        match puml_graph::map_line(line) {
            Some(MapLine::Link { target, .. }) if target == name => {
                let start = range.start + line.rfind(target)? as u32;
                Some(TextRange::new(start, start + target.len() as u32))
            }
            _ => None,
        }
    };
    lines.filter_map(target).collect()
}

fn cut(name: Name, start: usize, end: usize) -> TextRange {
    TextRange::new(name.range.start + start as u32, name.range.start + end as u32)
}

/// Where the name stands in a use of it: alone, behind packages, before a member.
fn part(text: &str, name: &str, separator: Option<&str>) -> Option<(usize, usize)> {
    let owner = match text.rsplit_once("::") {
        Some((owner, _)) if separator != Some("::") => owner,
        _ => text,
    };
    for whole in [text, owner] {
        if whole == name {
            return Some((0, whole.len()));
        }
        if let Some(separator) = separator
            && let Some(before) = whole.strip_suffix(name)
            && before.ends_with(separator)
        {
            return Some((before.len(), whole.len()));
        }
    }
    None
}
