//! A node with everything that is placed together with it: notes at its sides, loops, and room for lines that end
//! at ports on its sides. Works in the turned frame, where ranks are rows.

use crate::drawing::Drawing;
use crate::geometry::{Point, Rect, Side, Size};
use crate::graph::{Attach, Edge, End, Graph, Labels, NodeId, PortSide};
use crate::options::{Gaps, Options, Routing};
use crate::part::{Spot, Tie};
use crate::result::{Path, Route};

/// A box of the decomposition, with its content.
#[derive(Debug, Clone, Default)]
pub(crate) struct Boxed {
    pub(crate) drawing: Drawing,
    /// Where lines end at ports on sides: edge, end, and the column that they run in.
    pub(crate) columns: Vec<(usize, usize, i64)>,
    /// The outermost x on either side of the node that is free for lines from the side.
    pub(crate) clear: [bool; 2],
}

/// On which side each end of each edge uses a port that may be left or right.
pub(crate) type Sides = Vec<[Side; 2]>;

/// Builds the box of a node. `glued` are the nodes beside it, `loops` the edges within them, `ported` the ends of
/// other edges at ports on its left or right side.
pub(crate) fn boxed(
    graph: &Graph,
    options: &Options,
    node: usize,
    glued: &[usize],
    loops: &[usize],
    ported: &[(usize, usize)],
    sides: &Sides,
) -> Boxed {
    let gaps = &options.gaps;
    let size = graph.nodes[node].size;
    let own: Vec<usize> =
        loops.iter().copied().filter(|&it| ends(graph, it) == [node, node]).collect();
    let (loop_room, loop_height) = loop_room(graph, &own, size.h, gaps);
    let count =
        |side: Side| ported.iter().filter(|&&(edge, end)| sides[edge][end] == side).count() as i64;
    let column_room = |side: Side| match count(side) {
        0 => 0,
        count => gaps.edge + (count - 1) * gaps.line,
    };
    let notes = |side: Side| -> Vec<usize> {
        glued
            .iter()
            .copied()
            .filter(|&it| graph.nodes[it].glue.is_some_and(|g| g.side == side))
            .collect()
    };
    let (left, right) = (notes(Side::Left), notes(Side::Right));
    let stack_size = |list: &[usize]| {
        let w = list.iter().map(|&it| graph.nodes[it].size.w).max().unwrap_or(-gaps.glue);
        let h: i64 = list.iter().map(|&it| graph.nodes[it].size.h + gaps.line).sum();
        Size::new(w + gaps.glue, (h - gaps.line).max(0))
    };
    let (left_size, right_size) = (stack_size(&left), stack_size(&right));
    let height = size.h.max(loop_height).max(left_size.h).max(right_size.h);
    let x = left_size.w + column_room(Side::Left);
    let rect = Rect::new(x, (height - size.h) / 2, size.w, size.h);
    let width = x + size.w + loop_room + column_room(Side::Right) + right_size.w;
    let mut result = Boxed {
        drawing: Drawing { size: Size::new(width, height), ..Drawing::default() },
        columns: Vec::new(),
        clear: [left.is_empty(), right.is_empty() && own.is_empty()],
    };
    result.drawing.nodes.push((node, rect));
    place_notes(graph, gaps, &left, 0, left_size, height, true, &mut result.drawing);
    place_notes(
        graph,
        gaps,
        &right,
        width - right_size.w + gaps.glue,
        right_size,
        height,
        false,
        &mut result.drawing,
    );
    place_loops(graph, options, &own, rect, &mut result.drawing);
    for &edge in loops.iter().filter(|it| !own.contains(it)) {
        connect(graph, options, edge, &mut result.drawing);
    }
    columns(graph, gaps, ported, sides, rect, loop_room, &mut result);
    result
}

/// The nodes at the ends of an edge between nodes.
fn ends(graph: &Graph, edge: usize) -> [usize; 2] {
    [graph.edges[edge].from, graph.edges[edge].to].map(|it| match it {
        End::Node(NodeId(node)) | End::Port(NodeId(node), _) => node,
        End::Cluster(_) => usize::MAX,
    })
}

