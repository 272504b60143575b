//! Maps and JSON: boxes whose rows are keys and values, and the links that lead from rows of a map.

use puml_family::Overrides;
use puml_graph::codes::model as codes;
use puml_graph::{
    Compartment, End, EntityId, Head, Link, MapLine, Row, Shape, Side, Symbol, json_rows, map_line,
};
use puml_syntax::TextRange;
use puml_syntax::ast::{Table, TableKind, Text};

use super::Lowering;
use super::names::{Found, Reach};
use crate::element::Element;

impl Lowering<'_> {
    pub(super) fn table(&mut self, it: &Table, range: TextRange) {
        let code = self.text(it.code.range);
        if self.find(&code, Reach::Here).is_some() {
            let message = format!("`{code}` is already the name of something else");
            self.ground.report(codes::TAKEN_NAME, it.code.range, message);
            return;
        }
        let id = self.make(&code, range);
        let rows = match it.kind {
            TableKind::Map => self.map_rows(id, &it.text),
            TableKind::Json => self.json_rows(&it.text),
        };
        let classes = self.classes(&it.stereotypes);
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let look = self.ground.looks.styled(Element::Table, &classes, &overrides);
        let label = it.shown.map(|it| self.ground.line_label(it.range));
        let (stereotypes, spot) = self.stereotypes(&it.stereotypes);
        let link = self.ground.link(it.link);
        self.details[id.0 as usize].symbol = Some(Symbol::Rectangle);
        self.details[id.0 as usize].classes = classes;
        let entity = &mut self.graph.entities[id.0 as usize];
        entity.kind = if it.kind == TableKind::Map { "map" } else { "json" };
        entity.shape = Shape::Class;
        entity.body.compartments = vec![Compartment { rows, hidden: false }];
        entity.label = label.unwrap_or_else(|| entity.label.clone());
        (entity.stereotypes, entity.spot, entity.link) = (stereotypes, spot, link);
        (entity.look, entity.body_look) = (look, look);
    }

    fn map_rows(&mut self, id: EntityId, text: &Text) -> Vec<Row> {
        let Text::Lines(body) = text else { return Vec::new() };
        let mut rows = Vec::new();
        for &range in &body.lines {
            let line = self.text(range).trim().to_owned();
            if line.is_empty() {
                continue;
            }
            let range = range.trimmed(&self.ground.document.source);
            match map_line(&line) {
                Some(MapLine::Pair(row)) => rows.push(row),
                Some(MapLine::Link { row, length, target, .. }) => {
                    self.row_link(End::Member(id, 0, rows.len() as u32), length, target, range);
                    rows.push(row);
                }
                None => {
                    let message = "a row of a map is `key => value` or `key *-> Target`";
                    self.ground.report(codes::MALFORMED_ROW, range, message);
                }
            }
        }
        rows
    }

    /// `key *-> Target`: an arrow from the row.
    fn row_link(&mut self, from: End, length: u32, target: &str, range: TextRange) {
        let to = match self.find(target, Reach::Anywhere) {
            Some(Found::Entity(id)) => End::Entity(id),
            Some(Found::Group(id)) => End::Group(id),
            Some(Found::Note(id)) => End::Note(id),
            None => return self.unknown(target, range),
        };
        let look = self.ground.looks.of(Element::Arrow);
        let mut link = Link::new(from, to, look, self.ground.origin(range));
        link.to_head = Head::Arrow;
        (link.side, link.length) =
            if length == 1 { (Side::Right, 1) } else { (Side::Down, length - 1) };
        self.graph.links.push(link);
        self.link_classes.push(Vec::new());
    }

    fn json_rows(&self, text: &Text) -> Vec<Row> {
        let text = match text {
            Text::Lines(lines) => self.ground.document.lines(lines),
            Text::Line(range) => self.text(*range),
        };
        json_rows(&text).unwrap_or_default()
    }
}
