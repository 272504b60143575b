//! Drawings from left to right are laid out from top to bottom and turned: everything is transposed before and after.

use crate::drawing::Drawing;
use crate::geometry::{Insets, Point, Rect, Side, Size};
use crate::graph::{Divided, Frame, Graph, PortSide};
use crate::options::Direction;

/// The graph in the frame where ranks are rows. The title of a cluster becomes part of its padding, and its
/// `title` the least size of the whole frame.
pub(crate) fn turned(graph: &Graph, direction: Direction) -> Graph {
    let mut graph = graph.clone();
    for cluster in &mut graph.clusters {
        if cluster.frame == Frame::Hidden {
            cluster.padding = Insets::default();
            cluster.title = Size::default();
            continue;
        }
        let clamp = |it: i64| it.clamp(0, Size::LIMIT);
        let Insets { left, top, right, bottom } = cluster.padding;
        let (left, top, right, bottom) = (clamp(left), clamp(top), clamp(right), clamp(bottom));
        let least = Size::new(cluster.title.w + left + right, cluster.title.h + top + bottom);
        cluster.padding = Insets { left, top: top + cluster.title.h, right, bottom };
        cluster.title = least;
    }
    if direction == Direction::TopDown {
        return graph;
    }
    for node in &mut graph.nodes {
        node.size = node.size.transposed();
        for port in &mut node.ports {
            port.side = match port.side {
                PortSide::Only(side) => PortSide::Only(transposed(side)),
                // Both become ends of the flow, where the line picks the one it comes to.
                PortSide::LeftOrRight => PortSide::Only(Side::Top),
            };
        }
        if let Some(glue) = &mut node.glue {
            glue.side = transposed(glue.side);
        }
    }
    for cluster in &mut graph.clusters {
        let Insets { left, top, right, bottom } = cluster.padding;
        cluster.padding = Insets { left: top, top: left, right: bottom, bottom: right };
        cluster.title = cluster.title.transposed();
        cluster.divided = cluster.divided.map(|it| match it {
            Divided::Rows => Divided::Columns,
            Divided::Columns => Divided::Rows,
        });
    }
    for edge in &mut graph.edges {
        let labels = &mut edge.labels;
        for label in [&mut labels.tail, &mut labels.middle, &mut labels.head] {
            *label = label.map(Size::transposed);
        }
    }
    graph
}

fn transposed(side: Side) -> Side {
    match side {
        Side::Left => Side::Top,
        Side::Top => Side::Left,
        Side::Right => Side::Bottom,
        Side::Bottom => Side::Right,
    }
}

/// The drawing as the reader sees it.
pub(crate) fn turned_back(drawing: Drawing, direction: Direction) -> Drawing {
    if direction == Direction::TopDown {
        return drawing;
    }
    Drawing {
        size: drawing.size.transposed(),
        nodes: drawing.nodes.into_iter().map(|(id, it)| (id, it.transposed())).collect(),
        clusters: drawing.clusters.into_iter().map(|(id, it)| (id, it.transposed())).collect(),
        edges: drawing
            .edges
            .into_iter()
            .map(|(id, it)| (id, it.mapped(Point::transposed, Rect::transposed)))
            .collect(),
    }
}
