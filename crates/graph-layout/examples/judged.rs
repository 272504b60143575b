//! Lays out a folder of graphs in JSON and writes places, routes and times for a judge of layouts.
//!
//! `cargo run --release -p graph-layout --example judged -- INPUTS RESULTS [--style spline|polyline]`; with `--dot` instead
//! of a style, the graphs are written for Graphviz; with `--stability` instead of RESULTS, it prints how much small edits
//! of each graph change the relations of its nodes.
//! An input has `nodes` {id, w, h, parent, anchor}, `clusters` {id, parent, lw, lh}, `edges` {u, v, minlen, lw, lh, tw,
//! th, hw, hh, hidden} and `dir`; an anchor is an invisible node that stands for its cluster as the end of an edge.

#![expect(clippy::print_stdout, reason = "a report for people is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    reason = "a program may read files and the clock; only the library may not"
)]

#[path = "input/dot.rs"]
mod dot;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use graph_layout::{
    Cluster, Direction, Edge, End, Graph, Insets, Labels, Layout, Node, Options, Rect, Relation,
    Routing, Size, layout,
};
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let inputs = arguments.next().ok_or("name the folder of inputs")?;
    let results = arguments.next().ok_or("name the folder for results")?;
    if results == "--stability" {
        return stability(&inputs);
    }
    let flag = arguments.next();
    let routing = match arguments.next().as_deref() {
        Some("spline") => Routing::Spline,
        Some("polyline") => Routing::Polyline,
        _ => Routing::Orthogonal,
    };
    fs::create_dir_all(&results)?;
    let mut names: Vec<_> = fs::read_dir(&inputs)?.collect::<Result<Vec<_>, _>>()?;
    names.sort_by_key(fs::DirEntry::file_name);
    for name in names {
        let input: Value = serde_json::from_str(&fs::read_to_string(name.path())?)?;
        let problem = Problem::read(&input, routing).ok_or("an input without nodes or edges")?;
        if flag.as_deref() == Some("--dot") {
            let file = Path::new(&results).join(name.path().file_stem().unwrap_or_default());
            fs::write(file.with_extension("dot"), dot::dot(&problem.graph, &problem.options))?;
            continue;
        }
        let runs = if problem.graph.nodes().len() > 150 { 1 } else { 20 };
        let start = Clock::start();
        let mut drawn = layout(&problem.graph, &problem.options);
        for _ in 1..runs {
            drawn = layout(&problem.graph, &problem.options);
        }
        let seconds = start.seconds() / f64::from(runs);
        let file = name.file_name();
        println!("{:40} {:8.2} ms", file.to_string_lossy(), seconds * 1000.0);
        let answer = problem.written(&input, &drawn, seconds);
        fs::write(Path::new(&results).join(file), answer.to_string())?;
    }
    Ok(())
}

/// Six small edits of each graph with at least eight and at most a hundred nodes: an edge dropped, a node added, a node
/// widened, each twice. Prints the share of relations of pairs of nodes (left or right, above or below) that were turned.
fn stability(inputs: &str) -> Result<(), Box<dyn Error>> {
    let mut names: Vec<_> = fs::read_dir(inputs)?.collect::<Result<Vec<_>, _>>()?;
    names.sort_by_key(fs::DirEntry::file_name);
    let (mut total, mut edits) = (0.0, 0);
    for name in names {
        let input: Value = serde_json::from_str(&fs::read_to_string(name.path())?)?;
        let problem =
            Problem::read(&input, Routing::Orthogonal).ok_or("an input without nodes or edges")?;
        let count = problem.graph.nodes().len();
        if !(8..=100).contains(&count) || problem.graph.edges().len() < 4 {
            continue;
        }
        let before = layout(&problem.graph, &problem.options);
        let mut sum = 0.0;
        for edit in 0..6 {
            let after = layout(&edited(&problem.graph, edit), &problem.options);
            sum += changed(&before.nodes, &after.nodes[..count]);
        }
        println!("{:40} {:5.1} %", name.file_name().to_string_lossy(), 100.0 * sum / 6.0);
        total += sum;
        edits += 6;
    }
    println!(
        "{edits} edits: {:.1} % of the relations of pairs change",
        100.0 * total / f64::from(edits)
    );
    Ok(())
}

