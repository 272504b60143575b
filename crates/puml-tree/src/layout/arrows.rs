//! Free arrows of work breakdown structures. Between neighbours in a list they are straight; to the next column they run
//! down the corridor between both; to columns further away they cross above the row of the first level. They cross
//! lines, but no boxes.

use std::collections::BTreeMap;

use puml_family::{LayoutContext, text};
use scene::{Point, Rect, Text};

use crate::model::{Model, NodeId, Side};

/// From the edge of a column to the first lane, and between lanes.
const LANE: f64 = 9.0;
/// Between a lane and the label beside it.
const BESIDE: f64 = 5.0;

/// What the arrows need of the layout, before anything is placed.
pub(super) struct Plan {
    /// Which column of the first level each node stands in; the root is in none.
    column_of: Vec<Option<usize>>,
    routes: Vec<Route>,
    /// The room that the lanes take left of each column, and right of the last.
    pub(super) corridors: Vec<f64>,
    /// The room that the crossings take above the first level.
    pub(super) above: f64,
}

/// How one arrow runs.
struct Route {
    from: Port,
    to: Port,
    path: Path,
    label: Text,
}

#[derive(Clone, Copy, PartialEq)]
enum Path {
    /// Down or up from one box to the next in its list.
    Straight,
    /// Along the one corridor that both ends reach.
    Corridor,
    /// So far above the first level.
    Over(f64),
}

/// Where an arrow meets a node.
#[derive(Clone, Copy)]
struct Port {
    node: NodeId,
    side: Side,
    corridor: usize,
    /// The lane's distance from the column that the corridor belongs to.
    lane: f64,
    /// How far down the node's edge the arrow meets it, from 0 to 1.
    height: f64,
}

/// An arrow, placed.
pub(super) struct Routed {
    pub(super) points: Vec<Point>,
    pub(super) label: Option<Text>,
}

impl Plan {
    pub(super) fn new(model: &Model, ctx: LayoutContext<'_>) -> Self {
        let mut column_of: Vec<Option<usize>> = Vec::with_capacity(model.nodes.len());
        let first_level: &[NodeId] =
            model.roots.first().map_or(&[], |it| model.node(*it).children.as_slice());
        for (id, node) in model.nodes.iter().enumerate() {
            let place = || first_level.iter().position(|it| it.0 as usize == id);
            column_of.push(match node.level {
                0 => None,
                1 => place(),
                _ => node.parent.and_then(|it| column_of[it.0 as usize]),
            });
        }
        let mut plan = Self {
            column_of,
            routes: Vec::with_capacity(model.arrows.len()),
            corridors: vec![0.0; first_level.len() + 1],
            above: 0.0,
        };
        for arrow in &model.arrows {
            let label = ctx.line(&arrow.label, ctx.look(arrow.look));
            plan.add(model, arrow.from, arrow.to, label);
        }
        plan
    }

    /// Whether nothing of a column hangs left of its spines, so that its boxes can be reached from the left.
    fn is_open_on_the_left(&self, model: &Model, column: usize) -> bool {
        let mut nodes = model.nodes.iter().zip(&self.column_of);
        nodes.all(|(it, own)| *own != Some(column) || it.level < 2 || it.side == Side::Right)
    }

    fn add(&mut self, model: &Model, from: NodeId, to: NodeId, label: Text) {
        let column = |id: NodeId| self.column_of[id.0 as usize].unwrap_or(0);
        let (start, end) = (column(from), column(to));
        if label.lines.is_empty() && (is_next(model, from, to) || is_next(model, to, from)) {
            let port = |node| Port { node, side: Side::Right, corridor: 0, lane: 0.0, height: 0.5 };
            let (from, to) = (port(from), port(to));
            self.routes.push(Route { from, to, path: Path::Straight, label });
            return;
        }
        let port = |id: NodeId, own: usize, other: usize| {
            // Nodes of the first level hang from above and have both sides free.
            let side = match model.node(id).level {
                1 if other < own => Side::Left,
                1 => Side::Right,
                _ => model.node(id).side,
            };
            let corridor = if side == Side::Left { own } else { own + 1 };
            Port { node: id, side, corridor, lane: 0.0, height: 0.5 }
        };
        let mut ends = [port(from, start, end), port(to, end, start)];
        // The end in the right one of two neighbouring columns may be reached from the corridor between them.
        let right = usize::from(start < end);
        if start.abs_diff(end) == 1
            && ends[1 - right].side == Side::Right
            && self.is_open_on_the_left(model, start.max(end))
        {
            ends[right].side = Side::Left;
            ends[right].corridor = start.max(end);
        }
        let is_short = ends[0].corridor == ends[1].corridor;
        for (idx, end) in ends.iter_mut().enumerate() {
            let width = &mut self.corridors[end.corridor];
            if idx == 0 || !is_short {
                *width += LANE;
            }
            end.lane = *width;
        }
        let has_label = !label.lines.is_empty();
        let path = if is_short {
            if has_label {
                self.corridors[ends[0].corridor] += BESIDE + label.bounds.width;
            }
            Path::Corridor
        } else {
            self.above += if has_label { label.bounds.height + BESIDE } else { LANE };
            Path::Over(self.above)
        };
        let [from, to] = ends;
        self.routes.push(Route { from, to, path, label });
    }

    /// The points of each arrow, now that every box has its place.
    pub(super) fn route(mut self, model: &Model, boxes: &[Rect]) -> Vec<Routed> {
        self.spread_ports(model, boxes);
        let columns = self.columns(boxes);
        let top = columns.iter().map(|it| it.y).fold(f64::INFINITY, f64::min);
        self.routes.into_iter().map(|it| it.routed(boxes, &columns, top)).collect()
    }

