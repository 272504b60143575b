//! Component, deployment and use case diagrams, and activities in the older syntax, as flowcharts.

use serde_json::Value;

use super::chart::{Edge, Shape, node};
use super::graph::Graph;
use super::{Out, is_styled, string};
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    let mut graph = Graph::new(model, out);
    out.put(0, if graph.is_left_to_right() { "flowchart LR" } else { "flowchart TD" });
    group(&mut graph, None, 1, out);
    for link in graph.links() {
        edge(&mut graph, link, out);
    }
    for (idx, note) in items(&model["notes"]).enumerate() {
        write_note(&mut graph, note, idx, out);
    }
    styles(&mut graph, out);
}

/// The nodes and subgraphs of a group; of the whole chart for none.
fn group(graph: &mut Graph<'_>, id: Option<&str>, depth: usize, out: &mut Out) {
    for entity in graph.entities_in(id) {
        write_node(graph, entity, depth, out);
    }
    for inner in graph.groups_in(id) {
        let name = graph.aliases.of(string(inner, "id"));
        let text = text_of(inner, out);
        if inner["kind"] != "rectangle" {
            out.turn(inner, format!("the frame `{}`", string(inner, "kind")), "a box");
        }
        if !inner["link"].is_null() {
            out.lose(inner, "the link of a frame");
        }
        out.plain_look(graph.model, inner);
        out.put(depth, &format!("subgraph {name}[{}]", super::words::quoted(&text)));
        group(graph, inner["id"].as_str(), depth + 1, out);
        out.put(depth, "end");
    }
}

/// The name with the stereotypes above it.
fn text_of(part: &Value, out: &mut Out) -> String {
    let mut lines = Vec::new();
    for stereotype in items(&part["stereotypes"]).filter_map(Value::as_str) {
        out.turn(part, "a stereotype", "part of the text");
        lines.push(out.words(stereotype, part));
    }
    lines.push(out.words(string(part, "name"), part));
    lines.join("\n")
}

fn write_node(graph: &mut Graph<'_>, entity: &Value, depth: usize, out: &mut Out) {
    let name = graph.aliases.of(string(entity, "id"));
    let mut text = text_of(entity, out);
    for row in items(&entity["compartments"]).flat_map(|it| items(&it["rows"])) {
        match row["text"].as_str() {
            Some(row) => text = format!("{text}\n{}", out.words(row, entity)),
            None => out.lose(entity, "a line or a table in a box"),
        }
    }
    let kind = string(entity, "kind");
    let (shape, is_same) = shape(kind);
    if !is_same {
        out.lose(entity, format!("the figure `{kind}`"));
    }
    if entity["hidden"] == true {
        out.lose(entity, "that an element is hidden");
    }
    out.put(depth, &node(&name, shape, &text));
}

/// The shape nearest to a figure, and whether it stands for that figure alone.
fn shape(kind: &str) -> (Shape, bool) {
    match kind {
        "rectangle" => (Shape::BOX, true),
        "card" => (Shape::ROUND, true),
        "usecase" => (Shape::STADIUM, true),
        "database" => (Shape::Brackets("[(", ")]"), true),
        "hexagon" => (Shape::Brackets("{{", "}}"), true),
        "file" => (Shape::Named("doc"), true),
        "cloud" => (Shape::Named("cloud"), true),
        "usecase/" | "storage" | "businessUsecase" => (Shape::STADIUM, false),
        "circle" | "interface" | "boundary" | "control" | "entity" | "start" | "end" | "final" => {
            (Shape::Brackets("((", "))"), false)
        }
        "queue" => (Shape::Named("das"), false),
        "collections" | "stack" => (Shape::Named("procs"), false),
        "artifact" => (Shape::Named("doc"), false),
        "process" | "action" => (Shape::ROUND, false),
        "choice" | "branch" | "test" | "diamond" => (Shape::DIAMOND, false),
        "label" => (Shape::Named("text"), false),
        _ => (Shape::BOX, false),
    }
}