/// The graph with one small change.
fn edited(graph: &Graph, edit: usize) -> Graph {
    let mut result = Graph::new();
    for cluster in graph.clusters() {
        result.add_cluster(cluster.clone());
    }
    let count = graph.nodes().len();
    let chosen = count * (1 + edit / 3) / 3;
    for (index, node) in graph.nodes().iter().enumerate() {
        let mut node = node.clone();
        if edit % 3 == 2 && index == chosen {
            node.size.w += 40;
        }
        result.add_node(node);
    }
    let dropped = graph.edges().len() * (1 + edit / 3) / 3;
    for (index, edge) in graph.edges().iter().enumerate() {
        if !edit.is_multiple_of(3) || index != dropped {
            result.add_edge(edge.clone());
        }
    }
    if edit % 3 == 1 {
        let parent = graph.nodes()[chosen].parent;
        let added = result.add_node(Node { parent, ..Node::new(80, 40) });
        result.add_edge(Edge::new(graph_layout::NodeId(chosen), added));
    }
    result
}

/// The share of relations that were turned; each pair has two, from left to right and from top to bottom.
fn changed(before: &[Rect], after: &[Rect]) -> f64 {
    let relation = |a: &Rect, b: &Rect| {
        let side = |a0: i64, a1: i64, b0: i64, b1: i64| i32::from(a1 <= b0) - i32::from(b1 <= a0);
        (side(a.x, a.right(), b.x, b.right()), side(a.y, a.bottom(), b.y, b.bottom()))
    };
    let (mut different, mut pairs) = (0_u32, 0_u32);
    for b in 0..before.len() {
        for a in 0..b {
            let (was, is) = (relation(&before[a], &before[b]), relation(&after[a], &after[b]));
            different += u32::from(was.0 * is.0 < 0) + u32::from(was.1 * is.1 < 0);
            pairs += 2;
        }
    }
    f64::from(different) / f64::from(pairs.max(1))
}

