//! Maps and JSON: their texts as rows.

use puml_family::Label;
use puml_family::label::unescape;
use puml_graph::{Cell, Row};
use serde_json::Value;

/// The rows of a map; the number of the first line that is none.
pub(super) fn map(lines: &[String]) -> Result<Vec<Row>, usize> {
    let mut rows = Vec::new();
    for (idx, line) in lines.iter().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let arrow = line.find("*-").and_then(|at| {
            let rest = line[at + 2..].trim_start_matches('-');
            rest.strip_prefix("->").or(rest.strip_prefix('>')).map(|it| (&line[..at], it))
        });
        let Some((key, value)) = line.split_once("=>").or(arrow) else { return Err(idx) };
        rows.push(Row::Pair { key: label(key.trim()), value: Cell::Text(label(value.trim())) });
    }
    Ok(rows)
}

/// The rows of a JSON text, with or without its outer braces.
pub(super) fn json(text: &str) -> Option<Vec<Row>> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Some(Vec::new());
    }
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let value = read(trimmed).or_else(|| read(&format!("{{{trimmed}}}")))?;
    Some(rows(&value))
}

fn rows(value: &Value) -> Vec<Row> {
    match value {
        Value::Object(all) => all
            .iter()
            .map(|(key, value)| Row::Pair { key: label(key), value: cell(value) })
            .collect(),
        Value::Array(all) => all.iter().map(|it| Row::Item(cell(it))).collect(),
        single => vec![Row::Item(cell(single))],
    }
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::Object(_) | Value::Array(_) => Cell::Table(rows(value)),
        Value::String(text) => Cell::Text(label(text)),
        Value::Null => Cell::Text(label("null")),
        other => Cell::Text(label(&other.to_string())),
    }
}

fn label(text: &str) -> Label {
    Label { text: unescape(text) }
}
