//! Lays out a folder of graphs in JSON and writes places, routes and times for a judge of layouts.
//!
//! `cargo run --release -p graph-layout --example judged -- INPUTS RESULTS [--style STYLE]`
//! An input has `nodes` {id, w, h, parent, anchor}, `clusters` {id, parent, lw, lh}, `edges` {u, v, minlen, lw, lh, tw,
//! th, hw, hh, hidden} and `dir`; an anchor is an invisible node that stands for its cluster as the end of an edge.

#![expect(clippy::print_stdout, reason = "a report for people is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    reason = "a program may read files and the clock; only the library may not"
)]

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
    let routing = match arguments.nth(1).as_deref() {
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
