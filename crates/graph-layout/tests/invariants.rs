//! What holds for every drawing, checked on random clustered graphs with labels, hints, loops, notes and ports.

use graph_layout::{
    Attach, Border, Cluster, ClusterId, Constraint, Direction, Edge, End, Frame, Glue, Graph,
    Insets, Labels, Layout, Node, NodeId, Options, Path, Point, Port, PortSide, Rect, Relation,
    Routing, Side, Size, layout,
};
use proptest::prelude::*;

/// Numbers from which a graph is built; indices are taken modulo what exists.
#[derive(Debug, Clone)]
struct Recipe {
    clusters: Vec<(u8, bool)>,
    nodes: Vec<(u8, u8, u8, u8)>,
    edges: Vec<(u8, u8, u8, u8, u8)>,
}

fn recipe(clusters: usize, nodes: usize, edges: usize) -> impl Strategy<Value = Recipe> {
    let byte = || any::<u8>();
    (
        prop::collection::vec((byte(), prop::bool::weighted(0.15)), 0..clusters),
        prop::collection::vec((byte(), byte(), byte(), byte()), 1..nodes),
        prop::collection::vec((byte(), byte(), byte(), byte(), byte()), 0..edges),
    )
        .prop_map(|(clusters, nodes, edges)| Recipe { clusters, nodes, edges })
}

fn build(recipe: &Recipe) -> Graph {
    let mut graph = Graph::new();
    for (index, &(parent, hidden)) in recipe.clusters.iter().enumerate() {
        let parent = (parent as usize) % (index + 1);
        graph.add_cluster(Cluster {
            parent: (parent > 0).then(|| ClusterId(parent - 1)),
            title: Size::new(40, 12),
            padding: Insets::all(16),
            frame: if hidden { Frame::Hidden } else { Frame::Drawn },
            ..Cluster::default()
        });
    }
    let clusters = recipe.clusters.len();
    for (index, &(w, h, parent, kind)) in recipe.nodes.iter().enumerate() {
        let parent = (parent as usize) % (clusters + 1);
        let parent = (parent > 0).then(|| ClusterId(parent - 1));
        let mut node = Node { parent, ..Node::new(20 + i64::from(w), 20 + i64::from(h) / 2) };
        match kind % 16 {
            0 if index > 0 => {
                let owner = NodeId(kind as usize / 16 % index);
                let side = [Side::Left, Side::Right, Side::Top, Side::Bottom][w as usize % 4];
                node.parent = graph.nodes()[owner.0].parent;
                node.glue = Some(Glue { owner, side });
            }
            1 => node.attach = Attach::Center,
            2 => node.attach = Attach::Middle,
            3 => {
                node.border = parent.map(|_| if w % 2 == 0 { Border::Entry } else { Border::Exit });
            }
            4 => node.ports.push(Port { side: PortSide::LeftOrRight, at: 10 }),
            _ => {}
        }
        graph.add_node(node);
    }
    for edge in &recipe.edges {
        graph.add_edge(edge_of(&graph, *edge));
    }
    graph
}

fn edge_of(graph: &Graph, (from, to, kind, labels, extra): (u8, u8, u8, u8, u8)) -> Edge {
    let end = |value: u8, to_cluster: bool| -> End {
        let clusters = graph.clusters().len();
        let framed = |it: usize| graph.clusters()[it].frame == Frame::Drawn;
        if to_cluster && clusters > 0 && framed(value as usize % clusters) {
            return End::Cluster(ClusterId(value as usize % clusters));
        }
        let node = NodeId(value as usize % graph.nodes().len());
        if graph.nodes()[node.0].ports.is_empty() { End::Node(node) } else { End::Port(node, 0) }
    };
    let mut edge = Edge::new(end(from, extra % 16 == 0), end(to, extra % 16 == 1));
    edge.relation = match kind % 8 {
        0 | 1 => Relation::Beside,
        2 => Relation::Free,
        3 => Relation::Below { min: 2 },
        _ => Relation::Below { min: 1 },
    };
    edge.drawn = kind / 8 % 8 != 0;
    edge.trunk = (kind / 64 == 0).then_some(0);
    let label = |bit: u8, w: i64| (labels & bit != 0).then(|| Size::new(w, 14));
    edge.labels = Labels { tail: label(1, 12), middle: label(6, 50), head: label(8, 20) };
    edge
}

