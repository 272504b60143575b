//! Positions and routes for clustered, labelled, directed graphs, and places for the nodes of trees.
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

mod turn;

mod decompose;
mod items;

mod part;
mod portfolio;

mod acyclic;
mod rank;

mod cross;
mod layers;
mod level;
mod order;

mod place;
mod ports;

mod channel;
mod route;
mod stack;
mod title;

mod divide;
mod drawing;
mod pack;
mod score;
mod simplex;

mod tree;

pub use geometry::{Insets, Point, Rect, Side, Size};
pub use graph::{
    Attach, Border, Cluster, ClusterId, Constraint, Divided, Edge, EdgeId, End, Frame, Glue, Graph,
    Labels, Node, NodeId, Port, PortSide, Relation, TitleAt,
};
pub use options::{Direction, Effort, Gaps, Options, Routing};
pub use result::{ClusterPlace, Layout, Path, Route, Score};
pub use tree::{TreeNode, TreePlace, tidy};

/// Lays out a graph. Never fails; the time is near-linear in the size of the graph.
pub fn layout(graph: &Graph, options: &Options) -> Layout {
    let turned = turn::turned(graph, options.direction);
    let mut sides = vec![[Side::Right, Side::Right]; graph.edges.len()];
    if items::is_choice(&turned) {
        let draft = Options { effort: Effort::Quick, ..*options };
        let (drawing, _) = decompose::decompose(&turned, &draft, &items::sides(&turned, None));
        sides = items::sides(&turned, Some(&drawing));
    } else if items::has_side_ports(&turned) {
        sides = items::sides(&turned, None);
    }
    let (drawing, score) = decompose::decompose(&turned, options, &sides);
    result::finished(graph, turn::turned_back(drawing, options.direction), score)
}
