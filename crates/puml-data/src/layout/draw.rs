//! Tables, and the lines from rows to tables, as items of a scene.

use puml_family::page::crisp;
use puml_family::pen::{at, bend, filled, line, panel, stroke, stroked};
use puml_family::{LayoutContext, Look, text};
use scene::{Geometry, Id, Item, Point, Rect, Segment, Shape, Vector};

use super::measure::Measured;
use crate::element::Element;
use crate::model::{Cell, Model, TableId};

/// From the tip of an arrow's head back to its base.
const HEAD_LENGTH: f64 = 8.0;
/// Half the width of a head's base.
const HEAD_HALF: f64 = 3.5;
/// The radius of the dot that a line begins at.
const DOT: f64 = 2.5;
/// From the right edge of a table to that dot.
const DOT_INSET: f64 = 11.0;
/// A row that stands out keeps this far from its edges.
const INSET: f64 = 2.0;

/// Tables below, lines on them.
pub(super) fn items(
    model: &Model,
    measured: Vec<Measured>,
    places: &[Point],
    ctx: LayoutContext<'_>,
) -> Vec<Item> {
    let rects: Vec<Rect> = measured
        .iter()
        .zip(places)
        .map(|(it, at)| Rect {
            x: crisp(at.x),
            y: crisp(at.y),
            width: it.size.width,
            height: it.size.height,
        })
        .collect();
    let middles: Vec<Vec<f64>> = measured.iter().map(|it| it.middles().collect()).collect();
    let mut items: Vec<Item> = measured
        .into_iter()
        .enumerate()
        .map(|(idx, it)| table(model, TableId(idx as u32), it, rects[idx], ctx))
        .collect();
    for (idx, table) in model.tables.iter().enumerate() {
        if let Some((parent, row)) = table.parent {
            let from = rects[parent.0 as usize];
            let y = from.y + middles[parent.0 as usize][row];
            let origin = model.table(parent).rows[row].origin;
            let mut group = ctx.group("link", origin);
            group.items = link(at(from.right() - DOT_INSET, y), from.right(), rects[idx], ctx);
            items.push(Item::Group(group));
        }
    }
    items
}

fn table(
    model: &Model,
    id: TableId,
    measured: Measured,
    rect: Rect,
    ctx: LayoutContext<'_>,
) -> Item {
    let table = model.table(id);
    let look = ctx.element(Element::Node);
    let key_look = ctx.element(Element::Key);
    let mut group = ctx.group("table", table.origin);
    group.id = Some(Id::Number(id.0 + 1));
    let path = model.path(id).join(" / ");
    group.title = Some(path).filter(|it| !it.is_empty());
    let Look { corner, .. } = *look;
    let mut ground = panel(rect, &Look { line_width: 0.0, ..look.clone() });
    if measured.key_width > 0.0
        && let Some(fill) = key_look.fill
    {
        let strip = Rect { width: measured.key_width, ..rect };
        ground.push(filled(rounded_left(strip, corner), fill));
    }
    group.items = ground;
    for (row, written) in measured.rows.iter().zip(&table.rows) {
        if let Some(marked) = written.highlight.map(|it| ctx.look(it.ground)) {
            let around = Rect {
                x: rect.x + INSET,
                y: rect.y + row.top + INSET,
                width: rect.width - 2.0 * INSET,
                height: row.height - 2.0 * INSET,
            };
            group.items.extend(panel(around, marked));
        }
    }
    let lines = separators(&measured, rect, ctx);
    let mut rows = Vec::new();
    for (row, written) in measured.rows.into_iter().zip(&table.rows) {
        let top = rect.y + row.top;
        let mut items = Vec::new();
        let mut put = |words: Option<scene::Text>, x: f64| {
            let Some(words) = words else { return };
            let y = top + (row.height - words.bounds.height) / 2.0;
            items.push(Item::Text(text::place(words, x, y)));
        };
        put(row.key, rect.x + key_look.padding);
        put(row.value, rect.x + measured.key_width + look.padding);
        let mut part = ctx.group("row", written.origin);
        part.items = items;
        if matches!(written.cell, Cell::Table(_)) && part.items.is_empty() {
            // A list of tables has rows without words.
            continue;
        }
        rows.push(Item::Group(part));
    }
    group.items.extend(lines);
    group.items.extend(rows);
    if let Some(stroke) = stroke(look) {
        let corner = corner.clamp(0.0, rect.width.min(rect.height) / 2.0);
        group.items.push(stroked(Geometry::Rect { rect, corner }, stroke));
    }
    Item::Group(group)
}

/// The lines between rows, and between names and values.
fn separators(measured: &Measured, rect: Rect, ctx: LayoutContext<'_>) -> Vec<Item> {
    let Some(stroke) = stroke(ctx.element(Element::Separator)) else { return Vec::new() };
    let mut lines = Vec::new();
    for row in measured.rows.iter().skip(1) {
        let y = rect.y + row.top;
        lines.push(line(at(rect.x, y), at(rect.right(), y), stroke.clone()));
    }
    if measured.key_width > 0.0 {
        let x = rect.x + measured.key_width;
        lines.push(line(at(x, rect.y), at(x, rect.bottom()), stroke));
    }
    lines
}

/// A box whose left corners are round.
fn rounded_left(rect: Rect, corner: f64) -> Geometry {
    let corner = corner.clamp(0.0, rect.width.min(rect.height) / 2.0);
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let mut outline = vec![Segment::Move(at(right, top))];
    outline.extend(bend(at(left, top), Vector::new(corner, 0.0), Vector::new(0.0, corner)));
    outline.extend(bend(at(left, bottom), Vector::new(0.0, -corner), Vector::new(corner, 0.0)));
    outline.push(Segment::Line(at(right, bottom)));
    outline.push(Segment::Close);
    Geometry::Path(outline)
}

/// From the dot in a row to the middle of a table's left edge.
fn link(dot: Point, edge: f64, to: Rect, ctx: LayoutContext<'_>) -> Vec<Item> {
    let look = ctx.element(Element::Arrow);
    let Some(stroke) = stroke(look) else { return Vec::new() };
    let tip = at(to.x, crisp(to.y + to.height / 2.0));
    let end = at(tip.x - HEAD_LENGTH, tip.y);
    let ink = look.head.unwrap_or(look.line);
    let circle = Rect { x: dot.x - DOT, y: dot.y - DOT, width: 2.0 * DOT, height: 2.0 * DOT };
    let path = if (dot.y - tip.y).abs() < 1.0 {
        Geometry::Line { from: at(dot.x, tip.y), to: end }
    } else {
        let reach = (end.x - edge) / 2.0;
        Geometry::Path(vec![
            Segment::Move(dot),
            Segment::Line(at(edge, dot.y)),
            Segment::Cubic(at(edge + reach, dot.y), at(end.x - reach, tip.y), end),
        ])
    };
    let head = vec![tip, at(end.x, end.y - HEAD_HALF), at(end.x, end.y + HEAD_HALF)];
    vec![
        stroked(path, stroke),
        filled(Geometry::Ellipse { rect: circle }, ink),
        Item::Shape(Shape {
            geometry: Geometry::Polygon(head),
            fill: Some(ink.into()),
            stroke: None,
        }),
    ]
}
