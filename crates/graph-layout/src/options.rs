//! How a graph is laid out: direction, style of lines, distances, target shape.

/// Everything that is not part of the graph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Where the flow goes.
    pub direction: Direction,
    /// How lines are drawn.
    pub routing: Routing,
    /// Distances in the caller's unit.
    pub gaps: Gaps,
    /// Width divided by height that the drawing should not exceed by much.
    pub ratio: f64,
    /// How much work to spend.
    pub effort: Effort,
}

/// Where the flow goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// Ranks are rows; `Below` points down.
    #[default]
    TopDown,
    /// Ranks are columns; `Below` points to the right, `Beside` down.
    LeftRight,
}

/// How lines are drawn. All styles use the same corridors, so places do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Routing {
    /// Right angles only.
    #[default]
    Orthogonal,
    /// Straight slanted segments between ranks.
    Polyline,
    /// Smooth cubic curves between ranks.
    Spline,
}

/// Distances. The defaults suit pixels and text of about 13 pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gaps {
    /// Between two nodes of a rank, and between packed parts.
    pub node: i64,
    /// Between two ranks, at least.
    pub rank: i64,
    /// Between parallel lines.
    pub line: i64,
    /// Between a line and a node or frame that it passes.
    pub edge: i64,
    /// Between a label and its own line, and around a label.
    pub label: i64,
    /// Between two clusters, and between a cluster and a node beside it.
    pub cluster: i64,
    /// Between a node and what is glued to it.
    pub glue: i64,
    /// How far a line that starts and ends at one node stands off from it.
    pub loops: i64,
}

/// How much work to spend on a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Effort {
    /// One variant: for previews and very large graphs.
    Quick,
    /// Several variants for graphs of ordinary size; the best is taken.
    #[default]
    Best,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            direction: Direction::TopDown,
            routing: Routing::Orthogonal,
            gaps: Gaps::default(),
            ratio: 1.6,
            effort: Effort::Best,
        }
    }
}

impl Gaps {
    /// How much of the side of a node a loop takes where loops stand one below the other, given the height of its
    /// label.
    pub fn loop_height(&self, label: i64) -> i64 {
        label.max(self.loops) + 2 * self.label
    }
}

impl Default for Gaps {
    fn default() -> Self {
        Self { node: 35, rank: 60, line: 10, edge: 12, label: 4, cluster: 24, glue: 24, loops: 16 }
    }
}
