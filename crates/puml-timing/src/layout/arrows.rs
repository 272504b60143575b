//! Messages between players and spans of time above them.

use puml_family::{Look, pen, text};
use scene::{Geometry, Id, Item, Point, Rect};

use super::Sheet;
use super::plot::height_at;
use crate::element::Element;

/// Spans of time: a double arrow with its label above.
pub(super) fn constraints(sheet: &Sheet<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut seen = vec![0_usize; sheet.model.players.len()];
    for (idx, it) in sheet.model.constraints.iter().enumerate() {
        let row = &sheet.rows[it.player];
        let y = row.constraints[seen[it.player]];
        seen[it.player] += 1;
        let look = sheet.ctx.look(it.look);
        let (from, to) = (sheet.scale.x(it.from), sheet.scale.x(it.to));
        let mut group = sheet.ctx.group("constraint", it.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        if let Some(stroke) = pen::stroke(look) {
            for x in [from, to] {
                let tail = scene::Stroke { width: stroke.width * 0.6, ..stroke.clone() };
                group.items.push(pen::line(pen::at(x, y - 5.0), pen::at(x, row.top), tail));
            }
            // Where the span is short the heads stand outside and point at it.
            let is_short = to - from < 20.0;
            let (start, end) = if is_short { (from - 14.0, to + 14.0) } else { (from, to) };
            group.items.push(pen::line(pen::at(start, y), pen::at(end, y), stroke));
            let inward = if is_short { -1.0 } else { 1.0 };
            group.items.push(head(pen::at(from, y), pen::at(from + inward * 10.0, y), look));
            group.items.push(head(pen::at(to, y), pen::at(to - inward * 10.0, y), look));
        }
        let label = sheet.ctx.line(&it.label, look);
        if label.bounds.width > 0.0 {
            group.title = Some(text::spoken(&label));
            let x = f64::midpoint(from, to) - label.bounds.width / 2.0;
            let height = label.bounds.height;
            group.items.push(Item::Text(text::place(label, x, y - height - 3.0)));
        }
        items.push(Item::Group(group));
    }
    items
}

/// Arrows between players, their labels where nothing else is written.
pub(super) fn messages(sheet: &Sheet<'_>, texts: &mut Vec<Rect>) -> Vec<Item> {
    let mut items = Vec::new();
    for (idx, it) in sheet.model.messages.iter().enumerate() {
        let look = sheet.ctx.look(it.look);
        let middle = |row: usize| f64::midpoint(sheet.rows[row].top, sheet.rows[row].bottom);
        let from = pen::at(
            sheet.scale.x(it.from_at),
            height_at(sheet, it.from, it.from_at, middle(it.to)),
        );
        let mut to =
            pen::at(sheet.scale.x(it.to_at), height_at(sheet, it.to, it.to_at, middle(it.from)));
        let mut group = sheet.ctx.group("message", it.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        let Some(stroke) = pen::stroke(look) else { continue };
        if (from.x - to.x).abs() + (from.y - to.y).abs() < 1.0 {
            // To itself at one moment: a small loop.
            let side = pen::at(from.x + 22.0, from.y);
            to = pen::at(from.x, from.y + 10.0);
            group.items.push(pen::line(from, side, stroke.clone()));
            group.items.push(pen::line(side, pen::at(side.x, to.y), stroke.clone()));
            group.items.push(pen::line(pen::at(side.x, to.y), to, stroke));
            group.items.push(head(to, pen::at(side.x, to.y), look));
        } else {
            group.items.push(pen::line(from, to, stroke));
            group.items.push(head(to, from, look));
        }
        let label = sheet.ctx.line(&it.label, look);
        if label.bounds.width > 0.0 {
            group.title = Some(text::spoken(&label));
            let at = free_place(sheet, from, to, label.bounds, texts);
            let label = text::place(label, at.x, at.y);
            if let Some(fill) = sheet.ctx.element(Element::Document).fill {
                let ground =
                    Rect { x: at.x - 2.0, width: label.bounds.width + 4.0, ..label.bounds };
                group.items.push(pen::filled(Geometry::Rect { rect: ground, corner: 2.0 }, fill));
            }
            texts.push(label.bounds);
            group.items.push(Item::Text(label));
        }
        items.push(Item::Group(group));
    }
    items
}

/// Where a label stands beside its arrow without lying upon another text.
fn free_place(sheet: &Sheet<'_>, from: Point, to: Point, size: Rect, texts: &[Rect]) -> Point {
    let overlaps = |at: Point| {
        let (right, bottom) = (at.x + size.width + 2.0, at.y + size.height + 1.0);
        texts.iter().any(|it| {
            it.x < right && at.x - 2.0 < it.right() && it.y < bottom && at.y - 1.0 < it.bottom()
        })
    };
    let lowest = sheet.bottom - size.height;
    let mut places = Vec::new();
    for shift in [0.0, -14.0, 14.0, -28.0, 28.0, -42.0, 42.0, -56.0, 56.0] {
        for share in [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8] {
            let x = from.x + (to.x - from.x) * share;
            let y = from.y + (to.y - from.y) * share - size.height / 2.0 + shift;
            let y = y.clamp(sheet.top, lowest.max(sheet.top));
            places.push(pen::at(x + 6.0, y));
            places.push(pen::at((x - size.width - 6.0).max(0.0), y));
        }
    }
    places.iter().copied().find(|it| !overlaps(*it)).unwrap_or_else(|| {
        // Behind everything that is written on these lines.
        let right = texts.iter().map(|it| it.right()).fold(sheet.scale.right(), f64::max);
        pen::at(right + 8.0, places[0].y)
    })
}

/// A filled head at `tip` of a line that comes from `from`.
fn head(tip: Point, from: Point, look: &Look) -> Item {
    let (dx, dy) = (from.x - tip.x, from.y - tip.y);
    let length = dx.hypot(dy).max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let back = pen::at(tip.x + dx * 8.0, tip.y + dy * 8.0);
    let outline = vec![
        tip,
        pen::at(back.x - dy * 3.5, back.y + dx * 3.5),
        pen::at(back.x + dy * 3.5, back.y - dx * 3.5),
    ];
    pen::filled(Geometry::Polygon(outline), look.head.unwrap_or(look.line))
}
