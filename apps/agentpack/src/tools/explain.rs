//! `explain`: where each planned or drifted file comes from.

use serde_json::Value as Json;

use super::{Effect, Row, text};
use crate::commands;
use crate::commands::explain::Kind;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["kind"],
  "properties": {
    $SELECTION,
    "kind": { "type": "string", "enum": ["plan", "diff", "status"], "description": "Maps to `agentpack explain <kind> --json`." }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "explain",
    title: "Explain",
    description: "Names the modules, layers and source files behind each planned or drifted file, and what a host cannot express.",
    schema: SCHEMA,
    effect: Effect::Reads,
    names: |arguments| kind(arguments).names(),
    call: |context, arguments| commands::explain::reply(context, kind(arguments)),
};

fn kind(arguments: &Json) -> Kind {
    match text(arguments, "kind") {
        Some("status") => Kind::Status,
        Some("diff") => Kind::Diff,
        _ => Kind::Plan,
    }
}
