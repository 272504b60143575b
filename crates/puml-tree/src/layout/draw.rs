//! Nodes, lines and arrows as items of a scene.

use puml_family::pen::{at, bend, line, panel, shape, stroke, stroked};
use puml_family::{Desk, Look, plain, text};
use scene::{Geometry, Group, Id, Item, Point, Rect, Segment};

use super::{Measured, Placed};
use crate::model::{Arrow, Model};

/// The radius of a line's corners.
const BEND: f64 = 6.0;
/// The length and half the width of an arrow's head.
const HEAD: (f64, f64) = (9.0, 3.5);

/// Lines below, nodes on them, free arrows on top.
pub(super) fn items(
    model: &Model,
    measured: Vec<Measured>,
    placed: &Placed,
    desk: Desk<'_>,
) -> Vec<Item> {
    let mut items = Vec::with_capacity(model.nodes.len() * 2 + model.arrows.len());
    for (node, corners) in model.nodes.iter().zip(&placed.lines) {
        if let (Some(stroke), [_, ..]) = (stroke(desk.look(node.line)), corners.as_slice()) {
            let mut group = desk.group("link", node.origin);
            group.items.push(stroked(rounded(corners), stroke));
            items.push(Item::Group(group));
        }
    }
    for (idx, (node, measured)) in model.nodes.iter().zip(measured).enumerate() {
        let look = desk.look(node.look);
        let rect = placed.boxes[idx];
        let mut group = desk.group("node", node.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        group.title = Some(plain(&node.label)).filter(|it| !it.is_empty());
        if node.boxed {
            group.items = panel(rect, look);
        }
        let x = rect.x + (rect.width - measured.text.bounds.width) / 2.0;
        let y = rect.y + (rect.height - measured.text.bounds.height) / 2.0;
        group.items.push(Item::Text(text::place(measured.text, x, y)));
        items.push(Item::Group(group));
    }
    items.extend(model.arrows.iter().enumerate().map(|(idx, it)| arrow(it, idx, placed, desk)));
    items
}

/// A run of lines with rounded corners.
fn rounded(corners: &[Point]) -> Geometry {
    let (Some(first), Some(last)) = (corners.first(), corners.last()) else {
        return Geometry::Polyline(Vec::new());
    };
    if corners.len() == 2 {
        return Geometry::Line { from: *first, to: *last };
    }
    let mut path = vec![Segment::Move(*first)];
    for corner in corners.windows(3) {
        let [before, middle, after] = [corner[0], corner[1], corner[2]];
        let (back, ahead) = (towards(middle, before), towards(middle, after));
        path.extend(bend(middle, back, ahead));
    }
    path.push(Segment::Line(*last));
    Geometry::Path(path)
}

/// From one point to another, as long as a corner's radius or half the way.
fn towards(from: Point, to: Point) -> (f64, f64) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return (0.0, 0.0);
    }
    let share = BEND.min(length / 2.0) / length;
    (dx * share, dy * share)
}

/// A straight arrow from box to box with its label at the middle.
fn arrow(arrow: &Arrow, idx: usize, placed: &Placed, desk: Desk<'_>) -> Item {
    let look = desk.look(arrow.look);
    let (from, to) = (placed.boxes[arrow.from.0 as usize], placed.boxes[arrow.to.0 as usize]);
    let (start, end) = (border(from, middle(to)), border(to, middle(from)));
    let mut group = desk.group("arrow", arrow.origin);
    group.id = Some(Id::Number(idx as u32 + 1));
    if let Some(stroke) = stroke(look) {
        group.items.push(line(start, end, stroke));
        group.items.push(head(start, end, look));
    }
    label(&mut group, arrow, look, start, end, desk);
    Item::Group(group)
}

fn label(
    group: &mut Group,
    arrow: &Arrow,
    look: &Look,
    start: Point,
    end: Point,
    desk: Desk<'_>,
) {
    if arrow.label.text.is_empty() {
        return;
    }
    let text = desk.line(&arrow.label, look);
    let (x, y) = (f64::midpoint(start.x, end.x), f64::midpoint(start.y, end.y));
    let (width, height) = (text.bounds.width, text.bounds.height);
    let ground = Rect { x: x - width / 2.0 - 2.0, y: y - height / 2.0, width: width + 4.0, height };
    if let Some(fill) = desk.element(desk.looks.roles().document).fill {
        group.items.push(puml_family::pen::filled(Geometry::Rect { rect: ground, corner: 2.0 }, fill));
    }
    group.items.push(Item::Text(text::place(text, x - width / 2.0, y - height / 2.0)));
}

fn head(start: Point, end: Point, look: &Look) -> Item {
    let (dx, dy) = (end.x - start.x, end.y - start.y);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (back, half) = HEAD;
    let base = at(end.x - ux * back, end.y - uy * back);
    let corners = vec![
        end,
        at(base.x - uy * half, base.y + ux * half),
        at(base.x + uy * half, base.y - ux * half),
    ];
    let ink = look.head.unwrap_or(look.line);
    let filled = Look { fill: Some(ink.into()), line: ink, dash: Vec::new(), ..look.clone() };
    shape(Geometry::Polygon(corners), &filled)
}

fn middle(rect: Rect) -> Point {
    at(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0)
}

/// Where a line from the middle of a box towards a point leaves the box.
fn border(rect: Rect, towards: Point) -> Point {
    let center = middle(rect);
    let (dx, dy) = (towards.x - center.x, towards.y - center.y);
    let across = if dx == 0.0 { f64::INFINITY } else { rect.width / 2.0 / dx.abs() };
    let down = if dy == 0.0 { f64::INFINITY } else { rect.height / 2.0 / dy.abs() };
    let share = across.min(down).min(1.0);
    at(center.x + dx * share, center.y + dy * share)
}
