//! `puml_parse`: the syntax tree of a source as it is written, without includes or macros.

use puml_compiler::{Limits, capped};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::Desk;
use crate::input::Input;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "includeRoot": {"type": "string", "description": "As in the other tools; parsing includes nothing."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "ast", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether no finding is an error."},
    "ast": {"type": "object", "description": "Blocks of statements, each with its byte range; empty when it is too large and a resource instead."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the first diagram: sequence, class, state, …; null where there is none."},
    "resource": {"type": "object", "description": "Where to read what was too large to answer with: uri, mimeType, bytes."}
  }
}"#;

const DESCRIPTION: &str = "Parses a puml source and returns its syntax tree and syntax errors. Expands and resolves \
nothing: use puml_check to know whether a diagram is valid.";

pub(super) fn tool(desk: &Desk) -> Tool {
    let desk = desk.clone();
    Tool {
        title: "Parse a diagram".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_parse", DESCRIPTION, Schema::parse(INPUT), move |call, arguments| {
            tree(&desk, call, arguments)
        })
    }
}

/// Shared with `puml_dump_ast`.
pub(super) fn tree(desk: &Desk, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let input = Input::puml(call, arguments)?;
    let mut sources = diag::Sources::default();
    let id = sources.add(input.name, input.text.as_str());
    let found = puml_compiler::syntax_findings(&input.text, id);
    let is_ok = !diag::has_errors(&found);
    let listed = capped(found, Limits::SHARED.findings as usize);
    let diagnostics: Vec<Value> = listed.iter().map(|it| diag::json(&sources, it)).collect();
    let answer = json!({
        "ok": is_ok,
        "ast": {},
        "diagnostics": diagnostics,
        "family": family(&input.text),
    });
    Ok(desk.answer_with(answer, "ast", puml_compiler::tree_json(&input.text), "ast.json"))
}

/// The family that reads the first block as it is written.
fn family(text: &str) -> Option<&'static str> {
    let blocks = puml_compiler::read(&text.into(), diag::SourceId(0));
    blocks.into_iter().flatten().next().map(|it| it.family.name())
}
