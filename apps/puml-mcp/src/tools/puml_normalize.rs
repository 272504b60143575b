//! `puml_normalize`: a source in its canonical layout, with participants declared if asked.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Tool, ToolError};

use super::Context;
use super::head::{DIAGNOSTICS, FAMILY, Head, INCLUDE_ROOT, OK, RESOURCE, SOURCE};
use crate::checked;
use crate::declare::declared;
use crate::input::Input;
use crate::patch::patch;

const CHOICES: &str = r#"
    "addExplicitParticipants": {"type": "boolean", "default": false, "description": "Declare every participant that is only used, in its place."},
    "format": {"type": "boolean", "default": true, "description": "Bring the source into its canonical layout."}"#;
const RESULT: &str = r#"
    "source": {"type": "string", "description": "The source after the changes."},
    "patch": {"type": "array", "items": {"type": "object"}, "description": "The same as edits of the source as it was: range and text; empty when nothing changes."}"#;

const DESCRIPTION: &str = "Returns a puml source in canonical layout and the patch that leads there. Meaning, comments \
and blank lines stay. Can also declare participants that are only used.";

const HEAD: Head = Head {
    name: "puml_normalize",
    title: "Normalize a diagram",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, INCLUDE_ROOT, CHOICES],
    answered: &["ok", "source", "patch"],
    output: &[OK, RESULT, DIAGNOSTICS, FAMILY, RESOURCE],
};

pub(super) fn tool(context: &Context) -> Tool {
    context.tool(&HEAD, normalize)
}

fn normalize(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let input = Input::puml(call, arguments)?;
    let checked = checked::text(call, arguments, &input)?;
    let mut source = input.text.clone();
    if arguments["addExplicitParticipants"].as_bool().unwrap_or(false) {
        source = declared(call, arguments, &input, &checked)?;
    }
    if arguments["format"].as_bool().unwrap_or(true) {
        source = puml_compiler::formatted(&source);
    }
    let answer = json!({
        "ok": checked.is_ok(),
        "source": "",
        "patch": patch(&input.text, &source),
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
    });
    Ok(context.answer_with(answer, "source", source.into(), "diagram.puml"))
}
