//! `puml_apply_edit`: a structural change, without string surgery. What each kind takes is in `edit.rs`.

use diagrams::Checked;
use puml_compiler::edits::{AddNote, Edit, EditError};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::Context;
use crate::edit::{edit_of, violations};
use crate::input::{Input, invalid};
use crate::rename::{self, Done};
use crate::{checked, edit_target};

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["edit"],
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders. It is read, never written."},
    "diagram": {"type": "integer", "minimum": 0, "description": "Which diagram of the source, counted from 0. Needed where there are several and no line tells."},
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."},
    "edit": {
      "type": "object",
      "additionalProperties": false,
      "required": ["kind", "args"],
      "properties": {
        "kind": {"type": "string", "enum": ["add_participant", "add_message", "add_note", "wrap_group", "rename_participant", "change_theme", "add_member", "remove", "move"]},
        "args": {
          "type": "object",
          "description": "add_participant: name, label?, kind?, after_line?; kind is the family's own word: participant, actor; class, interface, enum; component, node, database, usecase; state, choice; action, swimlane; task, milestone; robust, concise; marks such as *** for a node of a tree. add_member: owner, text: a member of a class, a field of an object, an entry of a map or list in JSON and YAML. add_message: from, to, arrow?, text?, after_line?: also a link, transition or dependency. add_note: text, participants? (one or two), side? (left, right), after_line?. wrap_group: first_line, last_line, group? (alt, opt, loop, par, break, critical, group …; package, node, state, partition in other families), label?. rename_participant: from, to. change_theme: theme? (left out, the theme is taken away). remove: name or line. move: name or line, and under (the part it goes into) or after_line (left out, it goes to the end). Names are node texts, task names, players or paths such as a / b / 0; in other kinds of diagram give the line. Lines count from 1."
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
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the first diagram: sequence, class, state, …; null where there is none."},
    "files": {"type": "array", "items": {"type": "object", "required": ["path", "source"], "properties": {"path": {"type": "string"}, "source": {"type": "string"}}}, "description": "Only after a rename: the other files of the project that share the name, as they must read now. Nothing is written: write all of them, or none."},
    "resource": {"type": "object", "description": "Where to read a source that was too large to answer with: uri, mimeType, bytes."}
  }
}"#;

const DESCRIPTION: &str = "Makes one structural edit in a diagram of a puml source, or of a Markdown or AsciiDoc page, and checks the result: add a \
participant, class, state or other element, a member, message, link or note, wrap lines in a group, rename a participant, class, state or other element in every file of the project that shares it, set the theme, remove or move a part. A \
rename that would change what any diagram says is refused with the places in its way. Other lines stay as they are.";

pub(super) fn tool(context: &Context) -> Tool {
    let context = context.clone();
    Tool {
        title: "Edit a diagram".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_apply_edit", DESCRIPTION, Schema::parse(INPUT), move |call, arguments| {
            apply(&context, call, arguments)
        })
    }
}

fn apply(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let input = Input::bounded(call, arguments)?;
    let kind = arguments["edit"]["kind"].as_str().unwrap_or_default();
    let refused = |reason: String| ToolError::new("edit/refused", reason);
    let violations = violations(kind, &arguments["edit"]["args"]);
    if !violations.is_empty() {
        return Err(invalid(&violations));
    }
    let chosen = edit_target::chosen(&input, arguments)?;
    let edit = edit_of(kind, &arguments["edit"]["args"], chosen.family);
    if let Edit::RenameParticipant(it) = &edit {
        return Ok(renamed(context, rename::done(call, arguments, &input, &chosen, it)?));
    }
    let edits = chosen.tree.edit(&edit).map_err(|error| refused(error.to_string()))?;
    let text = diag::apply_to(&input.text, &edits).map_err(|error| refused(error.to_string()))?;
    let changed = Input { text: text.clone(), ..input.clone() };
    let checked = checked::text(call, arguments, &changed)?;
    if let Edit::AddNote(note) = &edit {
        let before = checked::text(call, arguments, &input)?;
        if let Some(name) = unknown(&before, &checked, note) {
            return Err(refused(EditError::UnknownParticipant(name).to_string()));
        }
    }
    let answer = answer(&checked);
    Ok(context.answer_with(answer, "source", text.into(), "diagram.puml"))
}

/// The answer to a rename, with the other files that change.
fn renamed(context: &Context, done: Done) -> Answer {
    let Done { text, checked, files } = done;
    let mut answer = answer(&checked);
    if !files.is_empty() {
        let told = |(path, source): (String, String)| json!({"path": path, "source": source});
        answer["files"] = files.into_iter().map(told).collect();
    }
    context.answer_with(answer, "source", text.into(), "diagram.puml")
}

/// The answer without the source.
fn answer(checked: &Checked) -> Value {
    json!({
        "ok": checked.is_ok(),
        "source": "",
        "diagnostics": checked.findings(),
        "family": checked::family(checked),
    })
}

/// The first participant of a note that only the note brought in.
fn unknown(before: &Checked, after: &Checked, note: &AddNote) -> Option<String> {
    let parts = |checked: &Checked| -> Vec<String> {
        let all = checked.diagrams().filter_map(|it| it.explanation());
        all.flat_map(|it| it.parts).map(|it| it.id).collect()
    };
    let (before, after) = (parts(before), parts(after));
    let is_new = |it: &&String| after.contains(it) && !before.contains(it);
    note.participants.iter().find(is_new).cloned()
}
