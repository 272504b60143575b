//! Maps and JSON: bodies that are tables of keys and values.

use puml_family::Label;
use puml_family::label::unescape;
use puml_graph::{Body, Cell, Compartment, End, EntityId, Head, Link, Row, Side};
use puml_syntax::TextRange;
use serde_json::Value;

use super::{Lowering, MemberRef, MemberUser};
use crate::ast::{Declaration, EntityKind};
use crate::codes::model as codes;
use crate::element::Element;

impl Lowering<'_> {
    pub(super) fn table(&mut self, id: EntityId, it: &Declaration) {
        let rows = match it.kind {
            EntityKind::Map => self.map_rows(id, it),
            _ => self.json_rows(it),
        };
        self.detail(id).is_table = true;
        let compartment = Compartment { rows, hidden: false };
        self.entity(id).body = Body { compartments: vec![compartment] };
    }

    fn map_rows(&mut self, id: EntityId, it: &Declaration) -> Vec<Row> {
        let Some(body) = &it.body else { return Vec::new() };
        let mut rows = Vec::new();
        for range in body.lines.clone() {
            let line = self.ground.document.text(range).trim().to_owned();
            if line.is_empty() {
                continue;
            }
            let label = |text: &str| Label { text: unescape(text.trim()) };
            if let Some((key, length, target)) = arrow_row(&line) {
                rows.push(Row::Pair { key: label(key), value: Cell::Text(Label::default()) });
                self.row_link(id, key, length, target, range);
            } else if let Some((key, value)) = line.split_once("=>") {
                rows.push(Row::Pair { key: label(key), value: Cell::Text(label(value)) });
            } else {
                let message = "a row of a map is `key => value` or `key *-> Target`";
                self.ground.report(codes::MALFORMED_ROW, trimmed(range, &line, self), message);
            }
        }
        rows
    }

    /// `key *-> Target`: an arrow from the row.
    fn row_link(&mut self, id: EntityId, key: &str, length: u32, target: &str, range: TextRange) {
        let Some(to) = self.find(target).map(|it| match it {
            super::names::Found::Entity(id) => self.end_of(id),
            super::names::Found::Group(id) => End::Group(id),
            super::names::Found::Note(id) => End::Note(id),
        }) else {
            let at = trimmed(range, &self.code(range), self);
            let message = format!("there is no `{target}` in the diagram yet");
            self.unknown(target, at, message);
            return;
        };
        let look = self.ground.looks.of(Element::Arrow);
        let mut link = Link::new(End::Entity(id), to, look, self.ground.origin(range));
        link.to_head = Head::Arrow;
        (link.side, link.length) =
            if length == 1 { (Side::Right, 1) } else { (Side::Down, length - 1) };
        let link = self.add_link(link, Vec::new());
        let user = MemberUser::LinkFrom(link);
        self.picture.members.push(MemberRef { of: id, member: key.trim().to_owned(), user });
    }

    fn json_rows(&self, it: &Declaration) -> Vec<Row> {
        let text = match (&it.body, it.value) {
            (Some(body), _) => {
                let inside = self.ground.document.lines(body);
                if inside.trim_start().starts_with('{') { inside } else { format!("{{{inside}}}") }
            }
            (None, Some(value)) => self.code(value),
            (None, None) => return Vec::new(),
        };
        let value = serde_json::from_str(&text)
            .or_else(|_| serde_json::from_str(&text.to_ascii_lowercase()))
            .unwrap_or_default();
        rows_of(&value).unwrap_or_else(|| vec![Row::Item(cell(&value))])
    }
}

/// The range of a line without the blanks around it.
fn trimmed(range: TextRange, line: &str, lowering: &Lowering<'_>) -> TextRange {
    let source = range.slice(&lowering.ground.document.source);
    let start = range.start + (source.len() - source.trim_start().len()) as u32;
    TextRange::new(start, start + line.trim().len() as u32)
}

/// The key, the length of the arrow and the target.
fn arrow_row(line: &str) -> Option<(&str, u32, &str)> {
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

fn rows_of(value: &Value) -> Option<Vec<Row>> {
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
    if let Some(rows) = rows_of(value).filter(|it| !it.is_empty()) {
        return Cell::Table(rows);
    }
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => String::new(),
        other => other.to_string(),
    };
    Cell::Text(Label { text })
}