    /// Arrows that meet one edge of a node share its height, in the order of where they come from: with all of them
    /// in its middle, one that ends and one that begins there would look like a single arrow with two heads.
    fn spread_ports(&mut self, model: &Model, boxes: &[Rect]) {
        let mut edges: BTreeMap<(u32, bool), Vec<(f64, &mut Port)>> = BTreeMap::new();
        for route in self.routes.iter_mut().filter(|it| it.path != Path::Straight) {
            let is_over_the_top = route.path != Path::Corridor;
            let middle = |node: NodeId| boxes[node.0 as usize].y;
            let other =
                |port: Port| if is_over_the_top { f64::NEG_INFINITY } else { middle(port.node) };
            let (of_from, of_to) = (other(route.to), other(route.from));
            for (other, port) in [(of_from, &mut route.from), (of_to, &mut route.to)] {
                let key = (port.node.0, port.side == Side::Left);
                edges.entry(key).or_default().push((other, port));
            }
        }
        for mut ports in edges.into_values() {
            ports.sort_by(|a, b| a.0.total_cmp(&b.0));
            let share = 1.0 / (ports.len() + 1) as f64;
            for (idx, (other, port)) in ports.into_iter().enumerate() {
                port.height = share * (idx + 1) as f64;
                // The line from the parent ends in the middle of its side.
                let node = model.node(port.node);
                let is_shared = node.level > 1 && port.side != node.side;
                if is_shared && (port.height - 0.5).abs() < 0.1 {
                    let is_from_above = other < boxes[port.node.0 as usize].y;
                    port.height = if is_from_above { 0.25 } else { 0.75 };
                }
            }
        }
    }

    /// The extent of each column.
    fn columns(&self, boxes: &[Rect]) -> Vec<Rect> {
        let mut columns: Vec<Option<Rect>> = vec![None; self.corridors.len() - 1];
        for (rect, column) in boxes.iter().zip(&self.column_of) {
            if let Some(column) = column {
                let all = &mut columns[*column];
                *all = Some(all.map_or(*rect, |it| it.cover(*rect)));
            }
        }
        columns.into_iter().map(Option::unwrap_or_default).collect()
    }
}

impl Route {
    fn routed(self, boxes: &[Rect], columns: &[Rect], top: f64) -> Routed {
        let (start, first) = self.from.stub(boxes, columns);
        let (end, last) = self.to.stub(boxes, columns);
        let crossing = match self.path {
            Path::Straight => return self.straight(boxes),
            Path::Corridor => {
                let points = vec![start, first, Point { x: first.x, ..last }, end];
                let height = self.label.bounds.height;
                // Beside the lane, or above an arrow that hardly goes down it.
                let is_flat = (first.y - last.y).abs() < height && start.x < end.x;
                let y = if is_flat {
                    first.y.min(last.y) - height - 1.0
                } else {
                    f64::midpoint(first.y, last.y) - height / 2.0
                };
                return Routed { points, label: beside(self.label, first.x + BESIDE, y) };
            }
            Path::Over(crossing) => crossing,
        };
        let y = (top - crossing).round() + 0.5;
        let (up, down) = (Point { x: first.x, y }, Point { x: last.x, y });
        let width = self.label.bounds.width;
        let x = f64::midpoint(up.x, down.x) - width / 2.0;
        let label = beside(self.label, x, y + 1.0);
        Routed { points: vec![start, first, up, down, last, end], label }
    }
}

impl Route {
    /// Between two boxes of which one stands below the other.
    fn straight(self, boxes: &[Rect]) -> Routed {
        let (from, to) = (boxes[self.from.node.0 as usize], boxes[self.to.node.0 as usize]);
        let (left, right) = (from.x.max(to.x), from.right().min(to.right()));
        let x = f64::midpoint(left, right).round() + 0.5;
        let (start, end) =
            if from.y < to.y { (from.bottom(), to.y) } else { (from.y, to.bottom()) };
        Routed { points: vec![Point { x, y: start }, Point { x, y: end }], label: None }
    }
}

/// Whether a node without children is followed by another on the same side of the same spine.
fn is_next(model: &Model, above: NodeId, below: NodeId) -> bool {
    let (node, next) = (model.node(above), model.node(below));
    let Some(parent) = node.parent.filter(|it| next.parent == Some(*it) && node.level > 1) else {
        return false;
    };
    let mut list = model.children(parent, node.side).skip_while(|it| *it != above);
    let has_box = |it: &crate::model::Node| it.boxed || !it.label.text.is_empty();
    node.side == next.side
        && node.children.is_empty()
        && has_box(node)
        && has_box(next)
        && list.nth(1) == Some(below)
}

fn beside(label: Text, x: f64, y: f64) -> Option<Text> {
    (!label.lines.is_empty()).then(|| text::place(label, x, y))
}

impl Port {
    /// The point on the node's edge, and the point beside it in its lane.
    fn stub(self, boxes: &[Rect], columns: &[Rect]) -> (Point, Point) {
        let rect = boxes[self.node.0 as usize];
        let y = (rect.y + rect.height * self.height).round() + 0.5;
        let x = match self.side {
            Side::Left => rect.x,
            Side::Right => rect.right(),
        };
        // A corridor begins where the column before it ends; the first one ends where the first column begins.
        let lane = match self.corridor.checked_sub(1).and_then(|it| columns.get(it)) {
            Some(column) => column.right() + self.lane,
            None => columns.first().map_or(x, |it| it.x) - self.lane,
        };
        (Point { x, y }, Point { x: lane.round() + 0.5, y })
    }
}
