//! Advice on reading a tree.

use diag::Diagnostic;
use puml_family::plain;

use crate::codes::lint::{LONG_NODE, ONLY_CHILD, WIDE_NODE};
use crate::model::{Model, NodeId};

/// More children than anybody takes in at a glance.
const CHILDREN: usize = 12;
/// Characters of a node that still reads as a name.
const LETTERS: usize = 80;
/// The length of a chain of single children from which on it is reported.
const CHAIN: usize = 3;

pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (idx, node) in model.nodes.iter().enumerate() {
        let name = plain(&node.label);
        if node.children.len() > CHILDREN {
            let message = format!("`{name}` has {} children", node.children.len());
            found.push(
                Diagnostic::new(WIDE_NODE, node.origin, message)
                    .with_hint("put some of them under a node of their own"),
            );
        }
        let letters = name.chars().count();
        if letters > LETTERS {
            let message = format!("the text of this node has {letters} characters");
            found.push(
                Diagnostic::new(LONG_NODE, node.origin, message)
                    .with_hint("name the thing here and explain it below, or in the text beside"),
            );
        }
        if chain(model, NodeId(idx as u32)) == CHAIN {
            let message = format!("`{name}` begins a chain of single children");
            found.push(
                Diagnostic::new(ONLY_CHILD, node.origin, message)
                    .with_hint("join them into one node"),
            );
        }
    }
    found
}

/// How many single children follow each other below a node that is no single child itself.
fn chain(model: &Model, start: NodeId) -> usize {
    let is_only = |id: NodeId| {
        let parent = model.node(id).parent;
        parent.is_some_and(|it| model.node(it).children.len() == 1)
    };
    if is_only(start) {
        return 0;
    }
    let mut length = 0;
    let mut at = start;
    while let [only] = model.node(at).children.as_slice() {
        length += 1;
        at = *only;
        if length > CHAIN {
            return CHAIN;
        }
    }
    length
}
