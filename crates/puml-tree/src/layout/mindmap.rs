//! Mind maps: each side of a root is a tidy tree. Subtrees slide together until their outlines touch; a parent stands
//! in the middle of its children.

use puml_family::Desk;
use puml_family::page::crisp;
use scene::{Point, Rect};

use super::contour::Contour;
use super::{Measured, Placed};
use crate::model::{Direction, Model, NodeId, Side};

/// Between a parent and its children, along and across the page.
const STEP_SIDEWAYS: f64 = 44.0;
const STEP_DOWN: f64 = 32.0;
/// Between neighbours.
const GAP: f64 = 10.0;
/// Between the maps of two roots.
const BETWEEN_MAPS: f64 = 30.0;

/// A place in the tree's own directions: along its growth, and across.
#[derive(Debug, Clone, Copy, Default)]
struct Spot {
    along: f64,
    across: f64,
}

/// The outline of one side of a subtree, seen from the near edge and the middle of its top node.
#[derive(Default)]
struct Outline {
    near: Contour,
    far: Contour,
}

pub(super) fn place(model: &Model, measured: &[Measured], desk: Desk<'_>) -> Placed {
    let down = model.direction == Direction::TopToBottom;
    let step = if down { STEP_DOWN } else { STEP_SIDEWAYS };
    let extent = |id: usize| {
        let size = measured[id].size;
        if down { (size.height, size.width) } else { (size.width, size.height) }
    };
    let gap = |id: NodeId| GAP.max(desk.look(model.node(id).look).margin);
    let offsets = packed(model, step, &extent, &gap);
    let spots = spots(model, step, &extent, &offsets);
    let mut boxes: Vec<Rect> = spots.iter().enumerate().map(|(id, spot)| {
        let (along, across) = extent(id);
        let (x, y) = (spot.along, spot.across - across / 2.0);
        let (x, y) = if down { (y, x) } else { (x, y) };
        let (width, height) = if down { (across, along) } else { (along, across) };
        Rect { x: x.round(), y: y.round(), width, height }
    }).collect();
    stack(model, &mut boxes);
    let lines = model.nodes.iter().enumerate().map(|(id, node)| match node.parent {
        Some(parent) => elbow(boxes[parent.0 as usize], boxes[id], node.side, down),
        None => Vec::new(),
    });
    let lines = lines.collect();
    Placed { boxes, lines }
}

/// How far each node stands across from its parent.
fn packed(
    model: &Model,
    step: f64,
    extent: &impl Fn(usize) -> (f64, f64),
    gap: &impl Fn(NodeId) -> f64,
) -> Vec<f64> {
    let mut offsets = vec![0.0; model.nodes.len()];
    let mut outlines: Vec<Outline> = model.nodes.iter().map(|_| Outline::default()).collect();
    // Children come after their parents, so going backwards finishes them first.
    for id in (0..model.nodes.len()).rev() {
        let (along, across) = extent(id);
        let mut whole = Outline {
            near: Contour::of(0.0, along, -across / 2.0),
            far: Contour::of(0.0, along, across / 2.0),
        };
        for side in [Side::Left, Side::Right] {
            let children: Vec<NodeId> = model.children(NodeId(id as u32), side).collect();
            let Some((near, far)) = side_of(&children, &mut outlines, &mut offsets, gap) else {
                continue;
            };
            // Only a root has children on both sides, and nothing is packed beside a root.
            whole.near.cover(&near.moved(along + step, 0.0), f64::min);
            whole.far.cover(&far.moved(along + step, 0.0), f64::max);
        }
        outlines[id] = whole;
    }
    offsets
}

/// Puts the children of one side next to each other, their middle at 0; their common outline.
fn side_of(
    children: &[NodeId],
    outlines: &mut [Outline],
    offsets: &mut [f64],
    gap: &impl Fn(NodeId) -> f64,
) -> Option<(Contour, Contour)> {
    let mut common: Option<(Contour, Contour)> = None;
    for child in children {
        let Outline { near, far } = std::mem::take(&mut outlines[child.0 as usize]);
        match &mut common {
            None => common = Some((near, far)),
            Some((all_near, all_far)) => {
                let offset = all_far.push(&near, gap(*child));
                offsets[child.0 as usize] = offset;
                all_near.cover(&near.moved(0.0, offset), f64::min);
                all_far.cover(&far.moved(0.0, offset), f64::max);
            }
        }
    }
    let (first, last) = (children.first()?, children.last()?);
    let middle = f64::midpoint(offsets[first.0 as usize], offsets[last.0 as usize]);
    for child in children {
        offsets[child.0 as usize] -= middle;
    }
    common.map(|(near, far)| (near.moved(0.0, -middle), far.moved(0.0, -middle)))
}

/// The near edge and the middle of every node; a root begins at 0, the left side grows below 0.
fn spots(
    model: &Model,
    step: f64,
    extent: &impl Fn(usize) -> (f64, f64),
    offsets: &[f64],
) -> Vec<Spot> {
    let mut spots = vec![Spot::default(); model.nodes.len()];
    for (id, node) in model.nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let from = spots[parent.0 as usize];
        let along = match node.side {
            Side::Right => from.along + extent(parent.0 as usize).0 + step,
            Side::Left => from.along - step - extent(id).0,
        };
        spots[id] = Spot { along, across: from.across + offsets[id] };
    }
    spots
}

/// Puts the maps of several roots below each other.
fn stack(model: &Model, boxes: &mut [Rect]) {
    let mut top = 0.0;
    let mut map_of: Vec<usize> = vec![0; boxes.len()];
    for (id, node) in model.nodes.iter().enumerate() {
        map_of[id] = match node.parent {
            Some(parent) => map_of[parent.0 as usize],
            None => model.maps.iter().position(|it| it.root.0 as usize == id).unwrap_or(0),
        };
    }
    for map in 0..model.maps.len() {
        let own = || (0..map_of.len()).filter(|id| map_of[*id] == map);
        let least = own().map(|id| boxes[id].y).fold(f64::INFINITY, f64::min);
        let mut bottom = top;
        for id in own().collect::<Vec<_>>() {
            boxes[id].y += top - least;
            bottom = f64::max(bottom, boxes[id].bottom());
        }
        top = bottom + BETWEEN_MAPS;
    }
}

/// From the middle of the parent's edge, half way, across, to the middle of the child's edge.
fn elbow(parent: Rect, child: Rect, side: Side, down: bool) -> Vec<Point> {
    let middle = |it: Rect| Point {
        x: crisp(it.x + it.width / 2.0),
        y: crisp(it.y + it.height / 2.0),
    };
    let (from, to) = (middle(parent), middle(child));
    let (start, end) = match (side, down) {
        (Side::Right, false) => (Point { x: parent.right(), ..from }, Point { x: child.x, ..to }),
        (Side::Left, false) => (Point { x: parent.x, ..from }, Point { x: child.right(), ..to }),
        (Side::Right, true) => (Point { y: parent.bottom(), ..from }, Point { y: child.y, ..to }),
        (Side::Left, true) => (Point { y: parent.y, ..from }, Point { y: child.bottom(), ..to }),
    };
    let (one, two) = if down {
        let y = crisp(f64::midpoint(start.y, end.y));
        (Point { x: start.x, y }, Point { x: end.x, y })
    } else {
        let x = crisp(f64::midpoint(start.x, end.x));
        (Point { x, y: start.y }, Point { x, y: end.y })
    };
    if one == two { vec![start, end] } else { vec![start, one, two, end] }
}