fn ancestors(graph: &Graph, mut cluster: Option<ClusterId>) -> Vec<usize> {
    let mut all = Vec::new();
    while let Some(ClusterId(index)) = cluster {
        all.push(index);
        cluster = graph.clusters()[index].parent;
    }
    all
}

fn passes(a: Point, b: Point, rect: &Rect) -> bool {
    let (left, right) = (a.x.min(b.x), a.x.max(b.x));
    let (top, bottom) = (a.y.min(b.y), a.y.max(b.y));
    right > rect.x && left < rect.right() && bottom > rect.y && top < rect.bottom()
}

fn check_boxes(graph: &Graph, drawn: &Layout) -> Result<(), TestCaseError> {
    let nodes = &drawn.nodes;
    for (index, rect) in nodes.iter().enumerate() {
        prop_assert_eq!(
            (rect.w, rect.h),
            (graph.nodes()[index].size.w, graph.nodes()[index].size.h)
        );
        for (other, second) in nodes[..index].iter().enumerate() {
            prop_assert!(!rect.overlaps(second), "nodes {} and {} overlap", index, other);
        }
        let around = ancestors(graph, graph.nodes()[index].parent);
        for (cluster, place) in drawn.clusters.iter().enumerate() {
            if around.contains(&cluster) {
                let on_border = graph.nodes()[index].border.is_some();
                prop_assert!(
                    on_border || place.frame.contains(rect),
                    "node {} left cluster {}",
                    index,
                    cluster
                );
            } else {
                prop_assert!(
                    !place.frame.overlaps(rect),
                    "node {} in foreign cluster {}",
                    index,
                    cluster
                );
            }
        }
    }
    for (index, place) in drawn.clusters.iter().enumerate() {
        let around = ancestors(graph, graph.clusters()[index].parent);
        for (other, second) in drawn.clusters[..index].iter().enumerate() {
            if around.contains(&other) {
                prop_assert!(
                    second.frame.contains(&place.frame),
                    "cluster {} left {}",
                    index,
                    other
                );
            } else {
                prop_assert!(
                    !place.frame.overlaps(&second.frame),
                    "clusters {} and {} overlap",
                    index,
                    other
                );
            }
        }
    }
    let whole = Rect::new(0, 0, drawn.size.w, drawn.size.h);
    prop_assert!(nodes.iter().all(|it| whole.contains(it)));
    Ok(())
}

fn owner(end: End) -> Option<usize> {
    match end {
        End::Node(node) | End::Port(node, _) => Some(node.0),
        End::Cluster(_) => None,
    }
}

fn check_lines(graph: &Graph, drawn: &Layout, orthogonal: bool) -> Result<(), TestCaseError> {
    for (index, (edge, route)) in graph.edges().iter().zip(&drawn.edges).enumerate() {
        let points = route.path.points();
        if !edge.drawn {
            prop_assert!(points.is_empty());
            continue;
        }
        prop_assert!(points.len() >= 2, "edge {} is not drawn", index);
        for pair in points.windows(2) {
            if orthogonal {
                prop_assert!(
                    pair[0].x == pair[1].x || pair[0].y == pair[1].y,
                    "edge {} is slanted",
                    index
                );
                for (node, rect) in drawn.nodes.iter().enumerate() {
                    let own = owner(edge.from) == Some(node) || owner(edge.to) == Some(node);
                    prop_assert!(
                        own || !passes(pair[0], pair[1], rect),
                        "edge {} through node {}",
                        index,
                        node
                    );
                }
            }
        }
        for (end, point) in [(edge.from, points[0]), (edge.to, points[points.len() - 1])] {
            let rect = match end {
                End::Node(node) | End::Port(node, _) => drawn.nodes[node.0],
                End::Cluster(cluster) => drawn.clusters[cluster.0].frame,
            };
            let inside = rect.x <= point.x
                && point.x <= rect.right()
                && rect.y <= point.y
                && point.y <= rect.bottom();
            let deep = rect.x < point.x
                && point.x < rect.right()
                && rect.y < point.y
                && point.y < rect.bottom();
            prop_assert!(inside && !deep, "edge {} ends at {:?}, not on {:?}", index, point, rect);
        }
    }
    Ok(())
}

