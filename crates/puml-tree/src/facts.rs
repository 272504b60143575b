//! The model, one fact a line.

use std::fmt::Write as _;

use crate::model::{Model, Node, NodeId, Notation, Side};

pub(crate) fn facts(model: &Model) -> String {
    let mut out = String::new();
    let notation = match model.notation {
        Notation::Mindmap => "mindmap",
        Notation::Wbs => "wbs",
    };
    let _ = writeln!(out, "{notation} {:?}", model.direction);
    for root in &model.roots {
        let mut open = vec![*root];
        while let Some(id) = open.pop() {
            let node = model.node(id);
            line(&mut out, node);
            open.extend(node.children.iter().rev().copied());
        }
    }
    for arrow in &model.arrows {
        let name = |id: NodeId| model.node(id).code.clone().unwrap_or_default();
        let _ = writeln!(
            out,
            "arrow {} -> {} {:?}",
            name(arrow.from),
            name(arrow.to),
            arrow.label.text
        );
    }
    out
}

fn line(out: &mut String, node: &Node) {
    let indent = "  ".repeat(node.level as usize);
    let side = match (node.level, node.side) {
        (0, _) => "root",
        (_, Side::Left) => "left",
        (_, Side::Right) => "right",
    };
    let _ = write!(out, "{indent}{side} {:?}", node.label.text);
    if !node.boxed {
        out.push_str(" boxless");
    }
    if let Some(code) = &node.code {
        let _ = write!(out, " ({code})");
    }
    for class in &node.stereotypes {
        let _ = write!(out, " <<{class}>>");
    }
    out.push('\n');
}
