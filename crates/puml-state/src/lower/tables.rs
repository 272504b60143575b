//! Maps and JSON: boxes with rows that transitions may lead to.

use puml_graph::{Compartment, End, EntityId, Head, Link, MapLine, Row, Side, json_rows, map_line};
use puml_syntax::TextRange;
use puml_syntax::ast::{Table, TableKind, Text};

use super::Lowering;
use super::tree::{Kind, Slot, StateId};
use crate::ast::Declaration;
use crate::codes::model as codes;
use crate::element::Element;

/// `key *-> Target` in a map.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowLink {
    pub(super) from: StateId,
    row: u32,
    pub(super) to: StateId,
    length: u32,
    origin: diag::Span,
}

impl Lowering<'_> {
    pub(super) fn table(&mut self, it: &Table, range: TextRange) {
        let code = self.code(it.code.range);
        let kind = match it.kind {
            TableKind::Map => Kind::Map,
            TableKind::Json => Kind::Json,
        };
        let slot = self.tree.find(&code, self.current);
        if let Slot::Known(_) = slot {
            let message = format!("`{code}` is something else already");
            self.ground.report(codes::TAKEN_STATE_NAME, it.code.range, message);
            return;
        }
        let Some(id) = self.make(slot, kind, range) else { return };
        let declaration = Declaration {
            keyword: it.keyword,
            code: it.code,
            shown: it.shown,
            tags: Vec::new(),
            stereotypes: it.stereotypes.clone(),
            link: it.link,
            colors: it.colors,
            outline: it.outline,
            text: None,
        };
        self.describe(id, &declaration);
        let styled = self.stereotypes(&it.stereotypes);
        self.style(id, &declaration, &styled);
        let rows = match it.kind {
            TableKind::Map => self.map_rows(id, &it.text),
            TableKind::Json => self.json_rows(&it.text),
        };
        self.tree.get_mut(id).rows = rows;
    }

    fn map_rows(&mut self, id: StateId, text: &Text) -> Vec<Row> {
        let Text::Lines(body) = text else { return Vec::new() };
        let mut rows = Vec::new();
        for &range in &body.lines {
            let line = self.code(range).trim().to_owned();
            if line.is_empty() {
                continue;
            }
            let range = range.trimmed(&self.ground.document.source);
            match map_line(&line) {
                Some(MapLine::Pair(row)) => rows.push(row),
                Some(MapLine::Link { row, length, target, .. }) => {
                    match self.tree.find(target, self.current) {
                        Slot::Known(to) => self.row_links.push(RowLink {
                            from: id,
                            row: rows.len() as u32,
                            to,
                            length,
                            origin: self.ground.origin(range),
                        }),
                        _ => self.unknown(target, range, "to lead to"),
                    }
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

    fn json_rows(&self, text: &Text) -> Vec<Row> {
        let text = match text {
            Text::Lines(body) => self.ground.document.lines(body),
            Text::Line(range) => self.code(*range),
        };
        json_rows(&text).unwrap_or_default()
    }

    /// The arrow from a row of a map.
    pub(super) fn row_link(&mut self, it: RowLink, from: EntityId, to: End) -> Link {
        let look = self.ground.looks.of(Element::Arrow);
        let mut link = Link::new(End::Member(from, 0, it.row), to, look, it.origin);
        link.to_head = Head::Arrow;
        (link.side, link.length) =
            if it.length == 1 { (Side::Right, 1) } else { (Side::Down, it.length - 1) };
        link
    }
}

/// The rows of a table as the only compartment of its box.
pub(super) fn compartment(rows: &[Row]) -> Compartment {
    Compartment { rows: rows.to_vec(), hidden: false }
}
