//! `puml_diff`: what differs between two versions of a diagram, by what they mean.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use crate::checked;
use crate::input::{invalid, violation};

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "before": {"type": "string", "description": "The source as it was."},
    "beforePath": {"type": "string", "description": "Instead of before: a file under the allowed folders."},
    "after": {"type": "string", "description": "The source as it is now."},
    "afterPath": {"type": "string", "description": "Instead of after: a file under the allowed folders."},
    "diagram": {"type": "integer", "minimum": 0, "default": 0, "description": "Which diagram of both, counted from 0."},
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "same", "changes", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether both sources are valid. Otherwise they are not compared."},
    "same": {"type": "boolean", "description": "Whether both say and look the same."},
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the diagrams."},
    "changes": {"type": "array", "items": {"type": "object"}, "description": "Parts, their members, then steps and relations: status (added, removed, changed, moved), subject, text, and where there are any was and the lines before and after."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding about both sources: code, severity, message, file, range, excerpt."}
  }
}"#;

const DESCRIPTION: &str = "Says what changed between two versions of a diagram of any family, by what they mean: parts, \
members, relations and steps that were added, removed, changed or moved. Blanks and the order of lines that means \
nothing do not count. Use it to make sure that an edit did what it should and nothing else.";

pub(super) fn tool() -> Tool {
    Tool {
        title: "Compare two diagrams".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_diff", DESCRIPTION, Schema::parse(INPUT), compare)
    }
}

fn compare(call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let (before, after) = (one(call, arguments, "before")?, one(call, arguments, "after")?);
    let is_ok = before.is_ok() && after.is_ok();
    let diagnostics: Vec<Value> = before.findings().into_iter().chain(after.findings()).collect();
    let mut answer = json!({
        "ok": is_ok,
        "same": false,
        "family": checked::family(&after),
        "changes": [],
        "diagnostics": diagnostics,
    });
    if is_ok {
        let number = arguments["diagram"].as_u64().unwrap_or(0) as usize;
        let missing = |which: &str| {
            let message = format!("{which} has no diagram {number}; they are counted from 0");
            ToolError::new("puml/no-such-diagram", message)
        };
        let old = before.diagrams().nth(number).ok_or_else(|| missing("before"))?;
        let new = after.diagrams().nth(number).ok_or_else(|| missing("after"))?;
        let found = diagrams::difference(old, new)
            .map_err(|error| ToolError::new("puml/incomparable", error.to_string()))?;
        answer["same"] = found.changes.is_empty().into();
        answer["changes"] = found.changes.iter().map(diagrams::Change::json).collect();
    }
    Ok(Answer::json(answer))
}

/// The source that one pair of arguments names.
fn one(call: &Call, arguments: &Value, which: &str) -> Result<diagrams::Checked, ToolError> {
    let path = format!("{which}Path");
    let mut of = json!({"includeRoot": arguments["includeRoot"]});
    match (arguments[which].as_str(), arguments[&path].as_str()) {
        (Some(text), None) => of["source"] = text.into(),
        (None, Some(name)) => of["path"] = name.into(),
        (Some(_), Some(_)) => {
            let message = format!("stands beside {which}; pass one of them");
            return Err(invalid(&[violation(&format!("/{path}"), &message)]));
        }
        (None, None) => {
            let message = format!("is required, unless {path} names a file");
            return Err(invalid(&[violation(&format!("/{which}"), &message)]));
        }
    }
    checked::of(call, &of)
}
