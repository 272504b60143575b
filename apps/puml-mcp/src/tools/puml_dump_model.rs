//! `puml_dump_model`: what a diagram means: participants, pages of events, looks, everything resolved.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Tool, ToolError};

use super::Desk;
use super::export::models;
use super::head::{DIAGNOSTICS, Head, INCLUDES, OK, RESOURCE, SOURCE, THEME};
use crate::checked;

const MODELS: &str = r#"
    "models": {"type": "array", "items": {"type": "object"}, "description": "One model a diagram, in order. Empty when the source has errors, or when it is large and a resource instead."}"#;

const DESCRIPTION: &str =
    "Returns what a diagram means: participants, pages of events, looks, everything resolved.";

const HEAD: Head = Head {
    name: "puml_dump_model",
    title: "Dump the model",
    description: DESCRIPTION,
    input: &[SOURCE, THEME, INCLUDES],
    answered: &["ok", "models", "diagnostics"],
    output: &[OK, MODELS, DIAGNOSTICS, RESOURCE],
};

pub(super) fn tool(desk: &Desk) -> Tool {
    desk.tool(&HEAD, dump)
}

fn dump(desk: &Desk, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::reaching(desk.url_includes, call, arguments)?;
    let answer = json!({
        "ok": checked.is_ok(),
        "models": [],
        "diagnostics": checked.findings(),
    });
    if !checked.is_ok() {
        return Ok(Answer::json(answer));
    }
    Ok(desk.answer_with(answer, "models", json!(models(&checked)), "models.json"))
}
