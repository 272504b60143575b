//! A table's texts and the room they need.

use puml_family::label::unescape;
use puml_family::{Label, LayoutContext, Look};
use scene::{Size, Text};

use crate::element::Element;
use crate::model::{Cell, Row, ScalarKind, Table};

/// Above and below the text of a row.
const ABOVE: f64 = 4.0;
/// The least width of a cell that leads to another table.
const LINK_WIDTH: f64 = 24.0;
/// No table is narrower.
const LEAST: f64 = 30.0;

/// A table with its texts measured.
pub(super) struct Measured {
    pub(super) size: Size,
    /// The width of the names; 0 where there are none.
    pub(super) key_width: f64,
    pub(super) rows: Vec<MeasuredRow>,
}

/// A row with its texts measured.
pub(super) struct MeasuredRow {
    /// From the upper edge of the table.
    pub(super) top: f64,
    pub(super) height: f64,
    pub(super) key: Option<Text>,
    pub(super) value: Option<Text>,
}

impl Measured {
    pub(super) fn of(table: &Table, ctx: LayoutContext<'_>) -> Self {
        let pad = 2.0 * ctx.element(Element::Node).padding;
        let (mut key_width, mut value_width, mut top) = (0.0_f64, 0.0_f64, 0.0);
        let mut rows = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            let key = row.key.as_ref().map(|it| set(it, ctx.element(Element::Key), row, ctx));
            let value = match &row.cell {
                Cell::Scalar { label, kind } => {
                    let element = match kind {
                        ScalarKind::Text | ScalarKind::Quoted => Element::Node,
                        ScalarKind::Number => Element::Number,
                        ScalarKind::Word => Element::Word,
                    };
                    let read = (*kind == ScalarKind::Quoted).then(|| unescape(&label.text));
                    let label = &read.map_or_else(|| label.clone(), |text| Label { text });
                    Some(set(label, ctx.element(element), row, ctx))
                }
                Cell::Table(_) => None,
            };
            let width = |it: &Option<Text>| it.as_ref().map_or(0.0, |it| it.bounds.width);
            let height = |it: &Option<Text>| it.as_ref().map_or(0.0, |it| it.bounds.height);
            if key.is_some() {
                key_width = key_width.max(width(&key) + pad);
            }
            let inner = if value.is_some() { width(&value) + pad } else { LINK_WIDTH };
            value_width = value_width.max(inner);
            let least = font_height(ctx);
            let tall = height(&key).max(height(&value)).max(least) + 2.0 * ABOVE;
            let tall = tall.ceil();
            rows.push(MeasuredRow { top, height: tall, key, value });
            top += tall;
        }
        let key_width = key_width.ceil();
        let width = (key_width + value_width.ceil()).max(LEAST);
        Self { size: Size { width, height: top }, key_width, rows }
    }

    /// The middle of each row, from the upper edge.
    pub(super) fn middles(&self) -> impl Iterator<Item = f64> {
        self.rows.iter().map(|it| it.top + it.height / 2.0)
    }
}

/// The height of a line of text in a table.
fn font_height(ctx: LayoutContext<'_>) -> f64 {
    (ctx.element(Element::Node).font.size * 1.3).ceil()
}

/// A text of a row; a row that stands out may have its own colour and face.
fn set(label: &Label, look: &Look, row: &Row, ctx: LayoutContext<'_>) -> Text {
    match row.highlight {
        Some(it) => {
            let marked = ctx.look(it.words);
            let font = scene::Font {
                bold: look.font.bold || marked.font.bold,
                italic: look.font.italic || marked.font.italic,
                ..marked.font.clone()
            };
            let look = Look { text: marked.text, font, ..look.clone() };
            ctx.line(label, &look)
        }
        None => ctx.line(label, look),
    }
}
