//! Any graph is laid out: no two nodes overlap, nodes stay in their clusters, and every drawn edge has a line.
#![no_main]

use graph_layout::{
    Cluster, ClusterId, Direction, Edge, Effort, End, Glue, Graph, Insets, Labels, Node, NodeId, Options, Port,
    PortSide, Relation, Routing, Side, Size, layout,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let Some(graph) = graph(&mut bytes) else { return };
    let choice = bytes.next().unwrap_or(0);
    let options = Options {
        direction: if choice & 1 == 0 { Direction::TopDown } else { Direction::LeftRight },
        routing: [Routing::Orthogonal, Routing::Spline, Routing::Polyline][choice as usize / 2 % 3],
        effort: if choice & 128 == 0 { Effort::Best } else { Effort::Quick },
        ..Options::default()
    };
    let drawn = layout(&graph, &options);
    for (index, rect) in drawn.nodes.iter().enumerate() {
        assert!(drawn.nodes[..index].iter().all(|it| !it.overlaps(rect)), "nodes overlap");
        if let Some(ClusterId(parent)) = graph.nodes()[index].parent {
            assert!(drawn.clusters[parent].frame.contains(rect), "a node left its cluster");
        }
    }
    for (edge, route) in graph.edges().iter().zip(&drawn.edges) {
        assert_eq!(edge.drawn, !route.path.points().is_empty());
    }
});

/// At most 40 nodes, so that a run stays short.
fn graph(bytes: &mut impl Iterator<Item = u8>) -> Option<Graph> {
    let mut graph = Graph::new();
    let (clusters, nodes, edges) = (bytes.next()? % 8, bytes.next()? % 40 + 1, bytes.next()? % 60);
    for index in 0..clusters {
        let parent = bytes.next()? % (index + 1);
        graph.add_cluster(Cluster {
            parent: (parent > 0).then(|| ClusterId(parent as usize - 1)),
            title: Size::new(40, 12),
            padding: Insets::all(12),
            ..Cluster::default()
        });
    }
    for index in 0..nodes {
        let parent = bytes.next()? % (clusters + 1);
        let mut node = Node::new(i64::from(bytes.next()?), i64::from(bytes.next()?));
        node.parent = (parent > 0).then(|| ClusterId(parent as usize - 1));
        match bytes.next()? {
            kind @ 0..32 if index > 0 => {
                let owner = NodeId((kind % index) as usize);
                let side = [Side::Left, Side::Right, Side::Top, Side::Bottom][kind as usize % 4];
                node.glue = Some(Glue { owner, side });
            }
            at @ 32..64 => node.ports.push(Port { side: PortSide::LeftOrRight, at: i64::from(at) }),
            _ => {}
        }
        graph.add_node(node);
    }
    for _ in 0..edges {
        let mut end = || -> Option<End> {
            let value = bytes.next()?;
            if value >= 224 && clusters > 0 {
                return Some(End::Cluster(ClusterId((value % clusters) as usize)));
            }
            let node = NodeId((value % nodes) as usize);
            Some(if graph.nodes()[node.0].ports.is_empty() { End::Node(node) } else { End::Port(node, 0) })
        };
        let mut edge = Edge::new(end()?, end()?);
        let kind = bytes.next()?;
        edge.relation = match kind % 4 {
            0 => Relation::Beside,
            1 => Relation::Free,
            2 => Relation::Below { min: 3 },
            _ => Relation::Below { min: 1 },
        };
        edge.drawn = kind & 64 == 0;
        edge.trunk = (kind & 128 != 0).then_some(1);
        let label = |bit: u8| (kind & bit != 0).then(|| Size::new(30, 14));
        edge.labels = Labels { tail: label(4), middle: label(8), head: label(16) };
        graph.add_edge(edge);
    }
    Some(graph)
}
