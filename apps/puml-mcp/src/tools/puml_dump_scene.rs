//! `puml_dump_scene`: what is drawn: shapes, measured text and paint, with the source lines of each.

use diagrams::Drawing;
use serde_json::{Value, json};
use toolserver::{Answer, Call, Tool, ToolError};

use super::Desk;
use super::head::{DIAGNOSTICS, Head, INCLUDES, OK, RESOURCE, SOURCE, THEME};
use crate::checked;

const SCENES: &str = r#"
    "scenes": {"type": "array", "items": {"type": "object"}, "description": "One scene a page, in order. Empty when the source has errors, or when it is large and a resource instead."}"#;

const DESCRIPTION: &str =
    "Returns what is drawn: shapes, measured text and paint, with the source lines of each.";

const HEAD: Head = Head {
    name: "puml_dump_scene",
    title: "Dump the scene",
    description: DESCRIPTION,
    input: &[SOURCE, THEME, INCLUDES],
    answered: &["ok", "scenes", "diagnostics"],
    output: &[OK, SCENES, DIAGNOSTICS, RESOURCE],
};

pub(super) fn tool(desk: &Desk) -> Tool {
    desk.tool(&HEAD, dump)
}

fn dump(desk: &Desk, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::reaching(desk.url_includes, call, arguments)?;
    let answer = json!({
        "ok": checked.is_ok(),
        "scenes": [],
        "diagnostics": checked.findings(),
    });
    if !checked.is_ok() {
        return Ok(Answer::json(answer));
    }
    let drawing = Drawing::of(&checked.pages());
    let scenes: Vec<Value> = drawing.scenes().iter().map(scene::json).collect();
    Ok(desk.answer_with(answer, "scenes", json!(scenes), "scenes.json"))
}
