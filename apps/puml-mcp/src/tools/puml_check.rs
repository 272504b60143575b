//! `puml_check`: is this source right? Everything that is wrong, at once.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Tool, ToolError};

use super::Context;
use super::head::{DIAGNOSTICS, FAMILY, Head, INCLUDE_ROOT, OK, SOURCE, URL_INCLUDES};
use crate::checked;

const SUMMARY: &str = r#"
    "summary": {
      "type": "object",
      "required": ["diagrams", "participants", "events", "elements", "relations", "pages"],
      "properties": {
        "diagrams": {"type": "integer"},
        "participants": {"type": "integer"},
        "events": {"type": "integer"},
        "elements": {"type": "integer", "description": "Participants, classes, states, steps, tasks …"},
        "relations": {"type": "integer", "description": "Lines from one element to another: messages, links, transitions, flows …"},
        "pages": {"type": "integer"}
      }
    }"#;

const DESCRIPTION: &str = "Checks a puml diagram of any family: preprocesses, parses and resolves it, and returns every \
problem with its place, reason and fixes. Mandatory before a diagram is called valid or delivered; repair and call \
again until ok is true.";

const HEAD: Head = Head {
    name: "puml_check",
    title: "Check a diagram",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, INCLUDE_ROOT, URL_INCLUDES],
    answered: &["ok", "diagnostics", "summary", "family"],
    output: &[OK, DIAGNOSTICS, FAMILY, SUMMARY],
};

pub(super) fn tool(context: &Context) -> Tool {
    context.including_tool(&HEAD, check)
}

fn check(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::reaching(context.url_includes, call, arguments)?;
    Ok(Answer::json(json!({
        "ok": checked.is_ok(),
        "diagnostics": checked.findings(),
        "summary": checked::summary(&checked),
        "family": checked::family(&checked),
    })))
}
