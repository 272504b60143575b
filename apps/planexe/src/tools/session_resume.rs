//! `planexe.session.resume`: continues with what is stale, and nothing else.

use planexe_core::{ArtifactUri, Invalidate, Result};
use serde_json::Value;
use toolserver::Annotations;

use super::{Request, Row, session_start};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.session.resume",
    title: "Resume a session",
    description: "Starts the next run after a stop, a failure or an edit. Only stale tasks run; your \
                  edits stay. invalidate.artifacts makes the consumers of artifacts stale, \
                  invalidate.tasks makes tasks and everything behind them stale and gives up edits \
                  in their place.",
    input: INPUT,
    output: session_start::OUTPUT,
    effects: Annotations::ADDITIVE,
    work,
};

const INPUT: &str = r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {
    "session_id": {"type": "string"},
    "target": {"type": "string", "description": "build_plan, validate_plan or build_plan_and_validate (default)."},
    "resume_policy": {"type": "string", "enum": ["luigi_up_to_date"], "description": "Only stale tasks run."},
    "invalidate": {
      "type": "object",
      "properties": {
        "artifacts": {"type": "array", "items": {"type": "string"}, "description": "Artifact URIs whose consumers run again."},
        "tasks": {"type": "array", "items": {"type": "string"}, "description": "Tasks that run again, with everything behind them."}
      }
    }
  }
}"#;

fn work(request: &Request<'_>) -> Result<Value> {
    let invalidate = invalidate(&request.arguments["invalidate"])?;
    let session = request.session()?;
    let run = request.engine.resume(&request.caller, &session, request.target(), &invalidate)?;
    Ok(shape::run(&run))
}

/// The lists of an `invalidate` object.
pub(super) fn invalidate(given: &Value) -> Result<Invalidate> {
    let list = |name: &str| {
        given[name].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned)
    };
    let artifacts =
        list("artifacts").map(|uri| uri.parse()).collect::<Result<Vec<ArtifactUri>>>()?;
    Ok(Invalidate { artifacts, tasks: list("tasks").collect() })
}
