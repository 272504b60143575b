//! `puml_dump_scene`: what is drawn: shapes, measured text and paint, with the source lines of each.

use diagrams::Drawing;
use serde_json::Value;
use toolserver::{Answer, Call, Tool, ToolError};

use super::Context;
use super::head::{DIAGNOSTICS, Head, INCLUDE_ROOT, OK, RESOURCE, SOURCE, THEME, URL_INCLUDES};

const SCENES: &str = r#"
    "scenes": {"type": "array", "items": {"type": "object"}, "description": "One scene a page, in order. Empty when the source has errors, or when it is large and a resource instead."}"#;

const DESCRIPTION: &str =
    "Returns what is drawn: shapes, measured text and paint, with the source lines of each.";

const HEAD: Head = Head {
    name: "puml_dump_scene",
    title: "Dump the scene",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, THEME, INCLUDE_ROOT, URL_INCLUDES],
    answered: &["ok", "scenes", "diagnostics"],
    output: &[OK, SCENES, DIAGNOSTICS, RESOURCE],
};

pub(super) fn tool(context: &Context) -> Tool {
    context.including_tool(&HEAD, dump)
}

fn dump(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    context.dump(call, arguments, "scenes", |checked| {
        Drawing::of(&checked.pages()).scenes().iter().map(scene::json).collect()
    })
}
