//! Mermaid flowcharts as component diagrams: nodes as figures, subgraphs as frames, edges as links.

use std::collections::HashMap;

use serde_json::Value;

use super::{Out, labelled, string, text};
use crate::names::{Aliases, line, quoted};
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    out.begin("@startuml");
    out.direction(&model["direction"]);
    let mut parents: HashMap<&str, &str> = HashMap::new();
    for group in items(&model["subgraphs"]) {
        for node in items(&group["nodes"]).filter_map(Value::as_str) {
            parents.entry(node).or_insert_with(|| string(group, "id"));
        }
    }
    let mut flow = Flow { model, parents, aliases: Aliases::default() };
    flow.group("", 0, out);
    for edge in items(&model["edges"]) {
        flow.edge(edge, out);
    }
    out.page.put("@enduml");
}

struct Flow<'m> {
    model: &'m Value,
    parents: HashMap<&'m str, &'m str>,
    aliases: Aliases,
}

impl Flow<'_> {
    fn is_group(&self, id: &str) -> bool {
        items(&self.model["subgraphs"]).any(|it| string(it, "id") == id)
    }

    /// The nodes and subgraphs of a subgraph; of the whole chart for an empty name.
    fn group(&mut self, parent: &str, depth: usize, out: &mut Out) {
        let model = self.model;
        let is_here = |flow: &Self, id: &str| flow.parents.get(id).copied().unwrap_or("") == parent;
        for node in items(&model["nodes"]) {
            let id = string(node, "id");
            if is_here(self, id) && !self.is_group(id) {
                self.node(node, depth, out);
            }
        }
        for group in items(&model["subgraphs"]) {
            let id = string(group, "id");
            // A subgraph that names itself as its part would never end.
            if !is_here(self, id) || id == parent || depth > 64 {
                continue;
            }
            let alias = self.aliases.of(id);
            out.put(
                depth,
                &format!("rectangle {} as {alias} {{", quoted(&text(string(group, "title")))),
            );
            self.group(id, depth + 1, out);
            out.put(depth, "}");
            if group["dir"].is_string() {
                out.lose("the direction of a subgraph");
            }
        }
    }

    fn node(&mut self, node: &Value, depth: usize, out: &mut Out) {
        let shape = node["shape"].as_str().unwrap_or("squareRect");
        let (figure, is_same) = figure(shape);
        if !is_same {
            out.lose(format!("the shape `{shape}`"));
        }
        let alias = self.aliases.of(string(node, "id"));
        let label = quoted(&text(string(node, "label")));
        let link =
            node["link"].as_str().map_or_else(String::new, |it| format!(" [[{}]]", line(it)));
        let color = self.fill(node, out).map_or_else(String::new, |it| format!(" #{it}"));
        out.put(depth, &format!("{figure} {label} as {alias}{link}{color}"));
    }

    /// The fill of a node in hex, from its classes and its own styles.
    fn fill(&self, node: &Value, out: &mut Out) -> Option<String> {
        let classes = items(&node["classes"]).filter_map(Value::as_str);
        let of_classes = classes.flat_map(|it| items(&self.model["classDefs"][it]));
        let mut fill = None;
        for style in of_classes.chain(items(&node["styles"])).filter_map(Value::as_str) {
            match style.split_once(':').map(|it| (it.0.trim(), it.1.trim())) {
                Some(("fill", color)) => fill = hex(color).or(fill),
                _ => out.lose("styles other than the fill of a node"),
            }
        }
        fill
    }

    fn edge(&mut self, edge: &Value, out: &mut Out) {
        let [from, to] = ["from", "to"].map(|it| self.aliases.of(string(edge, it)));
        let kind = string(edge, "type");
        let form = kind.trim_start_matches("double_").trim_start_matches("arrow_");
        let (left, right) = match form {
            "point" => ("<", ">"),
            "circle" => ("0", "0"),
            "cross" => ("x", "x"),
            _ => ("", ""),
        };
        let left = if kind.starts_with("double_") { left } else { "" };
        let dashes = edge["length"].as_u64().unwrap_or(1).clamp(1, 20) as usize;
        let (sign, style) = match string(edge, "stroke") {
            "dotted" => (".", ""),
            "thick" => ("-", "[bold]"),
            "invisible" => ("-", "[hidden]"),
            _ => ("-", ""),
        };
        let rest = sign.repeat(dashes);
        let label = labelled(edge["label"].as_str().unwrap_or_default());
        out.put(0, &format!("{from} {left}{sign}{style}{rest}{right} {to}{label}"));
    }
}

/// The figure nearest to a shape, and whether it looks the same.
fn figure(shape: &str) -> (&'static str, bool) {
    match shape {
        "squareRect" | "rect" | "square" | "proc" | "process" | "rectangle" => ("rectangle", true),
        "round" | "rounded" | "event" => ("card", true),
        "ellipse" | "circle" | "circ" | "stadium" | "pill" | "terminal" => ("usecase", true),
        "cylinder" | "cyl" | "db" | "database" => ("database", true),
        "hexagon" | "hex" | "prepare" => ("hexagon", true),
        "doc" | "document" => ("file", true),
        "cloud" => ("cloud", true),
        "diamond" | "diam" | "decision" | "question" => ("hexagon", false),
        "doublecircle" | "dbl-circ" => ("usecase", false),
        _ => ("rectangle", false),
    }
}

fn hex(color: &str) -> Option<String> {
    let digits = color.strip_prefix('#')?;
    let is_hex = digits.chars().all(|it| it.is_ascii_hexdigit());
    match digits.len() {
        6 if is_hex => Some(digits.to_owned()),
        3 if is_hex => Some(digits.chars().flat_map(|it| [it, it]).collect()),
        _ => None,
    }
}
