//! A tree in words: what hangs from what.

use puml_family::{Described, Explanation, Step, count, plain};

use crate::model::{Model, NodeId, Notation, Side};

pub(crate) fn explain(model: &Model) -> Explanation {
    let noun = match model.notation {
        Notation::Mindmap => "A mind map",
        Notation::Wbs => "A work breakdown structure",
    };
    let names: Vec<String> =
        model.roots.iter().map(|it| format!("“{}”", name(model, *it))).collect();
    let levels = model.nodes.iter().map(|it| it.level + 1).max().unwrap_or(0) as usize;
    let summary = format!(
        "{noun} about {} with {} on {}.",
        names.join(", "),
        count(model.nodes.len(), "node"),
        count(levels, "level"),
    );
    let mut parts = Vec::with_capacity(model.nodes.len());
    let mut flow = Vec::new();
    for root in &model.roots {
        let mut open = vec![*root];
        while let Some(id) = open.pop() {
            let node = model.node(id);
            parts.push(Described {
                id: node.code.clone().unwrap_or_else(|| (id.0 + 1).to_string()),
                name: name(model, id),
                kind: if node.level == 0 { "root" } else { "node" },
                counts: vec![("children", node.children.len() as u32), ("level", node.level)],
                group: node.parent.map(|it| ("parent", name(model, it))),
            });
            if !node.children.is_empty() {
                flow.push(Step {
                    page: 1,
                    depth: node.level,
                    text: has(model, id),
                    origin: node.origin,
                });
            }
            open.extend(node.children.iter().rev().copied());
        }
    }
    for arrow in &model.arrows {
        let says = match plain(&arrow.label) {
            text if text.is_empty() => String::new(),
            text => format!(": {text}"),
        };
        let text =
            format!("“{}” leads to “{}”{says}", name(model, arrow.from), name(model, arrow.to));
        flow.push(Step { page: 1, depth: 0, text, origin: arrow.origin });
    }
    Explanation { summary, parts_name: "nodes", parts, flow }
}

fn name(model: &Model, id: NodeId) -> String {
    plain(&model.node(id).label)
}

/// `“Root” has “a” and “b”`, the sides apart where a mind map has both.
fn has(model: &Model, id: NodeId) -> String {
    let names = |side: Side| -> Vec<String> {
        model.children(id, side).map(|it| format!("“{}”", name(model, it))).collect()
    };
    let (left, right) = (names(Side::Left), names(Side::Right));
    let own = name(model, id);
    match (left.is_empty(), right.is_empty()) {
        (true, _) => format!("“{own}” has {}", listed(&right)),
        (false, true) => format!("“{own}” has {} on the left", listed(&left)),
        (false, false) => {
            format!("“{own}” has {} on the right and {} on the left", listed(&right), listed(&left))
        }
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
