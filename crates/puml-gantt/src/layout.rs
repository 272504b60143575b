//! From the model to a picture: a table of names and dates, a time axis beside it, one row a task.

mod axis;
mod bars;
mod grid;
mod header;
mod links;
mod loads;
mod rows;
mod table;

use puml_family::{LayoutContext, page};
use scene::{Item, Rect};

use crate::ast::Part;
use crate::model::Model;
use axis::Axis;
use rows::Rows;
use table::Table;

/// Between the table and the first day: room for links that come from the left.
const MARGIN: f64 = 14.0;

/// Everything that the parts of the picture look up.
struct Sheet<'m> {
    model: &'m Model,
    ctx: LayoutContext<'m>,
    axis: Axis,
    table: Table,
    rows: Rows,
    /// Where the first day begins.
    left: f64,
    /// Where the first row begins.
    top: f64,
    /// Where the time scale ends, above the names of days.
    scale_end: f64,
    /// Where the last row ends.
    bottom: f64,
}

impl Sheet<'_> {
    /// Where a moment is on the page.
    fn x(&self, moment: crate::schedule::Moment) -> f64 {
        self.left + self.axis.x(moment)
    }

    fn right(&self) -> f64 {
        self.left + self.axis.width()
    }
}

/// The items from back to front, and their extent.
pub(crate) fn layout(model: &Model, ctx: LayoutContext<'_>) -> (Vec<Item>, Rect) {
    let axis = Axis::new(model);
    let table = Table::new(model, ctx);
    let left = (table.width() + MARGIN).round();
    let header = header::Header::new(model, ctx, &axis);
    let top = header.height();
    let rows = rows::Rows::new(model, ctx, &axis, left, top, table.shows_names());
    let bottom = rows.bottom(top);
    let scale_end = header.scale_height();
    let sheet = Sheet { model, ctx, axis, table, rows, left, top, scale_end, bottom };
    let loads = loads::draw(&sheet);
    let footer_top = loads.bottom;
    let mut items = grid::draw(&sheet, footer_top);
    items.extend(header.draw(&sheet, 0.0, header::Place::Above));
    items.extend(table::draw(&sheet, header.scale_height()));
    items.extend(grid::separators(&sheet));
    items.extend(loads.items);
    items.extend(links::draw(&sheet));
    items.extend(bars::draw(&sheet));
    items.extend(grid::rules(&sheet));
    let mut height = footer_top;
    if model.chart.shows(Part::Footbox) {
        items.extend(header.draw(&sheet, footer_top, header::Place::Below));
        height += header.scale_height();
    }
    let frame = Rect { x: 0.0, y: 0.0, width: sheet.right() + 1.0, height };
    let extent = page::extent(&items).map_or(frame, |it| it.cover(frame));
    (items, extent)
}
