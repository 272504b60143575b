//! Maps and JSON: bodies that are tables of keys and values.

use puml_graph::{
    Body, Compartment, End, EntityId, Head, Link, MapLine, Row, Side, json_rows, map_line,
};
use puml_syntax::TextRange;

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
            match map_line(&line) {
                Some(MapLine::Pair(row)) => rows.push(row),
                Some(MapLine::Link { row, key, length, target }) => {
                    rows.push(row);
                    self.row_link(id, key, length, target, range);
                }
                None => {
                    let message = "a row of a map is `key => value` or `key *-> Target`";
                    self.ground.report(codes::MALFORMED_ROW, trimmed(range, &line, self), message);
                }
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
            (Some(body), _) => self.ground.document.lines(body),
            (None, Some(value)) => self.code(value),
            (None, None) => String::new(),
        };
        json_rows(&text).unwrap_or_default()
    }
}

/// The range of a line without the blanks around it.
fn trimmed(range: TextRange, line: &str, lowering: &Lowering<'_>) -> TextRange {
    let source = range.slice(&lowering.ground.document.source);
    let start = range.start + (source.len() - source.trim_start().len()) as u32;
    TextRange::new(start, start + line.trim().len() as u32)
}
