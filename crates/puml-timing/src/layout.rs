//! From the model to a picture: players below each other on one time axis.

mod arrows;
mod axis;
mod labels;
mod lanes;
mod plot;
mod rows;
mod scale;

use puml_family::{LayoutContext, page, pen, text};
use scene::{Geometry, Id, Interval, Item, Rect};

use crate::model::Model;
use lanes::Lanes;
use rows::Row;
use scale::Scale;

/// Around the names and above the rows.
const GAP: f64 = 8.0;

/// Everything that the parts of the picture look up.
struct Sheet<'m> {
    model: &'m Model,
    ctx: LayoutContext<'m>,
    scale: Scale,
    /// Where the names end.
    names: f64,
    rows: Vec<Row>,
    /// Where the rows begin.
    top: f64,
    /// Where they end.
    bottom: f64,
}

/// The items from back to front, and their extent.
pub(crate) fn layout(model: &Model, ctx: LayoutContext<'_>) -> (Vec<Item>, Rect) {
    let names = rows::names_width(model, ctx);
    let scale = Scale::new(model, ctx, names + rows::labels_width(model, ctx));
    let mut captions = Lanes::default();
    let placed: Vec<_> = model
        .highlights
        .iter()
        .map(|it| {
            let text = ctx.line(&it.caption, ctx.look(it.look));
            let x = scale.x(it.from) + 3.0;
            let width = text.bounds.width;
            let lane = if width > 0.0 { captions.place(Interval::new(x, x + width)) } else { 0 };
            (text, x, lane)
        })
        .collect();
    let top = captions.count() as f64 * 18.0;
    let mut rows: Vec<Row> = Vec::with_capacity(model.players.len());
    let mut y = top;
    for idx in 0..model.players.len() {
        let row = Row::new(model, ctx, &scale, idx, y);
        y += row.height;
        rows.push(row);
    }
    let sheet = Sheet { model, ctx, scale, names, rows, top, bottom: y };
    let mut items = Vec::new();
    for (idx, (it, (caption, x, lane))) in model.highlights.iter().zip(placed).enumerate() {
        let look = ctx.look(it.look);
        let mut group = ctx.group("highlight", it.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        let (from, to) = (sheet.scale.x(it.from), sheet.scale.x(it.to));
        let rect = Rect {
            x: page::crisp(from),
            y: page::crisp(top - 18.0 * f64::from(u8::from(top > 0.0))),
            width: (to - from).max(1.0).round(),
            height: (sheet.bottom - top + 18.0 * f64::from(u8::from(top > 0.0))).round(),
        };
        group.items.push(pen::shape(Geometry::Rect { rect, corner: 0.0 }, look));
        if caption.bounds.width > 0.0 {
            let y = top - 18.0 * (lane as f64 + 1.0) + 1.0;
            group.items.push(Item::Text(text::place(caption, x, y)));
        }
        items.push(Item::Group(group));
    }
    items.extend(axis::grid(&sheet));
    let mut texts: Vec<Rect> = Vec::new();
    items.extend(plot::draw(&sheet, &mut texts));
    items.extend(arrows::constraints(&sheet));
    items.extend(arrows::messages(&sheet, &texts));
    items.extend(plot::notes(&sheet));
    items.extend(axis::draw(&sheet));
    let frame = Rect { x: 0.0, y: 0.0, width: sheet.scale.right() + 1.0, height: sheet.bottom };
    let extent = page::extent(&items).map_or(frame, |it| it.cover(frame));
    (items, extent)
}
