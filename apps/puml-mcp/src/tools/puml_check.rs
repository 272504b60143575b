//! `puml_check`: is this source right? Everything that is wrong, at once.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::Desk;
use crate::checked;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."},
    "allow_url_includes": {"type": "boolean", "default": false, "description": "Include from public addresses in this call, if the server was started with --allow-url-includes."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "diagnostics", "summary", "family"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether no finding is an error."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the first diagram: sequence, class, state, …; null where there is none."},
    "summary": {
      "type": "object",
      "required": ["diagrams", "participants", "events", "elements", "relations", "pages"],
      "properties": {
        "diagrams": {"type": "integer"},
        "participants": {"type": "integer"},
        "events": {"type": "integer"},
        "elements": {"type": "integer", "description": "Participants, classes, states, tasks …"},
        "relations": {"type": "integer", "description": "Messages and other events, links, transitions …"},
        "pages": {"type": "integer"}
      }
    }
  }
}"#;

const DESCRIPTION: &str = "Checks a puml diagram of any family: preprocesses, parses and resolves it, and returns every \
problem with its place, reason and fixes. Mandatory before a diagram is called valid or delivered; repair and call \
again until ok is true.";

pub(super) fn tool(desk: &Desk) -> Tool {
    let desk = desk.clone();
    Tool {
        title: "Check a diagram".into(),
        annotations: desk.including(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_check", DESCRIPTION, Schema::parse(INPUT), move |call, arguments| {
            check(&desk, call, arguments)
        })
    }
}

fn check(desk: &Desk, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::reaching(desk.url_includes, call, arguments)?;
    Ok(Answer::json(json!({
        "ok": checked.is_ok(),
        "diagnostics": checked.findings(),
        "summary": checked::summary(&checked),
        "family": checked.diagrams().next().map(|it| it.kind()),
    })))
}
