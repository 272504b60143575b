//! The problem: nodes, clusters, edges and wishes about their places. Built by adding; ids are indices.

use crate::geometry::{Insets, Side, Size};

/// A node of one graph; `.0` is its index in the order of adding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub usize);

/// A cluster of one graph; `.0` is its index in the order of adding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClusterId(pub usize);

/// An edge of one graph; `.0` is its index in the order of adding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeId(pub usize);

/// A graph to lay out. The order of adding decides ties: it is the order of the source.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) clusters: Vec<Cluster>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) constraints: Vec<Constraint>,
}

/// A box of fixed size.
#[derive(Debug, Clone, Default)]
pub struct Node {
    /// The size of the box; negative extents count as zero.
    pub size: Size,
    /// The innermost cluster around the node.
    pub parent: Option<ClusterId>,
    /// Places on the border where edges may be told to end.
    pub ports: Vec<Port>,
    /// Keeps the node beside another one, as a note beside its owner.
    pub glue: Option<Glue>,
    /// Where on its sides edges without a port end.
    pub attach: Attach,
    /// Puts the node on the border of its parent: the ports of a component, entry and exit points of a state.
    pub border: Option<Border>,
}

/// A fixed place for the end of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Port {
    /// Which side of the node.
    pub side: PortSide,
    /// Distance from the top for left and right, from the left for top and bottom.
    pub at: i64,
}

/// Where a port may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortSide {
    /// The port must be on this side.
    Only(Side),
    /// Left or right, whichever is nearer to the other end: a line of a class or of a table.
    LeftOrRight,
}

/// Keeps a node next to its owner, outside the ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glue {
    /// The node to stay at; it must have the same parent, else the wish is treated as an edge.
    pub owner: NodeId,
    /// On which side of the owner. Sides do not turn with the direction.
    pub side: Side,
}

/// Which part of a side takes the ends of edges. Outlines other than rectangles are cut by the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Attach {
    /// The whole side but its corners: boxes.
    #[default]
    Side,
    /// The middle half: ellipses, actors, hexagons.
    Middle,
    /// One point in the middle: circles, diamonds.
    Center,
    /// From end to end, lines spread over all of it: bars.
    Whole,
}

/// Which border of its cluster a node sits on. The sides turn with the direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Border {
    /// Where the flow enters: the top, or the left of a drawing from left to right.
    Entry,
    /// Where the flow leaves: the bottom, or the right of a drawing from left to right.
    Exit,
}

/// A group of nodes and clusters that no foreign node enters.
#[derive(Debug, Clone, Default)]
pub struct Cluster {
    /// The cluster around this one, added before it.
    pub parent: Option<ClusterId>,
    /// The room of the title, above the content. Zero for none.
    pub title: Size,
    /// Between the frame and the content; the title comes on top of `padding.top`.
    pub padding: Insets,
    /// Whether the title stands at the left or in the middle.
    pub title_at: TitleAt,
    /// Whether a frame is drawn. Without one, title and padding do not count.
    pub frame: Frame,
    /// Divides the cluster among the clusters in it, which fill it in the order of adding. Holds for those that no edge
    /// leaves.
    pub divided: Option<Divided>,
}

/// How the parts of a divided cluster stand to each other. Does not turn with the direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divided {
    /// One below the other.
    Rows,
    /// Side by side.
    Columns,
}

/// Where the title of a cluster stands, if no line is in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TitleAt {
    /// At the left end of the top edge.
    #[default]
    Left,
    /// In the middle of the top edge.
    Middle,
    /// In the middle of the top edge, which is long enough for the title to stand beside a line from above.
    MiddleOrAside,
}

/// Whether a cluster is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frame {
    /// Drawn with title and padding.
    #[default]
    Drawn,
    /// Only keeps its content together.
    Hidden,
}

/// A link between two nodes or clusters.
#[derive(Debug, Clone)]
pub struct Edge {
    /// The node or port that it leaves.
    pub from: End,
    /// The node or port that it points at.
    pub to: End,
    /// How the ends want to lie to each other.
    pub relation: Relation,
    /// The room that each of its labels needs.
    pub labels: Labels<Size>,
    /// An edge that is not drawn still acts on the places.
    pub drawn: bool,
    /// How strongly it pulls its ends together; 1 is usual.
    pub weight: u16,
    /// What is drawn at its start and at its end: `w` across the line, which the ends of neighbours keep clear of, and
    /// `h` along it, which labels keep clear of.
    pub marks: [Size; 2],
    /// Edges with the same trunk and an end in common may join there into one line, as arrows of inheritance do.
    pub trunk: Option<u32>,
}