fn edge(graph: &mut Graph<'_>, link: &Value, out: &mut Out) {
    graph.lose_of_link(link, out);
    let [mut from, mut to] = ["from", "to"].map(|it| graph.aliases.of(string(link, it)));
    let [mut tail, mut head] = ["fromHead", "toHead"].map(|it| sign(link, it, out));
    if tail.is_some() && head.is_none() {
        (from, to) = (to, from);
        (tail, head) = (head, tail);
        out.turn(link, "an arrow that points back", "one between exchanged ends");
    }
    if tail.is_some() && tail != head {
        out.lose(link, "different heads at both ends of a link");
        tail = tail.and(head);
    }
    let length = link["length"].as_u64().unwrap_or(1).clamp(1, 20) as usize;
    let head = head.unwrap_or("");
    let left = match tail {
        Some(">") => "<",
        Some(other) => other,
        None => "",
    };
    let arrow = if link["hidden"] == true {
        if !head.is_empty() {
            out.lose(link, "the head of a hidden link");
        }
        "~".repeat(length + 2)
    } else {
        let line = match string(link, "line") {
            "dashed" => format!("-{}-", ".".repeat(length)),
            "dotted" => {
                out.turn(link, "a dotted line", "a dashed one");
                format!("-{}-", ".".repeat(length))
            }
            "bold" => "=".repeat(length + usize::from(head.is_empty()) + 1),
            _ => "-".repeat(length + usize::from(head.is_empty()) + 1),
        };
        format!("{left}{line}{head}")
    };
    let label = super::graph::link_words(link, out);
    Edge { from, to, arrow, label }.put(out);
}

/// The head of an edge, or none.
fn sign(link: &Value, end: &str, out: &mut Out) -> Option<&'static str> {
    match string(link, end) {
        "" => None,
        "arrow" => Some(">"),
        "circle" => Some("o"),
        "cross" => Some("x"),
        other => {
            out.lose(link, format!("the arrow head `{other}`"));
            match other {
                "arc" | "square" | "many" | "zeroOrMany" | "oneOrMany" | "zeroOrOne" | "one" => {
                    None
                }
                "dot" | "circleArc" | "composition" | "aggregation" | "plus" => Some("o"),
                _ => Some(">"),
            }
        }
    }
}

fn write_note(graph: &mut Graph<'_>, note: &Value, idx: usize, out: &mut Out) {
    out.turn(note, "a note", "a node");
    let text = out.words(string(note, "text"), note);
    let id = note["id"].as_str().map_or_else(|| format!("note {idx}"), str::to_owned);
    let name = graph.aliases.like(&id, &format!("note_{}", idx + 1));
    out.put(1, &node(&name, Shape::NOTE, &text));
    let owners: Vec<&str> = match note["of"].as_str() {
        Some(owner) => vec![owner],
        None => items(&graph.model["links"])
            .filter_map(|it| match (string(it, "from"), string(it, "to")) {
                (from, to) if from == id => Some(to),
                (from, to) if to == id => Some(from),
                _ => None,
            })
            .filter(|it| graph.entity(it).is_some() || graph.is_group(it))
            .collect(),
    };
    for owner in owners {
        let to = graph.aliases.of(owner);
        Edge { from: name.clone(), to, arrow: "-.-".to_owned(), label: String::new() }.put(out);
    }
}

/// The addresses and the fills that the source gives to single nodes.
fn styles(graph: &mut Graph<'_>, out: &mut Out) {
    for entity in items(&graph.model["entities"]) {
        let name = graph.aliases.of(string(entity, "id"));
        if let Some(url) = entity["link"]["url"].as_str() {
            if url.contains(['"', '\n']) {
                out.lose(entity, "an address with quotes");
            } else {
                out.put(1, &format!("click {name} \"{url}\""));
            }
        }
        if !is_styled(graph.model, entity) {
            continue;
        }
        let look = &graph.model["looks"][entity["look"].as_u64().unwrap_or_default() as usize];
        let is_hex = |it: &&str| it.len() == 7 && it[1..].chars().all(|it| it.is_ascii_hexdigit());
        match look["fill"].as_str().filter(is_hex) {
            Some(fill) => {
                out.put(1, &format!("style {name} fill:{fill}"));
                let plain = items(&graph.model["looks"])
                    .find(|it| string(it, "element") == string(entity, "kind"));
                if plain
                    .is_some_and(|it| ["line", "text"].iter().any(|part| it[*part] != look[*part]))
                {
                    out.lose(entity, "colours other than the fill of a node");
                }
            }
            None => out.lose(entity, "the colours and styles"),
        }
    }
}
