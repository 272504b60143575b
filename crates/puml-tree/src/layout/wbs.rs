//! Work breakdown structures: the root on top, its children in a row below it, everything deeper as a list that hangs
//! left and right of a spine under its parent.

use puml_family::LayoutContext;
use puml_family::page::crisp;
use scene::{Point, Rect};

use super::arrows::Plan;
use super::{Line, Measured, Placed};
use crate::model::{Model, NodeId, Side};

/// Between the root and the row of its children; the bus stands half way.
const DROP: f64 = 40.0;
/// Between the columns of the row.
const BETWEEN_COLUMNS: f64 = 24.0;
/// From the spine to what hangs on it.
const FROM_SPINE: f64 = 14.0;
/// Between two nodes on one side of a spine, and from a parent down to the first.
const BELOW: f64 = 12.0;

/// A subtree seen from the middle of its top node's upper edge.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    left: f64,
    right: f64,
    height: f64,
}

pub(super) fn place(model: &Model, measured: &[Measured], ctx: LayoutContext<'_>) -> Placed {
    let plan = Plan::new(model, ctx);
    let count = model.nodes.len();
    let mut extents = vec![Extent::default(); count];
    // The middle of each node's upper edge, seen from its parent's.
    let mut offsets = vec![Point { x: 0.0, y: 0.0 }; count];
    for id in (0..count).rev() {
        let size = measured[id].size;
        let mut extent =
            Extent { left: size.width / 2.0, right: size.width / 2.0, height: size.height };
        let node = &model.nodes[id];
        if node.parent.is_none() {
            extent = row(model, id, extent, &plan, &extents, &mut offsets);
        } else {
            for side in [Side::Left, Side::Right] {
                let mut y = size.height + BELOW;
                for child in model.children(NodeId(id as u32), side) {
                    let child = child.0 as usize;
                    let inner = extents[child];
                    let x = match side {
                        Side::Right => FROM_SPINE + inner.left,
                        Side::Left => -FROM_SPINE - inner.right,
                    };
                    offsets[child] = Point { x, y };
                    extent.left = extent.left.max(inner.left - x);
                    extent.right = extent.right.max(inner.right + x);
                    y += inner.height + BELOW;
                    extent.height = extent.height.max(y - BELOW);
                }
            }
        }
        extents[id] = extent;
    }
    let mut tops = vec![Point { x: 0.0, y: 0.0 }; count];
    let mut boxes = Vec::with_capacity(count);
    let mut lines = Vec::with_capacity(count);
    for (id, node) in model.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let from = tops[parent.0 as usize];
            tops[id] = Point { x: from.x + offsets[id].x, y: from.y + offsets[id].y };
        }
        let size = measured[id].size;
        let x = (tops[id].x - size.width / 2.0).round();
        boxes.push(Rect { x, y: tops[id].y.round(), width: size.width, height: size.height });
        lines.push(match node.parent {
            Some(parent) => {
                let corners = line(boxes[parent.0 as usize], boxes[id], node.level, node.side);
                Some(Line::Corners(corners))
            }
            None => None,
        });
    }
    let arrows = plan.route(model, &boxes);
    Placed { boxes, lines, arrows }
}

/// The children of the root beside each other; the root stands over the middle of the first and the last.
fn row(
    model: &Model,
    root: usize,
    own: Extent,
    plan: &Plan,
    extents: &[Extent],
    offsets: &mut [Point],
) -> Extent {
    let children = &model.nodes[root].children;
    let y = own.height + DROP + plan.above;
    let mut edge = 0.0;
    let mut height: f64 = 0.0;
    for (idx, child) in children.iter().enumerate() {
        let inner = extents[child.0 as usize];
        if idx > 0 {
            edge += plan.corridors[idx];
        }
        offsets[child.0 as usize] = Point { x: edge + inner.left, y };
        edge += inner.left + inner.right + BETWEEN_COLUMNS;
        height = height.max(inner.height);
    }
    let (Some(first), Some(last)) = (children.first(), children.last()) else { return own };
    let middle = f64::midpoint(offsets[first.0 as usize].x, offsets[last.0 as usize].x);
    for child in children {
        offsets[child.0 as usize].x -= middle;
    }
    Extent {
        left: own.left.max(middle),
        right: own.right.max(edge - BETWEEN_COLUMNS - middle),
        height: y + height,
    }
}

/// Over the bus to a child of the root, along the spine to all others.
fn line(parent: Rect, child: Rect, level: u32, side: Side) -> Vec<Point> {
    let spine = crisp(parent.x + parent.width / 2.0);
    let start = Point { x: spine, y: parent.bottom() };
    if level == 1 {
        let end = Point { x: crisp(child.x + child.width / 2.0), y: child.y };
        let bus = crisp(parent.bottom() + DROP / 2.0);
        if (start.x - end.x).abs() < 0.5 {
            return vec![start, end];
        }
        return vec![start, Point { x: spine, y: bus }, Point { x: end.x, y: bus }, end];
    }
    let y = crisp(child.y + child.height / 2.0);
    let x = match side {
        Side::Right => child.x,
        Side::Left => child.right(),
    };
    vec![start, Point { x: spine, y }, Point { x, y }]
}
