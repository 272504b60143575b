//! `puml_convert`: a Mermaid diagram as puml.

use diag::Sources;
use diagrams::Language;
use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use crate::checked;
use crate::input::Input;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "source": {"type": "string", "description": "The Mermaid source, from the line that names its type on."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "from": {"type": "string", "enum": ["mermaid"], "default": "mermaid", "description": "The language of the source."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "source", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether everything essential came along and the result is valid."},
    "source": {"type": "string", "description": "The puml source; empty when the input is refused."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Findings about the Mermaid source: what has no equivalent, with: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "check": {"type": "array", "items": {"type": "object"}, "description": "Findings of puml_check about the result."}
  }
}"#;

const DESCRIPTION: &str = "Converts a Mermaid diagram to puml: sequence, class, state, entity relationship, flowchart, \
mindmap and gantt. Names what has no equivalent. Other types are refused.";

pub(super) fn tool() -> Tool {
    Tool {
        title: "Convert Mermaid to puml".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_convert", DESCRIPTION, Schema::parse(INPUT), convert)
    }
}

fn convert(call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let input = Input::of(call, arguments)?;
    let mut sources = Sources::default();
    let id = sources.add(input.name.as_str(), input.text.as_str());
    let imported = diagrams::convert_mermaid(&input.text, id);
    let found: Vec<Value> =
        imported.diagnostics.iter().map(|it| diag::json(&sources, it)).collect();
    if diag::has_errors(&imported.diagnostics) {
        return Ok(Answer::json(json!({"ok": false, "source": "", "diagnostics": found})));
    }
    let text = imported.source.clone();
    let result = Input { text, language: Language::Puml, ..input };
    let checked = checked::text(call, arguments, &result)?;
    Ok(Answer::json(json!({
        "ok": checked.is_ok(),
        "source": imported.source,
        "diagnostics": found,
        "check": checked.findings(),
    })))
}
