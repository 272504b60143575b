//! Free arrows of work breakdown structures: they leave a node on the side that its own line does not use, run down the
//! corridors between the columns, and cross to other columns above the row of the first level. They cross lines, but no
//! boxes.

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
    ways: Vec<Way>,
    /// The room that the lanes take left of each column, and right of the last.
    pub(super) corridors: Vec<f64>,
    /// The room that the crossings take above the first level.
    pub(super) above: f64,
}

/// How one arrow runs.
struct Way {
    from: Port,
    to: Port,
    /// How far above the first level it crosses; nothing where one corridor serves both ends.
    crossing: Option<f64>,
    label: Text,
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
            ways: Vec::with_capacity(model.arrows.len()),
            corridors: vec![0.0; first_level.len() + 1],
            above: 0.0,
        };
        for arrow in &model.arrows {
            let label = ctx.line(&arrow.label, ctx.look(arrow.look));
            plan.add(model, arrow.from, arrow.to, label);
        }
        plan
    }

    fn add(&mut self, model: &Model, from: NodeId, to: NodeId, label: Text) {
        let column = |id: NodeId| self.column_of[id.0 as usize].unwrap_or(0);
        let (start, end) = (column(from), column(to));
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
        let is_short = ends[0].corridor == ends[1].corridor;
        for (idx, end) in ends.iter_mut().enumerate() {
            let width = &mut self.corridors[end.corridor];
            if idx == 0 || !is_short {
                *width += LANE;
            }
            end.lane = *width;
        }
        let has_label = !label.lines.is_empty();
        let crossing = if is_short {
            if has_label {
                self.corridors[ends[0].corridor] += BESIDE + label.bounds.width;
            }
            None
        } else {
            self.above += if has_label { label.bounds.height + BESIDE } else { LANE };
            Some(self.above)
        };
        let [from, to] = ends;
        self.ways.push(Way { from, to, crossing, label });
    }

    /// The points of each arrow, now that every box has its place.
    pub(super) fn route(mut self, boxes: &[Rect]) -> Vec<Routed> {
        self.spread_ports(boxes);
        let columns = self.columns(boxes);
        let top = columns.iter().map(|it| it.y).fold(f64::INFINITY, f64::min);
        self.ways.into_iter().map(|it| it.routed(boxes, &columns, top)).collect()
    }

    /// Arrows that meet one edge of a node share its height, in the order of where they come from: with all of them
    /// in its middle, one that ends and one that begins there would look like a single arrow with two heads.
    fn spread_ports(&mut self, boxes: &[Rect]) {
        let mut edges: BTreeMap<(u32, bool), Vec<(f64, &mut Port)>> = BTreeMap::new();
        for way in &mut self.ways {
            let is_over_the_top = way.crossing.is_some();
            let middle = |node: NodeId| boxes[node.0 as usize].y;
            let other =
                |port: Port| if is_over_the_top { f64::NEG_INFINITY } else { middle(port.node) };
            let (of_from, of_to) = (other(way.to), other(way.from));
            for (other, port) in [(of_from, &mut way.from), (of_to, &mut way.to)] {
                let key = (port.node.0, port.side == Side::Left);
                edges.entry(key).or_default().push((other, port));
            }
        }
        for mut ports in edges.into_values() {
            ports.sort_by(|a, b| a.0.total_cmp(&b.0));
            let share = 1.0 / (ports.len() + 1) as f64;
            for (idx, (_, port)) in ports.into_iter().enumerate() {
                port.height = share * (idx + 1) as f64;
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

impl Way {
    fn routed(self, boxes: &[Rect], columns: &[Rect], top: f64) -> Routed {
        let (start, first) = self.from.stub(boxes, columns);
        let (end, last) = self.to.stub(boxes, columns);
        let Some(crossing) = self.crossing else {
            let points = vec![start, first, Point { x: first.x, ..last }, end];
            let y = f64::midpoint(first.y, last.y) - self.label.bounds.height / 2.0;
            return Routed { points, label: beside(self.label, first.x + BESIDE, y) };
        };
        let y = (top - crossing).round() + 0.5;
        let (up, down) = (Point { x: first.x, y }, Point { x: last.x, y });
        let width = self.label.bounds.width;
        let x = f64::midpoint(up.x, down.x) - width / 2.0;
        let label = beside(self.label, x, y + 1.0);
        Routed { points: vec![start, first, up, down, last, end], label }
    }
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
