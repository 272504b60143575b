//! `puml_convert`: a Mermaid diagram as puml, or a puml diagram as Mermaid.

use diag::Sources;
use diagrams::{Diagram, Import, Language};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use crate::checked;
use crate::input::Input;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "source": {"type": "string", "description": "The source: Mermaid from the line that names its type on, or one puml diagram."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "from": {"type": "string", "enum": ["mermaid", "puml"], "description": "The language of the source: the other one than `to`, so it may be left out."},
    "to": {"type": "string", "enum": ["puml", "mermaid"], "default": "puml", "description": "The language of the result."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "source", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether everything essential came along and the result is valid."},
    "source": {"type": "string", "description": "The result; empty when the input is refused."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Findings about the original source: what has no equivalent, with: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "check": {"type": "array", "items": {"type": "object"}, "description": "Findings of puml_check about the result, Mermaid included."}
  }
}"#;

const DESCRIPTION: &str = "Converts a Mermaid diagram to puml (sequence, class, state, entity relationship, flowchart, \
mindmap, gantt) or, with to=mermaid, a puml diagram to Mermaid (sequence, class, state, activity, component and use case, \
mindmap, wbs, gantt). Names what has no equivalent. Other types are refused.";

pub(super) fn tool() -> Tool {
    Tool {
        title: "Convert between Mermaid and puml".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_convert", DESCRIPTION, Schema::parse(INPUT), convert)
    }
}

fn convert(call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let to = arguments["to"].as_str().unwrap_or("puml");
    if arguments["from"].as_str() == Some(to) {
        let message = format!("from and to are both {to}; leave from out");
        return Err(ToolError::new("puml/same-language", message));
    }
    let input = Input::of(call, arguments)?;
    if to == "mermaid" {
        return to_mermaid(call, arguments, input);
    }
    let mut sources = Sources::default();
    let id = sources.add(input.name.as_str(), input.text.as_str());
    let imported = diagrams::convert_mermaid(&input.text, id);
    answer(call, arguments, input, Language::Puml, &sources, &imported)
}

fn to_mermaid(call: &Call, arguments: &Value, input: Input) -> Result<Answer, ToolError> {
    let input = Input { language: Language::Puml, ..input };
    let checked = checked::text(call, arguments, &input)?;
    if !checked.is_ok() {
        let found = checked.findings();
        return Ok(Answer::json(json!({"ok": false, "source": "", "diagnostics": found})));
    }
    let mut diagrams = checked.diagrams();
    let (Some(Diagram::Puml(diagram)), None) = (diagrams.next(), diagrams.next()) else {
        let message = "a Mermaid source is one diagram; pass one puml diagram";
        return Err(ToolError::new("puml/not-one-diagram", message));
    };
    let imported = diagrams::convert_puml(diagram);
    answer(call, arguments, input, Language::Mermaid, &checked.sources, &imported)
}

/// The result with what its own check says.
fn answer(
    call: &Call,
    arguments: &Value,
    input: Input,
    language: Language,
    sources: &Sources,
    imported: &Import,
) -> Result<Answer, ToolError> {
    let found: Vec<Value> = imported.diagnostics.iter().map(|it| diag::json(sources, it)).collect();
    if diag::has_errors(&imported.diagnostics) {
        return Ok(Answer::json(json!({"ok": false, "source": "", "diagnostics": found})));
    }
    let result = Input { text: imported.source.clone(), language, ..input };
    let checked = checked::text(call, arguments, &result)?;
    Ok(Answer::json(json!({
        "ok": checked.is_ok(),
        "source": imported.source,
        "diagnostics": found,
        "check": checked.findings(),
    })))
}
