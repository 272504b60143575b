//! `planexe.export.bundle`: all artifacts as one zip, itself an artifact.

use planexe_core::{Logs, Result};
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.export.bundle",
    title: "Export a bundle",
    description: "Zips the artifacts of a session into the artifact bundle.zip, which can then be \
                  read. Logs are left out unless include_logs is true: they may quote prompts. Artifacts \
                  whose content is lost are left out and listed under missing.",
    input: r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {
    "session_id": {"type": "string"},
    "include_logs": {"type": "boolean", "description": "Default: false."}
  }
}"#,
    output: r#"{
  "type": "object",
  "properties": {
    "artifact_uri": {"type": "string"},
    "size": {"type": "integer"},
    "sha256": {"type": "string"},
    "paths": {"type": "array", "items": {"type": "string"}},
    "missing": {"type": "array", "items": {"type": "string"}, "description": "Left out: their content is missing or altered."}
  }
}"#,
    effects: Annotations { idempotent: true, ..Annotations::ADDITIVE },
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let session = request.session()?;
    let logs = if request.arguments["include_logs"] == true { Logs::With } else { Logs::Without };
    let (artifact, bundle) = request.engine.bundle_as_artifact(&request.caller, &session, logs)?;
    let mut answer = shape::artifact(&session, &artifact);
    answer["paths"] = json!(bundle.paths);
    answer["missing"] = json!(bundle.missing);
    Ok(answer)
}
