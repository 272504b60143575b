//! `puml_check`: is this source right? Everything that is wrong, at once.

use diag::Sources;
use puml_compiler::{NoWorld, Options, compile};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["source"],
  "properties": {"source": {"type": "string", "description": "The puml source."}}
}"#;

pub(super) fn tool() -> Tool {
    Tool {
        title: "Check a diagram".into(),
        ..Tool::new("puml_check", "Checks a puml source.", Schema::parse(INPUT), check)
    }
}

fn check(_: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let mut sources = Sources::default();
    let id = sources.add("source.puml", arguments["source"].as_str().unwrap_or_default());
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    let diagnostics: Vec<Value> =
        compiled.diagnostics.iter().map(|it| diag::json(&sources, it)).collect();
    Ok(Answer::json(json!({"ok": compiled.is_accepted(), "diagnostics": diagnostics})))
}
