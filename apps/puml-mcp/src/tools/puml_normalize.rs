//! `puml_normalize`: a source in its canonical layout, with participants declared if asked.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::Desk;
use crate::checked;
use crate::declare::declared;
use crate::input::Input;
use crate::patch::patch;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."},
    "addExplicitParticipants": {"type": "boolean", "default": false, "description": "Declare every participant that is only used, in its place."},
    "format": {"type": "boolean", "default": true, "description": "Bring the source into its canonical layout."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "source", "patch"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether no finding is an error."},
    "source": {"type": "string", "description": "The source after the changes."},
    "patch": {"type": "array", "items": {"type": "object"}, "description": "The same as edits of the source as it was: range and text; empty when nothing changes."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the first diagram: sequence, class, state, …; null where there is none."},
    "resource": {"type": "object", "description": "Where to read what was too large to answer with: uri, mimeType, bytes."}
  }
}"#;

const DESCRIPTION: &str = "Returns a puml source in canonical layout and the patch that leads there. Meaning, comments \
and blank lines stay. Can also declare participants that are only used.";

pub(super) fn tool(desk: &Desk) -> Tool {
    let desk = desk.clone();
    Tool {
        title: "Normalize a diagram".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_normalize", DESCRIPTION, Schema::parse(INPUT), move |call, arguments| {
            normalize(&desk, call, arguments)
        })
    }
}

fn normalize(desk: &Desk, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let input = Input::puml(call, arguments)?;
    let checked = checked::text(call, arguments, &input)?;
    let mut source = input.text.clone();
    if arguments["addExplicitParticipants"].as_bool().unwrap_or(false) {
        source = declared(call, arguments, &input, &checked)?;
    }
    if arguments["format"].as_bool().unwrap_or(true) {
        source = puml_compiler::formatted(&source);
    }
    let answer = json!({
        "ok": checked.is_ok(),
        "source": "",
        "patch": patch(&input.text, &source),
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
    });
    Ok(desk.answer_with(answer, "source", source.into(), "diagram.puml"))
}
