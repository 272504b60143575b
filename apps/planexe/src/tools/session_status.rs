//! `planexe.session.status`: state, phase, progress, what is stale and why.

use planexe_core::Result;
use serde_json::Value;
use toolserver::Annotations;

use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.session.status",
    title: "Status of a session",
    description: "Tells state, phase, progress from 0 to 1, the latest artifacts, warnings, the \
                  error of a failed run, and which tasks are stale and why.",
    input: SESSION,
    output: OUTPUT,
    effects: Annotations::READ_ONLY,
    work,
};

/// The input of every tool that needs nothing but a session.
pub(super) const SESSION: &str = r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {"session_id": {"type": "string"}}
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "session_id": {"type": "string"},
    "title": {"type": "string"},
    "run_id": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    "state": {"type": "string", "enum": ["created", "running", "stopping", "stopped", "completed", "failed", "archived"]},
    "phase": {"type": "string", "enum": ["initializing", "generating_plan", "validating", "exporting", "finalizing"]},
    "progress": {
      "type": "object",
      "properties": {
        "overall": {"type": "number", "minimum": 0, "maximum": 1},
        "current_task": {
          "anyOf": [
            {"type": "null"},
            {
              "type": "object",
              "properties": {
                "name": {"type": "string"},
                "pct": {"anyOf": [{"type": "number"}, {"type": "null"}]}
              }
            }
          ]
        }
      }
    },
    "timing": {
      "type": "object",
      "properties": {
        "started_at": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "elapsed_sec": {"type": "integer"}
      }
    },
    "latest_artifacts": {"type": "array", "items": {"type": "object"}},
    "warnings": {"type": "array", "items": {"type": "string"}},
    "stale": {"type": "array", "items": {"type": "object"}},
    "stalled": {"type": "boolean"}
  }
}"#;

fn work(request: &Request<'_>) -> Result<Value> {
    let status = request.engine.status(&request.caller, &request.session()?)?;
    Ok(shape::status(&status))
}
