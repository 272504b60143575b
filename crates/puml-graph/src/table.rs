//! The rows of maps and JSON, from their text.

use puml_family::Label;
use puml_family::label::unescape;
use serde_json::Value;

use crate::model::{Cell, Row};

/// What a line of a map says.
#[derive(Debug, Clone, PartialEq)]
pub enum MapLine<'a> {
    /// `key => value`.
    Pair(Row),
    /// `key *-> target`: a link from the row.
    Link {
        /// The row, without a value.
        row: Row,
        /// The text of the key, by which the row is found.
        key: &'a str,
        /// How many dashes the arrow has; one points to the right, more point down.
        length: u32,
        /// The name of what it leads to.
        target: &'a str,
    },
}

/// Reads a line of a map; nothing where it is neither a pair nor a link.
pub fn map_line(line: &str) -> Option<MapLine<'_>> {
    let label = |text: &str| Label { text: unescape(text.trim()) };
    if let Some((key, length, target)) = arrow(line) {
        let row = Row::Pair { key: label(key), value: Cell::Text(Label::default()) };
        return Some(MapLine::Link { row, key, length, target });
    }
    let (key, value) = line.split_once("=>")?;
    Some(MapLine::Pair(Row::Pair { key: label(key), value: Cell::Text(label(value)) }))
}

/// The rows of a JSON text, with or without its outer braces; nothing where it is not JSON.
pub fn json_rows(text: &str) -> Option<Vec<Row>> {
    let text = text.trim();
    if text.is_empty() {
        return Some(Vec::new());
    }
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let value = read(text)
        .or_else(|| read(&format!("{{{text}}}")))
        .or_else(|| read(&text.to_ascii_lowercase()))?;
    Some(rows(&value).unwrap_or_else(|| vec![Row::Item(cell(&value))]))
}

/// The key, the length of the arrow and the target.
fn arrow(line: &str) -> Option<(&str, u32, &str)> {
    let at = line.find("*-")?;
    let rest = &line[at + 1..];
    let end = rest.find('>')?;
    let body = &rest[..end];
    if !body.chars().all(|it| matches!(it, '-' | '_')) {
        return None;
    }
    let length = body.matches('-').count() as u32;
    let (key, target) = (line[..at].trim(), rest[end + 1..].trim());
    (!key.is_empty() && !target.is_empty()).then_some((key, length, target))
}

fn rows(value: &Value) -> Option<Vec<Row>> {
    match value {
        Value::Object(all) => {
            let pair = |(key, value): (&String, &Value)| Row::Pair {
                key: Label { text: key.clone() },
                value: cell(value),
            };
            Some(all.iter().map(pair).collect())
        }
        Value::Array(all) => Some(all.iter().map(|it| Row::Item(cell(it))).collect()),
        _ => None,
    }
}

fn cell(value: &Value) -> Cell {
    if let Some(rows) = rows(value).filter(|it| !it.is_empty()) {
        return Cell::Table(rows);
    }
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => String::new(),
        other => other.to_string(),
    };
    Cell::Text(Label { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(key: &str, value: &str) -> Row {
        let label = |text: &str| Label { text: text.to_owned() };
        Row::Pair { key: label(key), value: Cell::Text(label(value)) }
    }

    #[test]
    fn a_second_arrow_belongs_to_the_value_of_a_pair() {
        assert_eq!(map_line("a => b => c"), Some(MapLine::Pair(pair("a", "b => c"))));
        assert_eq!(map_line("no row"), None);
    }

    #[test]
    fn a_row_that_links_counts_its_dashes() {
        let row = pair("a", "");
        assert_eq!(
            map_line("a *--> B"),
            Some(MapLine::Link { row, key: "a", length: 2, target: "B" })
        );
    }

    #[test]
    fn json_may_lack_its_braces_and_shout_its_words() {
        assert_eq!(json_rows("\"a\": 1"), Some(vec![pair("a", "1")]));
        assert_eq!(
            json_rows("TRUE"),
            Some(vec![Row::Item(Cell::Text(Label { text: "true".to_owned() }))])
        );
        assert_eq!(json_rows("{"), None);
        assert_eq!(json_rows(" "), Some(Vec::new()));
    }
}
