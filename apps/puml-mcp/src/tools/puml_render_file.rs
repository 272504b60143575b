//! `puml_render_file`: a source rendered straight into a file, whose ending says the form.

use diagrams::Format;
use serde_json::{Value, json};
use toolserver::{Annotations, Answer, Call, Schema, Tool, ToolError};

use super::export::export;
use super::page_of;
use super::puml_export::looked_at;
use crate::checked;
use crate::target::{Existing, Target};

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["output_path"],
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."},
    "output_path": {"type": "string", "description": "A .svg, .png or .pdf file under the allowed folders; its folder must exist."},
    "theme": {"type": "string", "description": "A theme in place of the one the source names: default, dark, minimal, docs, sand, blueprint."},
    "page": {"type": "integer", "minimum": 0, "default": 0, "description": "Which page, counted from 0 over all diagrams of the source."},
    "write": {"type": "boolean", "default": false, "description": "Must be true: files are never written unasked."},
    "overwrite": {"type": "boolean", "default": false, "description": "Replace a file that is there already and differs."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "output_path", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether no finding is an error."},
    "output_path": {"type": "string", "description": "The file that holds the picture now; empty when the source has errors and nothing was written."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "bytes": {"type": "integer", "description": "Size of the file."},
    "notice": {"type": "string", "description": "Present where a png is drawn smaller than its page asks for."},
    "change": {"type": "object", "description": "What happened to the file: before and after in bytes, same, and a unified diff of short text."}
  }
}"#;

const DESCRIPTION: &str = "Renders a valid puml source into a .svg, .png or .pdf file. Needs write: true, and \
overwrite: true to replace another file. puml_export does the same and more.";

pub(super) fn tool() -> Tool {
    Tool {
        title: "Render into a file".into(),
        annotations: Annotations::DESTRUCTIVE,
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_render_file", DESCRIPTION, Schema::parse(INPUT), render)
    }
}

fn render(call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let path = arguments["output_path"].as_str().unwrap_or_default();
    let target = Target::at(call, path, &["svg", "png", "pdf"])?;
    let ending = path.rsplit('.').next().unwrap_or_default().to_lowercase();
    let format = Format::named(&ending).expect("the target has one of these endings");
    let checked = checked::of(call, arguments)?;
    let mut answer = json!({
        "ok": checked.is_ok(),
        "output_path": "",
        "diagnostics": checked.findings(),
    });
    if !checked.is_ok() {
        return Ok(Answer::json(answer));
    }
    let exported = export(&checked, format, page_of(arguments))?;
    let change = target.change(&exported.bytes);
    if !arguments["write"].as_bool().unwrap_or(false) {
        let message = format!("Nothing was written: pass write: true to write {path:?}.");
        return Err(
            ToolError::new("path/write-not-asked", message).with_details(json!({"change": change}))
        );
    }
    target.write(&exported.bytes, Existing::of(arguments))?;
    answer["output_path"] = path.into();
    answer["bytes"] = exported.bytes.len().into();
    if let Some(notice) = &exported.notice {
        answer["notice"] = notice.as_str().into();
    }
    answer["change"] = change;
    Ok(looked_at(Answer::json(answer), &exported))
}
