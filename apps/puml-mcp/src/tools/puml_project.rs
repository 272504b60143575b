//! `puml_project`: every diagram of the project, in files and in pages, with what a check says about it.

use serde_json::{Value, json};
use toolserver::{Answer, Call, RootError, Schema, Tool, ToolError};

use crate::verdict;

/// Files in one answer.
const MOST: usize = 100;
/// Files in one answer unless more are asked for.
const USUAL: usize = 50;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "show": {"type": "string", "enum": ["all", "broken"], "default": "all", "description": "Which files are listed; all are checked and counted."},
    "offset": {"type": "integer", "minimum": 0, "default": 0, "description": "How many files to pass over, for projects with more than one answer holds."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 50, "description": "How many files to check."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "total", "summary", "files"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether every file that was checked is valid."},
    "total": {"type": "integer", "description": "Files with diagrams in the project."},
    "summary": {
      "type": "object",
      "required": ["files", "diagrams", "errors", "warnings"],
      "properties": {
        "files": {"type": "integer", "description": "Files that were checked."},
        "diagrams": {"type": "integer"},
        "errors": {"type": "integer"},
        "warnings": {"type": "integer"}
      }
    },
    "files": {
      "type": "array",
      "items": {"type": "object"},
      "description": "Each with path, language, ok, errors, warnings, diagrams (name, type, line, counts), undrawn (kinds that are not drawn), and its findings: count, and the first of them in diagnostics."
    },
    "next": {"type": "integer", "description": "The offset to go on with, if there is more."},
    "note": {"type": "string"}
  }
}"#;

const DESCRIPTION: &str = "Finds and checks every diagram of the project: puml and Mermaid files, and fenced diagrams in \
Markdown and AsciiDoc. Says for each file which diagrams it has and what is wrong. The same verdict as puml check on the folder.";

pub(super) fn tool() -> Tool {
    Tool {
        title: "Check the project's diagrams".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_project", DESCRIPTION, Schema::parse(INPUT), look)
    }
}

fn look(call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    if let Err(error @ RootError::NoRoot { .. }) = call.roots().confine("diagram.puml") {
        return Err(error.into());
    }
    let number =
        |name: &str, usual: usize| arguments[name].as_u64().map_or(usual, |it| it as usize);
    let (offset, limit) = (number("offset", 0), number("limit", USUAL).clamp(1, MOST));
    let found = verdict::files(call);
    let total = found.files.len();
    let mut files = Vec::new();
    for (done, file) in found.files.iter().skip(offset).take(limit).enumerate() {
        if call.is_stopped() {
            break;
        }
        call.progress(done as f64, Some(limit.min(total - offset) as f64), file.path.clone());
        files.push(verdict::of(call, file)?);
    }
    let end = offset + files.len();
    let sum = |name: &str| files.iter().filter_map(|it| it[name].as_u64()).sum::<u64>();
    let diagrams: usize =
        files.iter().filter_map(|it| Some(it["diagrams"].as_array()?.len())).sum();
    let mut answer = json!({
        "ok": files.iter().all(|it| it["ok"] == true),
        "total": total,
        "summary": {
            "files": files.len(),
            "diagrams": diagrams,
            "errors": sum("errors"),
            "warnings": sum("warnings"),
        },
    });
    if arguments["show"] == "broken" {
        files.retain(|it| it["ok"] != true);
    }
    answer["files"] = files.into();
    if end < total {
        answer["next"] = end.into();
    }
    if found.is_cut {
        answer["note"] = "The project is too large to be looked at as a whole.".into();
    }
    Ok(Answer::json(answer))
}
