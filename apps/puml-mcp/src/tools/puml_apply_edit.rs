//! `puml_apply_edit`: a structural change, without string surgery. What each kind takes is in `edit.rs`.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::Desk;
use crate::checked;
use crate::edit::edit_of;
use crate::input::Input;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["edit"],
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders. It is read, never written."},
    "edit": {
      "type": "object",
      "additionalProperties": false,
      "required": ["kind", "args"],
      "properties": {
        "kind": {"type": "string", "enum": ["add_participant", "add_message", "add_note", "wrap_group", "rename_participant", "change_theme"]},
        "args": {
          "type": "object",
          "description": "add_participant: name, label?, kind?, after_line?. add_message: from, to, arrow?, text?, after_line?. add_note: text, participants? (one or two), side? (left, right), after_line?. wrap_group: first_line, last_line, group? (alt, opt, loop, par, break, critical, group …), label?. rename_participant: from, to. change_theme: theme? (left out, the theme is taken away). Lines count from 1."
        }
      }
    }
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "source", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether the changed source is valid."},
    "source": {"type": "string", "description": "The changed source."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding of puml_check about the changed source."},
    "resource": {"type": "object", "description": "Where to read a source that was too large to answer with: uri, mimeType, bytes."}
  }
}"#;

const DESCRIPTION: &str = "Makes one structural edit in the first diagram of a puml source and checks the result: add a \
participant, message or note, wrap lines in a group, rename a participant everywhere, set the theme. Other lines stay as they are.";

pub(super) fn tool(desk: &Desk) -> Tool {
    let desk = desk.clone();
    Tool {
        title: "Edit a diagram".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_apply_edit", DESCRIPTION, Schema::parse(INPUT), move |call, arguments| {
            apply(&desk, call, arguments)
        })
    }
}

fn apply(desk: &Desk, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let input = Input::bounded(call, arguments)?;
    let kind = arguments["edit"]["kind"].as_str().unwrap_or_default();
    let edit = edit_of(kind, &arguments["edit"]["args"])?;
    let id = diag::SourceId(0);
    let edits = puml_compiler::edit(&input.text, id, &edit)
        .map_err(|error| ToolError::new("edit/refused", error.to_string()))?;
    let text = diag::apply_to(&input.text, &edits)
        .map_err(|error| ToolError::new("edit/refused", error.to_string()))?;
    let checked = checked::text(call, arguments, &Input { text: text.clone(), ..input })?;
    let answer = json!({"ok": checked.is_ok(), "source": "", "diagnostics": checked.findings()});
    Ok(desk.answer_with(answer, "source", text.into(), "diagram.puml"))
}