fn check_labels(graph: &Graph, drawn: &Layout) -> Result<(), TestCaseError> {
    let mut all: Vec<(usize, Rect)> = Vec::new();
    for (index, (edge, route)) in graph.edges().iter().zip(&drawn.edges).enumerate() {
        let wanted = [edge.labels.tail, edge.labels.middle, edge.labels.head];
        let placed = [route.labels.tail, route.labels.middle, route.labels.head];
        for (size, rect) in wanted.into_iter().zip(placed) {
            if edge.drawn {
                prop_assert_eq!(
                    size,
                    rect.map(|it| Size::new(it.w, it.h)),
                    "label of edge {}",
                    index
                );
            }
            all.extend(rect.filter(|_| edge.drawn).map(|it| (index, it)));
        }
    }
    for (place, (edge, rect)) in all.iter().enumerate() {
        for (other, second) in &all[..place] {
            prop_assert!(!rect.overlaps(second), "labels of edges {} and {} overlap", edge, other);
        }
        for (node, second) in drawn.nodes.iter().enumerate() {
            prop_assert!(!rect.overlaps(second), "label of edge {} on node {}", edge, node);
        }
    }
    Ok(())
}

fn check(graph: &Graph, options: &Options) -> Result<(), TestCaseError> {
    let drawn = layout(graph, options);
    check_boxes(graph, &drawn)?;
    check_lines(graph, &drawn, options.routing == Routing::Orthogonal)?;
    check_labels(graph, &drawn)?;
    prop_assert_eq!(&drawn, &layout(graph, options));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn every_drawing_is_sound(recipe in recipe(6, 14, 24)) {
        check(&build(&recipe), &Options::default())?;
    }

    #[test]
    fn every_drawing_from_left_to_right_is_sound(recipe in recipe(5, 10, 16)) {
        let graph = build(&recipe);
        check(&graph, &Options { direction: Direction::LeftRight, ..Options::default() })?;
    }

    #[test]
    fn curves_end_where_lines_end(recipe in recipe(4, 10, 14)) {
        let graph = build(&recipe);
        check(&graph, &Options { routing: Routing::Spline, ..Options::default() })?;
        check(&graph, &Options { routing: Routing::Polyline, ..Options::default() })?;
    }

    #[test]
    fn links_without_cycles_point_down(
        sizes in prop::collection::vec((20_i64..200, 20_i64..90), 2..12),
        links in prop::collection::vec((any::<u8>(), any::<u8>()), 1..16),
    ) {
        let mut graph = Graph::new();
        for &(w, h) in &sizes {
            graph.add_node(Node::new(w, h));
        }
        for (a, b) in links {
            let (a, b) = (a as usize % sizes.len(), b as usize % sizes.len());
            if a != b {
                graph.add_edge(Edge::new(NodeId(a.min(b)), NodeId(a.max(b))));
            }
        }
        let drawn = layout(&graph, &Options::default());
        for edge in graph.edges() {
            let (Some(from), Some(to)) = (owner(edge.from), owner(edge.to)) else { continue };
            prop_assert!(drawn.nodes[from].bottom() < drawn.nodes[to].y);
        }
    }

    #[test]
    fn left_to_right_is_the_transposed_drawing(
        sizes in prop::collection::vec((20_i64..200, 20_i64..90), 1..10),
        links in prop::collection::vec((any::<u8>(), any::<u8>(), any::<bool>()), 0..14),
    ) {
        let graph = |flip: bool| {
            let mut graph = Graph::new();
            for &(w, h) in &sizes {
                graph.add_node(if flip { Node::new(h, w) } else { Node::new(w, h) });
            }
            for &(a, b, beside) in &links {
                let ends = (NodeId(a as usize % sizes.len()), NodeId(b as usize % sizes.len()));
                // A loop stands at the right in either direction only when it is laid out that way.
                if ends.0 != ends.1 {
                    let relation = if beside { Relation::Beside } else { Relation::Below { min: 1 } };
                    graph.add_edge(Edge { relation, ..Edge::new(ends.0, ends.1) });
                }
            }
            graph
        };
        let down = layout(&graph(false), &Options::default());
        let right = layout(&graph(true), &Options { direction: Direction::LeftRight, ..Options::default() });
        for (a, b) in down.nodes.iter().zip(&right.nodes) {
            prop_assert_eq!((a.x, a.y), (b.y, b.x));
        }
    }
}

