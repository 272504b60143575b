//! `puml_dump_model`: what a diagram means: participants, pages of events, looks, everything resolved.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::Desk;
use super::export::models;
use crate::checked;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "theme": {"type": "string", "description": "A theme in place of the one the source names: default, dark, minimal, docs, sand, blueprint."},
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."},
    "allow_url_includes": {"type": "boolean", "default": false, "description": "Include from public addresses in this call, if the server was started with --allow-url-includes."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "models", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether no finding is an error."},
    "models": {"type": "array", "items": {"type": "object"}, "description": "One model a diagram, in order. Empty when the source has errors, or when it is large and a resource instead."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "resource": {"type": "object", "description": "Where to read what was too large to answer with: uri, mimeType, bytes."}
  }
}"#;

const DESCRIPTION: &str =
    "Returns what a diagram means: participants, pages of events, looks, everything resolved.";

pub(super) fn tool(desk: &Desk) -> Tool {
    let desk = desk.clone();
    Tool {
        title: "Dump the model".into(),
        annotations: desk.including(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_dump_model", DESCRIPTION, Schema::parse(INPUT), move |call, arguments| {
            dump(&desk, call, arguments)
        })
    }
}

fn dump(desk: &Desk, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::reaching(desk.url_includes, call, arguments)?;
    let answer = json!({
        "ok": checked.is_ok(),
        "models": [],
        "diagnostics": checked.findings(),
    });
    if !checked.is_ok() {
        return Ok(Answer::json(answer));
    }
    Ok(desk.answer_with(answer, "models", json!(models(&checked)), "models.json"))
}