fn loop_label(edge: &Edge) -> Size {
    // A loop has one place for text: its labels stand below each other.
    let sizes = [edge.labels.tail, edge.labels.middle, edge.labels.head];
    let w = sizes.iter().flatten().map(|it| it.w).max().unwrap_or(0);
    let h = sizes.iter().flatten().map(|it| it.h).sum();
    Size::new(w, h)
}

/// Whether all loops find room one below the other at a side of some height.
fn are_stacked(graph: &Graph, loops: &[usize], side: i64, gaps: &Gaps) -> bool {
    let ends = |it: &Edge| [it.from, it.to];
    let is_free = |it: &usize| {
        !ends(&graph.edges[*it]).iter().any(|it| matches!(it, End::Port(..) | End::Cluster(_)))
    };
    let need = |it: &usize| gaps.loop_height(loop_label(&graph.edges[*it]).h);
    loops.len() > 1 && loops.iter().all(is_free) && loops.iter().map(need).sum::<i64>() <= side
}

/// The room at the right that loops take beside something of some height, and the height that they need.
pub(crate) fn loop_room(graph: &Graph, loops: &[usize], side: i64, gaps: &Gaps) -> (i64, i64) {
    let is_stacked = are_stacked(graph, loops, side, gaps);
    let mut room = 0;
    let mut height = 0;
    for &edge in loops {
        let label = loop_label(&graph.edges[edge]);
        let own = gaps.loops + if label.w > 0 { label.w + gaps.label } else { 0 };
        room = if is_stacked { room.max(own) } else { room + own };
        height = height.max(label.h + 2 * gaps.label);
    }
    (room, height)
}

/// Loops stand to the right of the node: one below the other where its side is long enough, else one outside the
/// other.
pub(crate) fn place_loops(
    graph: &Graph,
    options: &Options,
    loops: &[usize],
    rect: Rect,
    drawing: &mut Drawing,
) {
    let gaps = &options.gaps;
    let count = loops.len() as i64;
    let is_stacked = are_stacked(graph, loops, rect.h, gaps);
    let need = |it: usize| gaps.loop_height(loop_label(&graph.edges[it]).h);
    let spare = rect.h - loops.iter().map(|&it| need(it)).sum::<i64>();
    let mut top = rect.y;
    let mut x = rect.right();
    for (index, &edge) in loops.iter().enumerate() {
        let part = &graph.edges[edge];
        let label = loop_label(part);
        x += gaps.loops;
        let port = |end: End| match end {
            End::Port(NodeId(node), port) => Some(rect.y + graph.nodes[node].ports[port].at),
            _ => None,
        };
        // The outermost loop takes the outermost places.
        let inset = rect.h * (count - index as i64) / (2 * count + 2);
        let (mut from, mut to) = (rect.y + inset, rect.bottom() - inset);
        if is_stacked {
            x = rect.right() + gaps.loops;
            let own = need(edge) + spare / count;
            let middle = top + own / 2;
            (from, to) = (middle - gaps.loops / 2, middle + gaps.loops / 2);
            top += own;
        }
        (from, to) = (port(part.from).unwrap_or(from), port(part.to).unwrap_or(to));
        let points = vec![
            Point::new(rect.right(), from),
            Point::new(x, from),
            Point::new(x, to),
            Point::new(rect.right(), to),
        ];
        let path = if options.routing == Routing::Spline {
            Path::Curves(points)
        } else {
            Path::Lines(points)
        };
        let mut y = i64::midpoint(from, to) - label.h / 2;
        let mut place = |size: Option<Size>| {
            size.map(|size| {
                let rect = Rect::new(x + gaps.label, y, size.w, size.h);
                y += size.h;
                rect
            })
        };
        let labels = Labels {
            tail: place(part.labels.tail),
            middle: place(part.labels.middle),
            head: place(part.labels.head),
        };
        if label.w > 0 {
            x += label.w + gaps.label;
        }
        let path = if part.drawn { path } else { Path::default() };
        drawing.edges.push((edge, Route { path, labels }));
    }
}

