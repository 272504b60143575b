//! The model as JSON. What is absent, false or empty is left out.

use diag::SourceId;
use puml_family::json::{self, Object};
use serde_json::Value;

use crate::element::vocabulary;
use crate::model::{Arrow, Direction, Model, NodeId, Notation, Side};

/// The version of the form, as its `version` field says.
const VERSION: u32 = 1;

/// The model as one value; `source` is the text that ranges count in unless they say otherwise.
pub(crate) fn model_json(model: &Model, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("version", VERSION);
    out.put(
        "notation",
        match model.notation {
            Notation::Mindmap => "mindmap",
            Notation::Wbs => "wbs",
        },
    );
    json::surroundings(&mut out, &model.surroundings);
    out.flag("topToBottom", model.direction == Direction::TopToBottom);
    let nodes = (0..model.nodes.len()).map(|it| node(model, NodeId(it as u32), source));
    out.put("nodes", nodes.collect::<Value>());
    let roots = model.roots.iter().map(|it| Value::from(it.0));
    out.put("roots", roots.collect::<Value>());
    if !model.arrows.is_empty() {
        out.put("arrows", model.arrows.iter().map(|it| arrow(it, source)).collect::<Value>());
    }
    json::sprites(&mut out, &model.sprites);
    out.put("looks", json::looks(&model.looks, vocabulary(model.notation)));
    out.done()
}

fn node(model: &Model, id: NodeId, source: SourceId) -> Value {
    let node = model.node(id);
    let mut out = Object::default();
    out.text("text", &node.label);
    out.put("level", node.level);
    out.some("parent", node.parent.map(|it| it.0));
    out.flag("left", node.side == Side::Left && node.parent.is_some());
    out.flag("boxless", !node.boxed);
    out.some("code", node.code.as_deref());
    out.some("color", node.color.map(json::color));
    if !node.children.is_empty() {
        out.put("children", node.children.iter().map(|it| it.0).collect::<Vec<_>>());
    }
    if !node.stereotypes.is_empty() {
        let classes = node.stereotypes.iter().map(|it| Value::from(it.as_str()));
        out.put("stereotypes", classes.collect::<Value>());
    }
    out.look("look", node.look);
    out.look("lineLook", node.line);
    out.put("at", json::at(node.origin, source));
    out.done()
}

fn arrow(arrow: &Arrow, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("from", arrow.from.0);
    out.put("to", arrow.to.0);
    out.text("text", &arrow.label);
    out.look("look", arrow.look);
    out.put("at", json::at(arrow.origin, source));
    out.done()
}
