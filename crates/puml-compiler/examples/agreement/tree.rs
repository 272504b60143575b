//! Structures of mind maps and work breakdown structures: the whole tree, and the arrows between its nodes.

use std::fmt::Write as _;

use serde_json::Value;

/// What differs between the reference's tree and ours, which is a model in JSON.
pub(crate) fn unequal(record: &Value, ours: &Value) -> Option<String> {
    let (theirs, ours) = (reference(record), model(ours));
    if theirs == ours {
        return None;
    }
    let mut pairs = theirs.lines().zip(ours.lines());
    let differing = pairs.find(|(one, two)| one != two);
    Some(match differing {
        Some((one, two)) => format!("{one:?} there, {two:?} here"),
        None => format!("{} lines there, {} here", theirs.lines().count(), ours.lines().count()),
    })
}

/// One node as both sides write it.
struct Node<'a> {
    text: String,
    boxless: bool,
    color: String,
    stereotypes: Vec<&'a str>,
}

impl Node<'_> {
    fn write(&self, depth: usize, side: &str, out: &mut String) {
        let Self { text, boxless, color, stereotypes } = self;
        let _ = writeln!(
            out,
            "{depth} {side} {text:?} boxless={boxless} color={color} {stereotypes:?}"
        );
    }
}

fn reference(record: &Value) -> String {
    let mut out = String::new();
    if record["direction"] == "TOP_TO_BOTTOM" {
        out.push_str("top to bottom\n");
    }
    for map in record["maps"].as_array().into_iter().flatten() {
        reference_node(&map["regular"], 0, "root", &mut out);
        let left = map["reverse"]["children"].as_array();
        left.into_iter().flatten().for_each(|it| reference_node(it, 1, "left", &mut out));
    }
    if record["root"].is_object() {
        reference_node(&record["root"], 0, "root", &mut out);
    }
    for link in record["links"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "{} -> {}", lines(&link["a"]), lines(&link["b"]));
    }
    out
}

fn reference_node(node: &Value, depth: usize, side: &str, out: &mut String) {
    let strings = |name: &str| -> Vec<&str> {
        node[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let written = Node {
        text: lines(&node["text"]),
        // A joint without a text has no shape.
        boxless: node["shape"] == "NONE" || lines(&node["text"]).is_empty(),
        color: color(&node["color"]),
        stereotypes: strings("stereotype"),
    };
    written.write(depth, side, out);
    let below = if side == "left" { "left" } else { "right" };
    for (name, side) in [("children", below), ("left", "left"), ("right", "right")] {
        // The children of a root on its left stand at the front of those on its right as well.
        if depth == 0 && name == "left" {
            continue;
        }
        let children = node[name].as_array().into_iter().flatten();
        children.for_each(|it| reference_node(it, depth + 1, side, out));
    }
}

fn color(color: &Value) -> String {
    match color.as_str().unwrap_or_default() {
        "transparent" => "#00000000".to_owned(),
        it => it.to_ascii_lowercase(),
    }
}

/// Lines without the blanks around them.
fn lines(text: &Value) -> String {
    let lines = text.as_array().into_iter().flatten().filter_map(Value::as_str);
    joined(lines)
}

fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.map(str::trim).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn model(model: &Value) -> String {
    let mut out = String::new();
    if model["topToBottom"] == true {
        out.push_str("top to bottom\n");
    }
    let nodes: &[Value] = model["nodes"].as_array().map_or(&[], Vec::as_slice);
    // The right side of a mind map's root comes first, the left side of a spine.
    let sides = if model["notation"] == "mindmap" { ["right", "left"] } else { ["left", "right"] };
    for root in model["roots"].as_array().into_iter().flatten() {
        let at = root.as_u64().unwrap_or_default() as usize;
        model_node(nodes, at, "root", sides, &mut out);
    }
    let name = |end: &Value| {
        let node = &nodes[end.as_u64().unwrap_or_default() as usize];
        joined(node["text"].as_str().unwrap_or_default().lines())
    };
    for arrow in model["arrows"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "{} -> {}", name(&arrow["from"]), name(&arrow["to"]));
    }
    out
}

fn model_node(nodes: &[Value], at: usize, side: &str, sides: [&str; 2], out: &mut String) {
    let node = &nodes[at];
    let depth = node["level"].as_u64().unwrap_or_default() as usize;
    let written = Node {
        text: joined(node["text"].as_str().unwrap_or_default().split('\n')),
        boxless: node["boxless"] == true || node["text"].is_null(),
        color: color(&node["color"]),
        stereotypes: node["stereotypes"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect(),
    };
    written.write(depth, side, out);
    let children: Vec<usize> = node["children"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it.as_u64().map(|it| it as usize))
        .collect();
    for side in sides {
        for child in &children {
            let is_left = nodes[*child]["left"] == true;
            if is_left == (side == "left") {
                model_node(nodes, *child, side, sides, out);
            }
        }
    }
}