fn two_packages(extra: bool) -> Graph {
    let mut graph = Graph::new();
    let package =
        || Cluster { title: Size::new(40, 12), padding: Insets::all(16), ..Cluster::default() };
    let (first, second) = (graph.add_cluster(package()), graph.add_cluster(package()));
    let nodes: Vec<NodeId> = (0..8)
        .map(|it| {
            graph.add_node(Node::new(60 + it * 10, 40).inside(if it < 4 { first } else { second }))
        })
        .collect();
    for (a, b) in [(0, 1), (0, 2), (1, 3), (4, 5), (4, 6), (5, 7), (6, 7)] {
        graph.add_edge(Edge::new(nodes[a], nodes[b]));
    }
    if extra {
        let more = graph.add_node(Node::new(90, 50).inside(first));
        graph.add_edge(Edge::new(nodes[2], more));
    }
    graph
}

#[test]
fn an_edit_in_one_closed_package_leaves_the_inside_of_others() {
    let (before, after) = (
        layout(&two_packages(false), &Options::default()),
        layout(&two_packages(true), &Options::default()),
    );
    let inside = |drawn: &Layout| -> Vec<(i64, i64)> {
        let frame = drawn.clusters[1].frame;
        drawn.nodes[4..8].iter().map(|it| (it.x - frame.x, it.y - frame.y)).collect()
    };
    assert_eq!(inside(&before), inside(&after));
}

#[test]
fn a_beside_link_keeps_its_ends_in_one_rank_from_left_to_right() {
    let mut graph = Graph::new();
    let nodes: Vec<NodeId> = (0..4).map(|_| graph.add_node(Node::new(60, 40))).collect();
    for pair in nodes.windows(2) {
        graph.add_edge(Edge { relation: Relation::Beside, ..Edge::new(pair[0], pair[1]) });
    }
    let drawn = layout(&graph, &Options::default());
    for pair in drawn.nodes.windows(2) {
        assert_eq!(pair[0].y, pair[1].y);
        assert!(pair[0].right() < pair[1].x);
    }
    assert!(
        drawn.edges.iter().all(|it| matches!(&it.path, Path::Lines(points) if points.len() == 2))
    );
}

#[test]
fn constraints_put_nodes_into_one_rank_first_and_last() {
    let mut graph = Graph::new();
    let package = graph.add_cluster(Cluster { padding: Insets::all(10), ..Cluster::default() });
    let nodes: Vec<NodeId> =
        (0..5).map(|_| graph.add_node(Node::new(60, 40).inside(package))).collect();
    for (a, b) in [(0, 1), (1, 2), (0, 3), (3, 4)] {
        graph.add_edge(Edge::new(nodes[a], nodes[b]));
    }
    graph.add_constraint(Constraint::SameRank(vec![nodes[2], nodes[3]]));
    graph.add_constraint(Constraint::Order(nodes[2], nodes[3]));
    let drawn = layout(&graph, &Options::default());
    assert_eq!(drawn.nodes[2].y, drawn.nodes[3].y);
    assert!(drawn.nodes[2].x < drawn.nodes[3].x);
}

#[test]
fn a_note_stands_at_its_side_in_both_directions() {
    for direction in [Direction::TopDown, Direction::LeftRight] {
        for (side, holds) in [
            (Side::Left, (|note: Rect, own: Rect| note.right() < own.x) as fn(Rect, Rect) -> bool),
            (Side::Right, |note, own| own.right() < note.x),
            (Side::Top, |note, own| note.bottom() < own.y),
            (Side::Bottom, |note, own| own.bottom() < note.y),
        ] {
            let mut graph = Graph::new();
            let owner = graph.add_node(Node::new(80, 40));
            let other = graph.add_node(Node::new(80, 40));
            graph.add_edge(Edge::new(owner, other));
            let note =
                graph.add_node(Node { glue: Some(Glue { owner, side }), ..Node::new(50, 30) });
            let drawn = layout(&graph, &Options { direction, ..Options::default() });
            assert!(holds(drawn.nodes[note.0], drawn.nodes[owner.0]), "{direction:?} {side:?}");
        }
    }
}

