//! The answer: where everything is.

use crate::drawing::Drawing;
use crate::geometry::{Point, Rect, Size};
use crate::graph::{Graph, Labels};
use crate::title;

/// Places and routes; each list is in the order in which its things were added to the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The size of the drawing; its top left corner is at the origin.
    pub size: Size,
    /// Where each node is.
    pub nodes: Vec<Rect>,
    /// Where each cluster is. An empty cluster has its title and padding.
    pub clusters: Vec<ClusterPlace>,
    /// How each edge runs.
    pub edges: Vec<Route>,
    /// What the drawing costs; lower is better.
    pub score: Score,
}

/// The frame of a cluster and its title inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClusterPlace {
    /// Its outline, around the title and all members.
    pub frame: Rect,
    /// The room of the title.
    pub title: Rect,
}

/// The line of an edge, from its `from` end to its `to` end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Route {
    /// The line; empty if the edge is not drawn.
    pub path: Path,
    /// The room of each label that the edge has.
    pub labels: Labels<Rect>,
}

/// The route of one link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Path {
    /// Straight segments between these points.
    Lines(Vec<Point>),
    /// A start, then three points for each cubic curve: two control points and its end.
    Curves(Vec<Point>),
}

/// What makes a drawing good or bad, as counted by the engine when it chose among variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Pairs of lines that cross.
    pub crossings: u64,
    /// The length of all lines.
    pub length: u64,
    /// The number of bends of all lines.
    pub bends: u64,
    /// Everything weighed together.
    pub cost: u64,
}

/// The answer in the order of the graph.
pub(crate) fn finished(graph: &Graph, drawing: Drawing, score: Score) -> Layout {
    let mut nodes = vec![Rect::default(); graph.nodes.len()];
    let mut clusters = vec![ClusterPlace::default(); graph.clusters.len()];
    let mut edges = vec![Route::default(); graph.edges.len()];
    for (id, rect) in drawing.nodes {
        nodes[id] = rect;
    }
    for (id, frame) in drawing.clusters {
        clusters[id].frame = frame;
    }
    for (id, route) in drawing.edges {
        edges[id] = route;
    }
    title::place(graph, &mut clusters, &edges);
    Layout { size: drawing.size, nodes, clusters, edges, score }
}

impl Default for Path {
    fn default() -> Self {
        Path::Lines(Vec::new())
    }
}

impl Path {
    /// The points of the line, control points included.
    pub fn points(&self) -> &[Point] {
        match self {
            Path::Lines(points) | Path::Curves(points) => points,
        }
    }

    pub(crate) fn points_mut(&mut self) -> &mut Vec<Point> {
        match self {
            Path::Lines(points) | Path::Curves(points) => points,
        }
    }
}
