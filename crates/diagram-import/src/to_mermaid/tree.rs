//! Mind maps and work breakdown structures as mind maps.

use serde_json::Value;

use super::words::{escaped, quoted};
use super::{Out, string};
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    out.put(0, "mindmap");
    if model["notation"] == "wbs" {
        out.turn(&Value::Null, "a work breakdown structure", "a mind map");
    }
    if model["topToBottom"] == true {
        out.lose(&Value::Null, "the direction from top to bottom");
    }
    for arrow in items(&model["arrows"]) {
        out.lose(arrow, "an arrow between nodes");
    }
    let nodes: Vec<&Value> = items(&model["nodes"]).collect();
    let roots: Vec<usize> = items(&model["roots"]).filter_map(index).collect();
    let mut number = 0;
    let mut depth = 1;
    if let [_, second, ..] = roots[..] {
        out.turn(nodes[second], "a second root", "a branch of one without words");
        out.put(1, "n0[\" \"]");
        depth = 2;
    }
    let mut open: Vec<(usize, usize)> = roots.into_iter().rev().map(|it| (it, depth)).collect();
    while let Some((at, depth)) = open.pop() {
        let Some(node) = nodes.get(at) else { continue };
        number += 1;
        put_node(node, number, depth, model, out);
        let children: Vec<usize> = items(&node["children"]).filter_map(index).collect();
        open.extend(children.into_iter().rev().map(|it| (it, depth + 1)));
    }
}

fn put_node(node: &Value, number: usize, depth: usize, model: &Value, out: &mut Out) {
    let text = out.words(string(node, "text"), node);
    for (part, what) in [
        ("left", "the left side"),
        ("boxless", "a node without a box"),
        ("color", "the colours and styles"),
        ("stereotypes", "the stereotypes of nodes"),
    ] {
        if !node[part].is_null() {
            out.lose(node, what);
        }
    }
    if node["color"].is_null() {
        out.plain_look(model, node);
    }
    let is_word = |it: char| it.is_alphanumeric() || it == ' ';
    let is_bare = text.chars().all(is_word) && text.starts_with(char::is_alphabetic);
    if is_bare {
        out.put(depth, &escaped(&text));
    } else {
        out.put(depth, &format!("n{number}[{}]", quoted(&text)));
    }
}

fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|it| usize::try_from(it).ok())
}
