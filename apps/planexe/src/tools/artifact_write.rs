//! `planexe.artifact.write`: an edit, pinned from now on.

use planexe_core::{ArtifactUri, Digest, Edit, Error, Result};
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};

pub(super) const ROW: Row = Row {
    name: "planexe.artifact.write",
    title: "Write an artifact",
    description: "Writes an artifact while no run is active. The edit is pinned: runs build on it \
                  and never overwrite it, and tasks that depend on it run at the next resume. Pass \
                  lock.expected_sha256 to avoid overwriting somebody else's edit.",
    input: INPUT,
    output: OUTPUT,
    effects: Annotations::DESTRUCTIVE,
    work,
};

const INPUT: &str = r#"{
  "type": "object",
  "required": ["artifact_uri", "content"],
  "properties": {
    "artifact_uri": {"type": "string"},
    "content": {"type": "string"},
    "edit_reason": {"type": "string", "maxLength": 500},
    "lock": {
      "type": "object",
      "properties": {"expected_sha256": {"type": "string", "description": "The sha256 you read."}}
    }
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "updated": {"type": "boolean"},
    "sha256": {"type": "string"},
    "updated_at": {"type": "string"},
    "version": {"type": "integer"},
    "pinned": {"type": "boolean"}
  }
}"#;

fn work(request: &Request<'_>) -> Result<Value> {
    let uri: ArtifactUri = request.text("artifact_uri").parse()?;
    let expected = request.arguments["lock"]["expected_sha256"].as_str().map(str::parse::<Digest>);
    let expected = expected
        .transpose()
        .map_err(|error| Error::argument(format!("lock.expected_sha256: {error}")))?;
    let edit = Edit {
        bytes: request.text("content").as_bytes().to_vec(),
        reason: request.text("edit_reason").to_owned(),
        expected,
    };
    let saved = request.engine.write(&request.caller, &uri, edit)?;
    Ok(json!({
        "updated": saved.updated,
        "sha256": saved.artifact.sha256,
        "updated_at": saved.artifact.updated_at,
        "version": saved.artifact.version,
        "pinned": saved.artifact.pinned,
    }))
}
