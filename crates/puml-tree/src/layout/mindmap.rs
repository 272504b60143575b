//! Mind maps: each side of a root is a tidy tree; the maps of several roots stand below each other.

use graph_layout::{TreeNode, tidy};
use puml_family::LayoutContext;
use scene::{Interval, Point, Rect, Size};

use super::{Line, Measured, Placed};
use crate::model::{Direction, Model, Side};

/// Between a parent and its children, along and across the page.
const STEP_SIDEWAYS: i64 = 46;
const STEP_DOWN: i64 = 36;
/// Between neighbours that want no more: boxes, and texts without a box.
const GAP: f64 = 10.0;
const TEXT_GAP: f64 = 2.0;
/// Between the maps of two roots.
const BETWEEN_MAPS: f64 = 32.0;

pub(super) fn place(model: &Model, measured: &[Measured], ctx: LayoutContext<'_>) -> Placed {
    let axes = Axes { down: model.direction == Direction::TopToBottom };
    let mut boxes = vec![Rect::default(); model.nodes.len()];
    for side in [Side::Left, Side::Right] {
        place_side(model, measured, ctx, axes, side, &mut boxes);
    }
    stack(model, &mut boxes);
    let lines = model.nodes.iter().enumerate().map(|(id, node)| {
        let parent = node.parent?;
        Some(axes.link(boxes[parent.0 as usize], boxes[id], node.side))
    });
    let lines = lines.collect();
    Placed { boxes, lines, arrows: Vec::new() }
}

/// Places everything that grows to one side, each root with its middle at the origin.
fn place_side(
    model: &Model,
    measured: &[Measured],
    ctx: LayoutContext<'_>,
    axes: Axes,
    side: Side,
    boxes: &mut [Rect],
) {
    let ids: Vec<usize> = (0..model.nodes.len())
        .filter(|id| model.nodes[*id].parent.is_none() || model.nodes[*id].side == side)
        .collect();
    let mut place_of = vec![0; model.nodes.len()];
    let mut tree = Vec::with_capacity(ids.len());
    for (place, id) in ids.iter().enumerate() {
        place_of[*id] = place;
        let node = &model.nodes[*id];
        let Extent { length, breadth } = axes.extent(measured[*id].size);
        let least = if node.boxed { GAP } else { TEXT_GAP };
        let gap = least.max(ctx.look(node.look).margin) as i64;
        let parent = node.parent.map(|it| place_of[it.0 as usize]);
        tree.push(TreeNode::centered(parent, length as i64, breadth as i64 + gap));
    }
    let places = tidy(&tree, if axes.down { STEP_DOWN } else { STEP_SIDEWAYS });
    let mut roots = vec![0; ids.len()];
    for (place, id) in ids.iter().enumerate() {
        roots[place] = tree[place].parent.map_or(place, |it| roots[it]);
        let root = roots[place];
        let middle = |it: usize| places[it].across + tree[it].across / 2;
        let across = (middle(place) - middle(root)) as f64;
        let Extent { length, breadth } = axes.extent(measured[*id].size);
        let start = places[place].along as f64;
        let along = match side {
            Side::Right => start,
            Side::Left => tree[root].along as f64 - start - length,
        };
        boxes[*id] = axes.rect(along, (across - breadth / 2.0).round(), length, breadth);
    }
}

/// Puts the maps of several roots below each other.
fn stack(model: &Model, boxes: &mut [Rect]) {
    let mut map_of: Vec<usize> = Vec::with_capacity(boxes.len());
    let mut extents: Vec<Interval> = Vec::with_capacity(model.roots.len());
    for (node, rect) in model.nodes.iter().zip(boxes.iter()) {
        let map = node.parent.map_or(extents.len(), |it| map_of[it.0 as usize]);
        map_of.push(map);
        let extent = Interval::new(rect.y, rect.bottom());
        if map == extents.len() {
            extents.push(extent);
        }
        extents[map] = extents[map].cover(extent);
    }
    let mut next = 0.0;
    let moves: Vec<f64> = extents
        .iter()
        .map(|it| {
            let by = next - it.from;
            next += it.length() + BETWEEN_MAPS;
            by
        })
        .collect();
    for (rect, map) in boxes.iter_mut().zip(map_of) {
        rect.y += moves[map];
    }
}

/// The size of a node as its map grows.
struct Extent {
    /// Along the growth.
    length: f64,
    /// Across it.
    breadth: f64,
}

/// Which way a map grows.
#[derive(Clone, Copy)]
struct Axes {
    down: bool,
}

impl Axes {
    fn extent(self, size: Size) -> Extent {
        if self.down {
            Extent { length: size.height, breadth: size.width }
        } else {
            Extent { length: size.width, breadth: size.height }
        }
    }

    fn rect(self, along: f64, across: f64, length: f64, breadth: f64) -> Rect {
        if self.down {
            Rect { x: across, y: along, width: breadth, height: length }
        } else {
            Rect { x: along, y: across, width: length, height: breadth }
        }
    }

    /// From the middle of the parent's edge to the middle of the child's.
    fn link(self, parent: Rect, child: Rect, side: Side) -> Line {
        let middle = |it: Rect| Point { x: it.x + it.width / 2.0, y: it.y + it.height / 2.0 };
        let (from, to) = (middle(parent), middle(child));
        let (start, end) = match (side, self.down) {
            (Side::Right, false) => {
                (Point { x: parent.right(), ..from }, Point { x: child.x, ..to })
            }
            (Side::Left, false) => {
                (Point { x: parent.x, ..from }, Point { x: child.right(), ..to })
            }
            (Side::Right, true) => {
                (Point { y: parent.bottom(), ..from }, Point { y: child.y, ..to })
            }
            (Side::Left, true) => {
                (Point { y: parent.y, ..from }, Point { y: child.bottom(), ..to })
            }
        };
        let half = if self.down { (end.y - start.y) / 2.0 } else { (end.x - start.x) / 2.0 };
        let turned = |at: Point, by: f64| {
            if self.down { Point { y: at.y + by, ..at } } else { Point { x: at.x + by, ..at } }
        };
        Line::Curve([start, turned(start, half), turned(end, -half), end])
    }
}
