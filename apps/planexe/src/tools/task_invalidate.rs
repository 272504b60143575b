//! `planexe.task.invalidate`: makes tasks stale without starting a run.

use planexe_core::Result;
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row, session_resume};

pub(super) const ROW: Row = Row {
    name: "planexe.task.invalidate",
    title: "Invalidate tasks",
    description: "Makes tasks and everything behind them stale, so that the next resume runs them; \
                  edits in place of the named tasks are given up (old versions stay readable). With \
                  artifacts, makes their consumers stale.",
    input: r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {
    "session_id": {"type": "string"},
    "tasks": {"type": "array", "items": {"type": "string"}},
    "artifacts": {"type": "array", "items": {"type": "string"}, "description": "Artifact URIs."}
  }
}"#,
    output: r#"{
  "type": "object",
  "properties": {"invalidated": {"type": "array", "items": {"type": "string"}}}
}"#,
    effects: Annotations::DESTRUCTIVE,
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let invalidate = session_resume::invalidate(request.arguments)?;
    let session = request.session()?;
    let names = request.engine.invalidate(&request.caller, &session, &invalidate)?;
    Ok(json!({ "invalidated": names }))
}
