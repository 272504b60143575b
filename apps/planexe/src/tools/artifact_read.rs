//! `planexe.artifact.read`: the content of an artifact, whole or in part, now or as it was.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use planexe_core::{ArtifactUri, Range, Result};
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};

pub(super) const ROW: Row = Row {
    name: "planexe.artifact.read",
    title: "Read an artifact",
    description: "Reads an artifact, at most 4 MiB per call. Ranges count bytes and end at whole \
                  characters. sha256 is of the whole artifact: pass it as lock.expected_sha256 when \
                  you write. Content that is not UTF-8 comes as base64.",
    input: INPUT,
    output: OUTPUT,
    effects: Annotations::READ_ONLY,
    work,
};

const INPUT: &str = r#"{
  "type": "object",
  "required": ["artifact_uri"],
  "properties": {
    "artifact_uri": {"type": "string"},
    "range": {
      "type": "object",
      "properties": {
        "start": {"type": "integer", "minimum": 0},
        "length": {"type": "integer", "minimum": 0}
      }
    },
    "version": {"type": "integer", "minimum": 1, "description": "An older version. Default: the current one."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "artifact_uri": {"type": "string"},
    "content_type": {"type": "string"},
    "sha256": {"type": "string"},
    "content": {"type": "string"},
    "encoding": {"type": "string", "enum": ["utf-8", "base64"]},
    "range": {"type": "object", "properties": {"start": {"type": "integer"}, "length": {"type": "integer"}}},
    "total_size": {"type": "integer"},
    "version": {"type": "integer"}
  }
}"#;

fn work(request: &Request<'_>) -> Result<Value> {
    let uri: ArtifactUri = request.text("artifact_uri").parse()?;
    let given = &request.arguments["range"];
    let whole = Range::default();
    let range = Range {
        start: given["start"].as_u64().unwrap_or(whole.start),
        length: given["length"].as_u64().unwrap_or(whole.length),
    };
    let version = request.arguments["version"].as_u64().map(|version| version as u32);
    let content = request.engine.read(&request.caller, &uri, version, range)?;
    let length = content.bytes.len();
    let (text, encoding) = match String::from_utf8(content.bytes) {
        Ok(text) => (text, "utf-8"),
        Err(error) => (BASE64_STANDARD.encode(error.as_bytes()), "base64"),
    };
    Ok(json!({
        "artifact_uri": uri,
        "content_type": content.artifact.content_type(),
        "sha256": content.artifact.sha256,
        "content": text,
        "encoding": encoding,
        "range": { "start": content.start, "length": length },
        "total_size": content.artifact.size,
        "version": content.artifact.version,
    }))
}
