//! The members of an element in the outline.

use puml_family::editor::{Entry, EntryKind};
use puml_syntax::TextRange;

use crate::ast::{Declaration, Document, EntityKind};

/// Fields and methods in the order they stand; lines across the body and blank lines are left out.
pub(super) fn entries(it: &Declaration, document: &Document) -> Vec<Entry> {
    if matches!(it.kind, EntityKind::Json | EntityKind::Described(_)) {
        return Vec::new();
    }
    let lines = it.body.iter().flat_map(|it| &it.lines);
    lines.filter_map(|range| entry(*range, document)).collect()
}

fn entry(range: TextRange, document: &Document) -> Option<Entry> {
    let line = range.slice(&document.source);
    let text = line.trim();
    let is_rule = ["--", "==", "..", "__"].iter().any(|it| text.starts_with(it));
    if text.is_empty() || is_rule {
        return None;
    }
    let start = range.start + (line.len() - line.trim_start().len()) as u32;
    let selection = TextRange::new(start, start + text.len() as u32);
    let lower = text.to_ascii_lowercase();
    let is_method =
        lower.contains("{method}") || !lower.contains("{field}") && text.contains(['(', ')']);
    let kind = if is_method { EntryKind::Method } else { EntryKind::Field };
    Some(Entry::new(text, kind, selection))
}