impl Edge {
    /// A drawn edge without labels that wants `to` one rank below `from`.
    pub fn new(from: impl Into<End>, to: impl Into<End>) -> Self {
        Self {
            from: from.into(),
            to: to.into(),
            relation: Relation::Below { min: 1 },
            labels: Labels::default(),
            drawn: true,
            weight: 1,
            marks: [Size::default(); 2],
            trunk: None,
        }
    }
}

/// What an edge may be tied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Anywhere on the border of a node.
    Node(NodeId),
    /// At a port of a node: the index into its `ports`.
    Port(NodeId, usize),
    /// Anywhere on the frame of a cluster.
    Cluster(ClusterId),
}

impl From<NodeId> for End {
    fn from(id: NodeId) -> Self {
        End::Node(id)
    }
}

impl From<ClusterId> for End {
    fn from(id: ClusterId) -> Self {
        End::Cluster(id)
    }
}

/// How the ends of an edge want to lie to each other. Wishes that contradict each other are dropped, never refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `to` at least `min` ranks after `from`: below, or to the right in a drawing from left to right.
    Below {
        /// The number of ranks, at least 1.
        min: u16,
    },
    /// In one rank, `from` first: left, or above in a drawing from left to right.
    Beside,
    /// No wish: wherever the layout puts them.
    Free,
}

/// What an edge carries at its start, in its middle and at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Labels<T> {
    /// Next to `from`.
    pub tail: Option<T>,
    /// In the middle of the line.
    pub middle: Option<T>,
    /// Next to `to`.
    pub head: Option<T>,
}

/// A wish about ranks or about the order in a rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// These nodes stand in one rank.
    SameRank(Vec<NodeId>),
    /// Before everything else in its cluster.
    First(NodeId),
    /// After everything else in its cluster.
    Last(NodeId),
    /// If both are in one rank and one cluster, the first stands left of (or above) the second.
    Order(NodeId, NodeId),
}

impl Graph {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a cluster. Panics if its parent is not of this graph.
    pub fn add_cluster(&mut self, mut cluster: Cluster) -> ClusterId {
        self.check_parent(cluster.parent);
        cluster.title = cluster.title.clamped();
        self.clusters.push(cluster);
        ClusterId(self.clusters.len() - 1)
    }

    /// Adds a node. Panics if its parent or the owner it is glued to is not of this graph.
    pub fn add_node(&mut self, mut node: Node) -> NodeId {
        self.check_parent(node.parent);
        if let Some(glue) = node.glue {
            self.check_node(glue.owner);
        }
        node.size = node.size.clamped();
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    /// Adds an edge. Panics if an end is not of this graph.
    pub fn add_edge(&mut self, mut edge: Edge) -> EdgeId {
        for end in [edge.from, edge.to] {
            match end {
                End::Node(node) => self.check_node(node),
                End::Port(node, port) => {
                    self.check_node(node);
                    let ports = self.nodes[node.0].ports.len();
                    assert!(port < ports, "port {port} of a node with {ports} ports");
                }
                End::Cluster(cluster) => self.check_parent(Some(cluster)),
            }
        }
        for label in [&mut edge.labels.tail, &mut edge.labels.middle, &mut edge.labels.head] {
            *label = label.map(Size::clamped);
        }
        self.edges.push(edge);
        EdgeId(self.edges.len() - 1)
    }

    /// Adds a wish. Panics if a node is not of this graph.
    pub fn add_constraint(&mut self, constraint: Constraint) {
        match &constraint {
            Constraint::SameRank(nodes) => nodes.iter().for_each(|it| self.check_node(*it)),
            Constraint::First(node) | Constraint::Last(node) => self.check_node(*node),
            Constraint::Order(first, second) => {
                self.check_node(*first);
                self.check_node(*second);
            }
        }
        self.constraints.push(constraint);
    }

    /// The nodes in the order of adding.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The clusters in the order of adding.
    pub fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// The edges in the order of adding.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    fn check_parent(&self, parent: Option<ClusterId>) {
        if let Some(ClusterId(index)) = parent {
            let count = self.clusters.len();
            assert!(index < count, "cluster {index} of a graph with {count} clusters");
        }
    }

    fn check_node(&self, NodeId(index): NodeId) {
        let count = self.nodes.len();
        assert!(index < count, "node {index} of a graph with {count} nodes");
    }
}

impl Node {
    /// A plain box of this size.
    pub fn new(w: i64, h: i64) -> Self {
        Self { size: Size::new(w, h), ..Self::default() }
    }

    /// The same node inside `parent`.
    #[must_use]
    pub fn inside(mut self, parent: ClusterId) -> Self {
        self.parent = Some(parent);
        self
    }
}
