//! `planexe.artifact.list`: what a session holds.

use planexe_core::Result;
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.artifact.list",
    title: "List artifacts",
    description: "Lists the artifacts of a session, or those below a folder of it, with sha256, \
                  kind and whether an edit of yours is pinned there.",
    input: INPUT,
    output: OUTPUT,
    effects: Annotations::READ_ONLY,
    work,
};

const INPUT: &str = r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {
    "session_id": {"type": "string"},
    "path": {"type": "string", "description": "A folder inside the session; empty for everything."},
    "include_metadata": {"type": "boolean", "description": "false gives type, path and URI only. Default: true."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "session_id": {"type": "string"},
    "title": {"type": "string"},
    "entries": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "type": {"type": "string"},
          "path": {"type": "string"},
          "artifact_uri": {"type": "string"},
          "size": {"type": "integer"},
          "updated_at": {"type": "string"},
          "content_type": {"type": "string"},
          "kind": {"type": "string", "enum": ["plan", "audit_report", "log", "state", "intermediate"]},
          "sha256": {"type": "string"}
        }
      }
    }
  }
}"#;

fn work(request: &Request<'_>) -> Result<Value> {
    let found = request.engine.session(&request.caller, &request.session()?)?;
    let session = found.id.clone();
    let artifacts = request.engine.artifacts(&request.caller, &session, request.text("path"))?;
    let is_short = request.arguments["include_metadata"] == false;
    let entries = artifacts.iter().map(|artifact| {
        let mut entry = shape::artifact(&session, artifact);
        if is_short && let Value::Object(fields) = &mut entry {
            fields.retain(|name, _| matches!(name.as_str(), "type" | "path" | "artifact_uri"));
        }
        entry
    });
    let entries: Vec<Value> = entries.collect();
    Ok(json!({ "session_id": session, "title": found.title(), "entries": entries }))
}
