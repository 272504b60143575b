//! Mermaid mind maps.

use std::collections::HashMap;

use serde_json::Value;

use super::{Out, string, text};
use crate::names::line;
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    out.begin("@startmindmap");
    let mut below: HashMap<&str, Vec<&str>> = HashMap::new();
    for edge in items(&model["edges"]) {
        below.entry(string(edge, "start")).or_default().push(string(edge, "end"));
    }
    let nodes: HashMap<&str, &Value> =
        items(&model["nodes"]).map(|it| (string(it, "id"), it)).collect();
    let root = items(&model["nodes"]).next().map(|it| string(it, "id"));
    let mut open: Vec<(&str, usize)> = root.into_iter().map(|it| (it, 1)).collect();
    while let Some((id, depth)) = open.pop() {
        let Some(node) = nodes.get(id) else { continue };
        put_node(node, depth, out);
        let children = below.remove(id).unwrap_or_default();
        open.extend(children.into_iter().rev().map(|it| (it, depth + 1)));
    }
    out.page.put("@endmindmap");
}

fn put_node(node: &Value, depth: usize, out: &mut Out) {
    let label = text(string(node, "label"));
    let marks = "*".repeat(depth);
    if label.contains('\n') {
        let lines: Vec<String> = label.lines().map(line).collect();
        out.put(0, &format!("{marks}:{};", lines.join("\n")));
    } else {
        let label = line(&label);
        out.put(0, &format!("{marks} {}", if label.is_empty() { "<U+00A0>" } else { &label }));
    }
    if node["icon"].is_string() {
        out.lose("an icon");
    }
    let shape = string(node, "shape");
    if !matches!(shape, "defaultMindmapNode" | "rect" | "rounded" | "mindmapCircle") {
        out.lose(format!("the shape `{shape}`"));
    }
}
