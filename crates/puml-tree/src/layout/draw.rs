//! Nodes, lines and arrows as items of a scene.

use puml_family::pen::{at, bend, filled, panel, shape, stroke, stroked};
use puml_family::{LayoutContext, Look, plain, text};
use scene::{Geometry, Id, Item, Point, Segment, Vector};

use super::arrows::Routed;
use super::{Line, Measured, Placed};
use crate::model::{Arrow, Model};

/// The radius of a line's corners.
const BEND: f64 = 6.0;
/// From the tip of an arrow's head back to its base.
const HEAD_LENGTH: f64 = 9.0;
/// Half the width of a head's base.
const HEAD_HALF: f64 = 3.5;

/// Lines below, nodes on them, free arrows on top.
pub(super) fn items(
    model: &Model,
    measured: Vec<Measured>,
    placed: Placed,
    ctx: LayoutContext<'_>,
) -> Vec<Item> {
    let mut items = Vec::with_capacity(model.nodes.len() * 2 + model.arrows.len());
    for (node, line) in model.nodes.iter().zip(&placed.lines) {
        if let (Some(stroke), Some(line)) = (stroke(ctx.look(node.line)), line) {
            let mut group = ctx.group("link", node.origin);
            group.items.push(stroked(geometry(line), stroke));
            items.push(Item::Group(group));
        }
    }
    for (idx, (node, measured)) in model.nodes.iter().zip(measured).enumerate() {
        let look = ctx.look(node.look);
        let rect = placed.boxes[idx];
        let mut group = ctx.group("node", node.origin);
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
    let arrows = model.arrows.iter().zip(placed.arrows).enumerate();
    items.extend(arrows.map(|(idx, (it, routed))| arrow(it, idx, routed, ctx)));
    items
}

fn geometry(line: &Line) -> Geometry {
    match line {
        Line::Corners(corners) => rounded(corners),
        Line::Curve([from, .., to]) if is_straight(*from, *to) => {
            Geometry::Line { from: *from, to: *to }
        }
        Line::Curve([from, one, two, to]) => {
            Geometry::Path(vec![Segment::Move(*from), Segment::Cubic(*one, *two, *to)])
        }
    }
}

/// Whether a line runs level or upright, as far as anybody sees.
fn is_straight(from: Point, to: Point) -> bool {
    (from.x - to.x).abs() < 0.5 || (from.y - to.y).abs() < 0.5
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
fn towards(from: Point, to: Point) -> Vector {
    let way = Vector::between(from, to);
    let length = way.length();
    if length == 0.0 {
        return Vector::default();
    }
    let share = BEND.min(length / 2.0) / length;
    Vector::new(way.dx * share, way.dy * share)
}

/// An arrow with its head, and its label on the page's own colour.
fn arrow(arrow: &Arrow, idx: usize, routed: Routed, ctx: LayoutContext<'_>) -> Item {
    let look = ctx.look(arrow.look);
    let mut group = ctx.group("arrow", arrow.origin);
    group.id = Some(Id::Number(idx as u32 + 1));
    if let (Some(stroke), [.., before, tip]) = (stroke(look), routed.points.as_slice()) {
        group.items.push(stroked(rounded(&routed.points), stroke));
        group.items.push(head(*before, *tip, look));
    }
    if let Some(label) = routed.label {
        if let Some(fill) = ctx.element(ctx.looks.roles().document).fill {
            let ground = Geometry::Rect { rect: label.bounds, corner: 0.0 };
            group.items.push(filled(ground, fill));
        }
        group.items.push(Item::Text(label));
    }
    Item::Group(group)
}

fn head(start: Point, end: Point, look: &Look) -> Item {
    let way = Vector::between(start, end);
    let length = way.length().max(1.0);
    let (ux, uy) = (way.dx / length, way.dy / length);
    let base = at(end.x - ux * HEAD_LENGTH, end.y - uy * HEAD_LENGTH);
    let corners = vec![
        end,
        at(base.x - uy * HEAD_HALF, base.y + ux * HEAD_HALF),
        at(base.x + uy * HEAD_HALF, base.y - ux * HEAD_HALF),
    ];
    let ink = look.head.unwrap_or(look.line);
    let filled = Look { fill: Some(ink.into()), line: ink, dash: Vec::new(), ..look.clone() };
    shape(Geometry::Polygon(corners), &filled)
}
