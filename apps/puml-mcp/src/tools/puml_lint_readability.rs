//! `puml_lint_readability`: what makes a valid diagram hard to read. Advice, never an error.

use puml_compiler::{Limits, capped};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use crate::checked;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "findings"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether no finding is an error."},
    "findings": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["severity", "message", "span"],
        "properties": {
          "severity": {"type": "string"},
          "message": {"type": "string"},
          "span": {"type": "object", "description": "start and end, each with line, column and offset."}
        }
      }
    },
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the first diagram: sequence, class, state, …; null where there is none."}
  }
}"#;

const DESCRIPTION: &str = "Advises on readability: long labels, too many participants, deep nesting, open activations. \
Apart from the compiler's findings, and never blocking.";

pub(super) fn tool() -> Tool {
    Tool {
        title: "Readability advice".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_lint_readability", DESCRIPTION, Schema::parse(INPUT), advise)
    }
}

fn advise(call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::of(call, arguments)?;
    let advice = checked.diagrams().flat_map(|it| it.readability()).collect();
    let findings: Vec<Value> = capped(advice, Limits::SHARED.findings as usize)
        .into_iter()
        .map(|it| {
            let mut finding = checked.finding(&it);
            finding["span"] = finding["range"].clone();
            finding
        })
        .collect();
    Ok(Answer::json(json!({
        "ok": checked.is_ok(),
        "findings": findings,
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
    })))
}