#[expect(clippy::too_many_arguments, reason = "one call for each side")]
fn place_notes(
    graph: &Graph,
    gaps: &Gaps,
    list: &[usize],
    x: i64,
    size: Size,
    height: i64,
    towards_right: bool,
    drawing: &mut Drawing,
) {
    let mut y = (height - size.h) / 2;
    for &note in list {
        let own = graph.nodes[note].size;
        let spare = size.w - gaps.glue - own.w;
        let at = if towards_right { x + spare } else { x };
        drawing.nodes.push((note, Rect::new(at, y, own.w, own.h)));
        y += own.h + gaps.line;
    }
}

/// A short line between a node and a note at its side.
fn connect(graph: &Graph, options: &Options, edge: usize, drawing: &mut Drawing) {
    if !graph.edges[edge].drawn {
        drawing.edges.push((edge, Route::default()));
        return;
    }
    let rects = ends(graph, edge).map(|node| {
        drawing.nodes.iter().find(|it| it.0 == node).map_or(Rect::default(), |it| it.1)
    });
    let left = usize::from(rects[0].x > rects[1].x);
    let (a, b) = (rects[left], rects[1 - left]);
    let (top, bottom) = (a.y.max(b.y), a.bottom().min(b.bottom()));
    let (ya, yb) = if top <= bottom {
        (i64::midpoint(top, bottom), i64::midpoint(top, bottom))
    } else {
        (a.center().y.clamp(b.y, b.bottom()).clamp(a.y, a.bottom()), b.center().y)
    };
    let (start, end) = (Point::new(a.right(), ya), Point::new(b.x, yb));
    let mut points = vec![start];
    if ya != yb {
        let middle = i64::midpoint(start.x, end.x);
        points.extend([Point::new(middle, ya), Point::new(middle, yb)]);
    }
    points.push(end);
    if left == 1 {
        points.reverse();
    }
    let path = if options.routing == Routing::Spline {
        let mut curve = vec![points[0]];
        for pair in points.windows(2) {
            curve.extend([pair[0], pair[1], pair[1]]);
        }
        Path::Curves(curve)
    } else {
        Path::Lines(points)
    };
    drawing.edges.push((edge, Route { path, labels: Labels::default() }));
}

/// Lines at ports on the sides leave sideways into columns of their own, where they turn up or down.
fn columns(
    graph: &Graph,
    gaps: &Gaps,
    ported: &[(usize, usize)],
    sides: &Sides,
    rect: Rect,
    loop_room: i64,
    result: &mut Boxed,
) {
    for side in [Side::Left, Side::Right] {
        let mut list: Vec<(bool, i64, usize, usize)> = ported
            .iter()
            .filter(|&&(edge, end)| sides[edge][end] == side)
            .map(|&(edge, end)| {
                let goes_down = end == 0;
                let y = port_y(graph, edge, end);
                (goes_down, if goes_down { -y } else { y }, edge, end)
            })
            .collect();
        // Lines that go up start at the highest port, lines that go down at the lowest.
        list.sort_unstable();
        for (index, (.., edge, end)) in list.into_iter().enumerate() {
            let away = gaps.edge + index as i64 * gaps.line;
            let x =
                if side == Side::Left { rect.x - away } else { rect.right() + loop_room + away };
            result.columns.push((edge, end, x));
        }
    }
}

fn port_y(graph: &Graph, edge: usize, end: usize) -> i64 {
    match [graph.edges[edge].from, graph.edges[edge].to][end] {
        End::Port(NodeId(node), port) => graph.nodes[node].ports[port].at,
        _ => 0,
    }
}

