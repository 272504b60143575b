//! A class-like graph of any size, made from its number of nodes alone: laid out, or written for Graphviz.
//!
//! `cargo run --release -p graph-layout --example generated -- lay NODES` prints size, crossings and length;
//! `… -- dot NODES` prints the graph as DOT text.

#![expect(clippy::print_stdout, reason = "a report for people is what this program is for")]

#[path = "input/dot.rs"]
mod dot;

use std::error::Error;

use graph_layout::{
    Cluster, ClusterId, Edge, Graph, Insets, Labels, Node, NodeId, Options, Relation, Size, layout,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let action = arguments.next().ok_or("say `lay` or `dot`")?;
    let count: usize = arguments.next().ok_or("say how many nodes")?.parse()?;
    let graph = generated(count);
    let options = Options::default();
    match action.as_str() {
        "dot" => print!("{}", dot::dot(&graph, &options)),
        "lay" => {
            let drawn = layout(&graph, &options);
            println!(
                "{}x{}, {} crossings, {} px of lines",
                drawn.size.w, drawn.size.h, drawn.score.crossings, drawn.score.length
            );
        }
        _ => return Err("say `lay` or `dot`".into()),
    }
    Ok(())
}

/// Packages of about ten classes; most links stay inside a package, the others lead to a later one.
fn generated(count: usize) -> Graph {
    let mut numbers = Numbers(count as u64);
    let mut graph = Graph::new();
    let packages = count.div_ceil(10);
    for _ in 0..packages {
        graph.add_cluster(Cluster {
            title: Size::new(60, 14),
            padding: Insets::all(16),
            ..Cluster::default()
        });
    }
    for index in 0..count {
        let size = (60 + numbers.below(120) as i64, 30 + numbers.below(90) as i64);
        graph.add_node(Node::new(size.0, size.1).inside(ClusterId(index / 10)));
    }
    for from in 0..count {
        for _ in 0..=numbers.below(2) {
            let package = (from / 10 + 1) * 10;
            let to = if numbers.below(10) < 8 {
                from + 1 + numbers.below(5) as usize
            } else {
                package + numbers.below(30) as usize
            };
            if to >= count || numbers.below(10) < 8 && to >= package {
                continue;
            }
            let is_flat = numbers.below(12) == 0;
            let label = numbers.below(5) == 0;
            graph.add_edge(Edge {
                relation: if is_flat { Relation::Beside } else { Relation::Below { min: 1 } },
                labels: Labels { middle: label.then(|| Size::new(50, 16)), ..Labels::default() },
                ..Edge::new(NodeId(from), NodeId(to))
            });
        }
    }
    graph
}

/// A fixed sequence of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
