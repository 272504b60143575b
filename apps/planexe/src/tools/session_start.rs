//! `planexe.session.start`: a run towards a target.

use planexe_core::{ArtifactUri, Result};
use serde_json::Value;
use toolserver::Annotations;

use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.session.start",
    title: "Start a run",
    description: "Starts a run and returns at once; follow it by status or events. Targets: \
                  build_plan, validate_plan (needs a plan.md), build_plan_and_validate.",
    input: INPUT,
    output: OUTPUT,
    effects: Annotations::ADDITIVE,
    work,
};

const INPUT: &str = r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {
    "session_id": {"type": "string"},
    "target": {"type": "string", "description": "build_plan, validate_plan or build_plan_and_validate (default)."},
    "inputs": {
      "type": "object",
      "properties": {
        "seed_artifacts": {"type": "array", "items": {"type": "string"}, "description": "Artifacts of this session that must exist."}
      }
    }
  }
}"#;

pub(super) const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "run_id": {"type": "string"},
    "state": {"type": "string"},
    "target": {"type": "string"}
  }
}"#;

fn work(request: &Request<'_>) -> Result<Value> {
    let seeds = request.arguments["inputs"]["seed_artifacts"].as_array();
    let seeds = seeds.into_iter().flatten().filter_map(Value::as_str);
    let seeds = seeds.map(str::parse).collect::<Result<Vec<ArtifactUri>>>()?;
    let session = request.session()?;
    let run = request.engine.start(&request.caller, &session, request.target(), &seeds)?;
    Ok(shape::run(&run))
}
