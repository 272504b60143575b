//! A graph as the text that Graphviz reads, with the same sizes, distances and hints.

use std::fmt::Write as _;

use graph_layout::{ClusterId, Direction, End, Graph, Options, Relation};

/// Sizes are in pixels, which Graphviz takes as 72 to the inch.
pub(crate) fn dot(graph: &Graph, options: &Options) -> String {
    let inches = |it: i64| it as f64 / 72.0;
    let mut text = String::from("digraph g {\n");
    let direction = if options.direction == Direction::LeftRight { "LR" } else { "TB" };
    let _ = writeln!(
        text,
        "rankdir={direction}; nodesep={:.3}; ranksep={:.3}; compound=true; node [shape=box, fixedsize=true, label=\"\"];",
        inches(options.gaps.node),
        inches(options.gaps.rank)
    );
    content(graph, None, &mut text);
    for edge in graph.edges() {
        let (Some((from, _)), Some((to, _))) = (inside(graph, edge.from), inside(graph, edge.to))
        else {
            continue;
        };
        let mut attributes = Vec::new();
        match edge.relation {
            Relation::Below { min } => attributes.push(format!("minlen={min}")),
            Relation::Beside => attributes.push("minlen=0".into()),
            Relation::Free => attributes.push("constraint=false".into()),
        }
        if !edge.drawn {
            attributes.push("style=invis".into());
        }
        let labels = [
            ("label", edge.labels.middle),
            ("taillabel", edge.labels.tail),
            ("headlabel", edge.labels.head),
        ];
        for (name, size) in labels {
            attributes.extend(size.map(|it| {
                format!("{name}=<<table fixedsize=\"true\" width=\"{}\" height=\"{}\"><tr><td></td></tr></table>>", it.w, it.h)
            }));
        }
        let _ = writeln!(text, "n{from} -> n{to} [{}];", attributes.join(", "));
    }
    text.push_str("}\n");
    text
}

fn content(graph: &Graph, parent: Option<ClusterId>, text: &mut String) {
    for (index, node) in graph.nodes().iter().enumerate() {
        if node.parent == parent {
            let (w, h) = (node.size.w as f64 / 72.0, node.size.h as f64 / 72.0);
            let _ = writeln!(text, "n{index} [width={w:.3}, height={h:.3}];");
        }
    }
    for (index, cluster) in graph.clusters().iter().enumerate() {
        if cluster.parent == parent {
            let _ = writeln!(text, "subgraph cluster{index} {{ margin=16;");
            content(graph, Some(ClusterId(index)), text);
            text.push_str("}\n");
        }
    }
}

/// A node for the end of an edge: the node itself, or the first one in its cluster.
fn inside(graph: &Graph, end: End) -> Option<(usize, Option<usize>)> {
    match end {
        End::Node(node) | End::Port(node, _) => Some((node.0, None)),
        End::Cluster(ClusterId(cluster)) => {
            let is_inside = |mut at: Option<ClusterId>| {
                while let Some(ClusterId(index)) = at {
                    if index == cluster {
                        return true;
                    }
                    at = graph.clusters()[index].parent;
                }
                false
            };
            let node = graph.nodes().iter().position(|it| is_inside(it.parent))?;
            Some((node, Some(cluster)))
        }
    }
}