#[test]
fn lines_of_one_trunk_meet_their_common_end_at_one_point() {
    let mut graph = Graph::new();
    let base = graph.add_node(Node::new(120, 40));
    for _ in 0..3 {
        let child = graph.add_node(Node::new(80, 40));
        graph.add_edge(Edge { trunk: Some(7), ..Edge::new(base, child) });
    }
    let drawn = layout(&graph, &Options::default());
    let starts: Vec<Point> = drawn.edges.iter().map(|it| it.path.points()[0]).collect();
    assert!(starts.windows(2).all(|it| it[0] == it[1]));
}

#[test]
fn a_member_is_met_at_its_line_on_the_nearer_side() {
    let mut graph = Graph::new();
    let port = |at: i64| vec![Port { side: PortSide::LeftOrRight, at }];
    let table = graph.add_node(Node { ports: port(55), ..Node::new(100, 80) });
    let other = graph.add_node(Node { ports: port(25), ..Node::new(100, 60) });
    graph.add_edge(Edge::new(End::Port(table, 0), End::Port(other, 0)));
    let drawn = layout(&graph, &Options::default());
    let points = drawn.edges[0].path.points();
    let (first, last) = (points[0], points[points.len() - 1]);
    assert_eq!(first.y, drawn.nodes[table.0].y + 55);
    assert!(first.x == drawn.nodes[table.0].x || first.x == drawn.nodes[table.0].right());
    assert_eq!(last.y, drawn.nodes[other.0].y + 25);
}

#[test]
fn threads_do_not_change_the_drawing() {
    let graph = two_packages(true);
    let here = layout(&graph, &Options::default());
    let there: Vec<Layout> = std::thread::scope(|scope| {
        let runs: Vec<_> =
            (0..4).map(|_| scope.spawn(|| layout(&graph, &Options::default()))).collect();
        runs.into_iter().map(|it| it.join().expect("layout does not panic")).collect()
    });
    assert!(there.iter().all(|it| *it == here));
}

#[test]
fn an_empty_graph_and_an_empty_cluster_are_drawn() {
    let drawn = layout(&Graph::new(), &Options::default());
    assert_eq!(drawn.size, Size::new(0, 0));
    let mut graph = Graph::new();
    graph.add_cluster(Cluster {
        title: Size::new(50, 12),
        padding: Insets::all(8),
        ..Cluster::default()
    });
    let drawn = layout(&graph, &Options::default());
    assert_eq!(drawn.size, Size::new(66, 28));
}

#[test]
fn a_link_across_a_frame_runs_straight_between_neighbours() {
    let mut graph = Graph::new();
    let package = graph.add_cluster(Cluster { padding: Insets::all(10), ..Cluster::default() });
    let outside = graph.add_node(Node::new(80, 40));
    let inside = graph.add_node(Node::new(80, 40).inside(package));
    let below = graph.add_node(Node::new(80, 40).inside(package));
    graph.add_edge(Edge::new(inside, below));
    let labels = Labels { middle: Some(Size::new(60, 14)), ..Labels::default() };
    let link = Edge { relation: Relation::Beside, labels, ..Edge::new(outside, inside) };
    let link = graph.add_edge(link);
    let drawn = layout(&graph, &Options::default());
    let route = &drawn.edges[link.0];
    let points = route.path.points();
    assert_eq!(points.len(), 2, "{points:?}");
    assert_eq!(points[0].y, points[1].y);
    let frame = drawn.clusters[package.0].frame;
    let label = route.labels.middle.expect("the label is drawn");
    assert!(label.right() <= frame.x || frame.right() <= label.x, "{label:?} on {frame:?}");
}