/// Where an edge ends at a node that lies at `rect` in its item; `place` is the edge's index and which end.
pub(crate) fn tie(
    graph: &Graph,
    edge: &Edge,
    place: (usize, usize),
    item: usize,
    boxed: &Boxed,
    rect: Rect,
) -> Tie {
    let is_first = boxed.drawing.nodes.first().is_none_or(|it| it.1 == rect);
    let whole = boxed.drawing.size.w;
    let end = [edge.from, edge.to][place.1];
    let mut tie = Tie {
        item,
        up: stretch(graph, rect, end, rect.y),
        down: stretch(graph, rect, end, rect.bottom()),
        side: (rect.y, rect.bottom()),
        flank: (rect.x, rect.right()),
        clear: if is_first { boxed.clear } else { [rect.x == 0, rect.right() == whole] },
    };
    let End::Port(NodeId(node), port) = end else {
        return tie;
    };
    let port = graph.nodes[node].ports[port];
    match port.side {
        PortSide::Only(Side::Top | Side::Bottom) => {
            let x = rect.x + port.at.clamp(0, rect.w);
            for spot in [&mut tie.up, &mut tie.down] {
                (spot.low, spot.high) = (x, x);
            }
        }
        PortSide::LeftOrRight | PortSide::Only(_) => {
            if let Some(&(.., x)) = boxed.columns.iter().find(|it| (it.0, it.1) == place) {
                let y = rect.y + port.at.clamp(0, rect.h);
                let border = if x < rect.x { rect.x } else { rect.right() };
                let lead = vec![Point::new(border, y)];
                let spot = Spot { low: x, high: x, whole: false, y, lead };
                tie.up = spot.clone();
                tie.down = spot;
                tie.side = (y, y);
            }
        }
    }
    tie
}

/// From the end of a bar to the first line at it.
const WHOLE_INSET: i64 = 18;

fn stretch(graph: &Graph, rect: Rect, end: End, y: i64) -> Spot {
    let attach = match end {
        End::Node(NodeId(node)) | End::Port(NodeId(node), _) => graph.nodes[node].attach,
        End::Cluster(_) => Attach::Side,
    };
    let inset = match attach {
        Attach::Side => (rect.w / 8).min(12),
        Attach::Middle => rect.w / 4,
        Attach::Whole => (rect.w / 8).min(WHOLE_INSET),
        Attach::Center => rect.w / 2,
    };
    let (low, high) = match attach {
        Attach::Center => (rect.x + inset, rect.x + inset),
        _ => (rect.x + inset, rect.right() - inset),
    };
    Spot { low, high, whole: attach == Attach::Whole, y, lead: Vec::new() }
}

/// Whether some edge ends at a port that may be left or right.
pub(crate) fn is_choice(graph: &Graph) -> bool {
    has_port(graph, |it| it == PortSide::LeftOrRight)
}

/// Whether some edge ends at a port on a side that lines do not reach from above or below.
pub(crate) fn has_side_ports(graph: &Graph) -> bool {
    has_port(graph, |it| !matches!(it, PortSide::Only(Side::Top | Side::Bottom)))
}

fn has_port(graph: &Graph, matches: impl Fn(PortSide) -> bool) -> bool {
    graph.edges.iter().flat_map(|it| [it.from, it.to]).any(|end| match end {
        End::Port(NodeId(node), port) => matches(graph.nodes[node].ports[port].side),
        _ => false,
    })
}

/// The side for each end of each edge: the given one, or the one nearer to the other end in a draft.
pub(crate) fn sides(graph: &Graph, draft: Option<&Drawing>) -> Sides {
    let mut center = vec![0; graph.nodes.len()];
    let mut frame = vec![0; graph.clusters.len()];
    if let Some(draft) = draft {
        draft.nodes.iter().for_each(|(id, it)| center[*id] = it.center().x);
        draft.clusters.iter().for_each(|(id, it)| frame[*id] = it.center().x);
    }
    let x = |end: End| match end {
        End::Node(NodeId(node)) | End::Port(NodeId(node), _) => center[node],
        End::Cluster(cluster) => frame[cluster.0],
    };
    graph
        .edges
        .iter()
        .map(|edge| {
            [0, 1].map(|end: usize| {
                let ends = [edge.from, edge.to];
                let side = match ends[end] {
                    End::Port(NodeId(node), port) => graph.nodes[node].ports[port].side,
                    _ => PortSide::LeftOrRight,
                };
                match side {
                    PortSide::Only(side) => side,
                    PortSide::LeftOrRight if x(ends[1 - end]) < x(ends[end]) => Side::Left,
                    PortSide::LeftOrRight => Side::Right,
                }
            })
        })
        .collect()
}