/// CPU time of this thread where the system tells it, else wall time.
struct Clock {
    wall: Instant,
    cpu: Option<u64>,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), cpu: Self::nanoseconds() }
    }

    fn nanoseconds() -> Option<u64> {
        fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.cpu, Self::nanoseconds()) {
            (Some(start), Some(end)) => (end - start) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

struct Problem {
    graph: Graph,
    options: Options,
    /// For each node of the input, its index in the graph, unless it is an anchor.
    nodes: Vec<Option<usize>>,
    edges: Vec<(usize, usize)>,
}

fn number(value: &Value, key: &str) -> i64 {
    value[key].as_f64().map_or(0, |it| it.ceil() as i64)
}

fn label(edge: &Value, width: &str, height: &str) -> Option<Size> {
    edge.get(width).map(|_| Size::new(number(edge, width), number(edge, height)))
}

impl Problem {
    fn read(input: &Value, routing: Routing) -> Option<Self> {
        let mut graph = Graph::new();
        let mut clusters = BTreeMap::new();
        let mut left: Vec<&Value> = input["clusters"].as_array()?.iter().collect();
        // Parents first, whatever the order of the input.
        while !left.is_empty() {
            let before = left.len();
            left.retain(|it| {
                let parent = it["parent"].as_str();
                if parent.is_some_and(|it| !clusters.contains_key(it)) {
                    return true;
                }
                let id = graph.add_cluster(Cluster {
                    parent: parent.map(|it| clusters[it]),
                    title: Size::new(number(it, "lw"), number(it, "lh")),
                    padding: Insets::all(16),
                    ..Cluster::default()
                });
                clusters.insert(it["id"].as_str().unwrap_or_default(), id);
                false
            });
            if left.len() == before {
                return None;
            }
        }
        let mut ends = BTreeMap::new();
        let mut nodes = Vec::new();
        for (index, node) in input["nodes"].as_array()?.iter().enumerate() {
            let parent = node["parent"].as_str().map(|it| clusters[it]);
            let is_anchor = node["anchor"].as_bool() == Some(true);
            let end = match parent {
                Some(cluster) if is_anchor => {
                    nodes.push(None);
                    End::Cluster(cluster)
                }
                _ => {
                    let id = graph.add_node(Node {
                        parent,
                        ..Node::new(number(node, "w"), number(node, "h"))
                    });
                    nodes.push(Some(id.0));
                    End::Node(id)
                }
            };
            ends.insert(node["id"].as_str()?, (end, index));
        }
        let mut edges = Vec::new();
        for edge in input["edges"].as_array()? {
            let (from, to) = (ends[edge["u"].as_str()?], ends[edge["v"].as_str()?]);
            let relation = match number(edge, "minlen") {
                0 => Relation::Beside,
                min => Relation::Below { min: min as u16 },
            };
            graph.add_edge(Edge {
                relation,
                labels: Labels {
                    tail: label(edge, "tw", "th"),
                    middle: label(edge, "lw", "lh"),
                    head: label(edge, "hw", "hh"),
                },
                drawn: edge["hidden"].as_bool() != Some(true),
                ..Edge::new(from.0, to.0)
            });
            edges.push((from.1, to.1));
        }
        let direction =
            if input["dir"] == "LR" { Direction::LeftRight } else { Direction::TopDown };
        Some(Self {
            graph,
            options: Options { direction, routing, ..Options::default() },
            nodes,
            edges,
        })
    }

    fn written(&self, input: &Value, drawn: &Layout, seconds: f64) -> Value {
        let mut nodes = Map::new();
        let ids = |key: &str| -> Vec<String> {
            let list = input[key].as_array().into_iter().flatten();
            list.map(|it| it["id"].as_str().unwrap_or_default().to_owned()).collect()
        };
        for (index, id) in ids("nodes").into_iter().enumerate() {
            let rect =
                self.nodes[index].map_or_else(|| self.anchor(index, drawn), |it| drawn.nodes[it]);
            nodes.insert(id, rect_json(&rect));
        }
        let mut clusters = Map::new();
        let mut frames = drawn.clusters.iter();
        // Clusters were added parents first; find each by walking the same way.
        let mut names: Vec<(String, Option<String>)> = input["clusters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|it| {
                (
                    it["id"].as_str().unwrap_or_default().to_owned(),
                    it["parent"].as_str().map(str::to_owned),
                )
            })
            .collect();
        while !names.is_empty() {
            let count = names.len();
            names.retain(|(id, parent)| {
                if parent.as_ref().is_some_and(|it| !clusters.contains_key(it)) {
                    return true;
                }
                if let Some(place) = frames.next() {
                    clusters.insert(id.clone(), rect_json(&place.frame));
                }
                false
            });
            if names.len() == count {
                break;
            }
        }
        let edges: Vec<Value> = drawn
            .edges
            .iter()
            .map(|route| {
                let kind = if matches!(route.path, graph_layout::Path::Curves(_)) {
                    "bezier"
                } else {
                    "poly"
                };
                let points: Vec<Value> =
                    route.path.points().iter().map(|it| json!([it.x, it.y])).collect();
                let labels: Vec<Value> =
                    [route.labels.tail, route.labels.middle, route.labels.head]
                        .iter()
                        .flatten()
                        .map(rect_json)
                        .collect();
                json!({ "kind": kind, "pts": points, "labels": labels })
            })
            .collect();
        json!({ "name": input["name"], "engine": "ours", "time": seconds, "nodes": nodes, "clusters": clusters, "edges": edges })
    }

    /// A point for an anchor: where its first edge ends.
    fn anchor(&self, index: usize, drawn: &Layout) -> Rect {
        for (route, &(from, to)) in drawn.edges.iter().zip(&self.edges) {
            let points = route.path.points();
            let end = if from == index { points.first() } else { points.last() };
            if let (true, Some(end)) = (from == index || to == index, end) {
                return Rect::new(end.x, end.y, 0, 0);
            }
        }
        Rect::default()
    }
}

fn rect_json(rect: &Rect) -> Value {
    json!([rect.x, rect.y, rect.w, rect.h])
}
