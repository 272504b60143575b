//! `puml_explain`: a diagram in words, for agents and documents.

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
  "required": ["ok", "summary", "participants", "flow", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether no finding is an error."},
    "summary": {"type": "string", "description": "One or two sentences a diagram."},
    "participants": {"type": "array", "items": {"type": "object"}, "description": "From left to right: diagram, id, name, kind, sends, receives, box."},
    "flow": {"type": "array", "items": {"type": "object"}, "description": "In the order things happen: diagram, page, depth in groups, text, line."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the first diagram: sequence, class, state, …; null where there is none."}
  }
}"#;

const DESCRIPTION: &str = "Explains a puml diagram: a summary, who takes part, and the flow step by step with the line \
of each step.";

pub(super) fn tool() -> Tool {
    Tool {
        title: "Explain a diagram".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_explain", DESCRIPTION, Schema::parse(INPUT), told)
    }
}

fn told(call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::of(call, arguments)?;
    let (mut summaries, mut participants, mut flow) = (Vec::new(), Vec::new(), Vec::new());
    let explanations = checked.diagrams().filter_map(|it| it.explanation());
    for (number, explanation) in explanations.enumerate() {
        let told = explanation.to_json();
        let numbered = |list: &Value| -> Vec<Value> {
            let items = list.as_array().into_iter().flatten().cloned();
            items
                .map(|mut it| {
                    it["diagram"] = number.into();
                    it
                })
                .collect()
        };
        participants.extend(numbered(&told[explanation.parts_name]));
        for (mut step, at) in numbered(&told["flow"]).into_iter().zip(&explanation.flow) {
            step["line"] = checked.line(at.origin).into();
            flow.push(step);
        }
        summaries.push(explanation.summary);
    }
    Ok(Answer::json(json!({
        "ok": checked.is_ok(),
        "summary": summaries.join("\n"),
        "participants": participants,
        "flow": flow,
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
    })))
}
