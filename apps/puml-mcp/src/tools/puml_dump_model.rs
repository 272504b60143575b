//! `puml_dump_model`: what a diagram means: participants, pages of events, looks, everything resolved.

use serde_json::Value;
use toolserver::{Answer, Call, Tool, ToolError};

use super::Context;
use super::export::models;
use super::head::{DIAGNOSTICS, Head, INCLUDE_ROOT, OK, RESOURCE, SOURCE, THEME, URL_INCLUDES};

const MODELS: &str = r#"
    "models": {"type": "array", "items": {"type": "object"}, "description": "One model a diagram, in order. Empty when the source has errors, or when it is large and a resource instead."}"#;

const DESCRIPTION: &str =
    "Returns what a diagram means: participants, pages of events, looks, everything resolved.";

const HEAD: Head = Head {
    name: "puml_dump_model",
    title: "Dump the model",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, THEME, INCLUDE_ROOT, URL_INCLUDES],
    answered: &["ok", "models", "diagnostics"],
    output: &[OK, MODELS, DIAGNOSTICS, RESOURCE],
};

pub(super) fn tool(context: &Context) -> Tool {
    context.including_tool(&HEAD, dump)
}

fn dump(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    context.dump(call, arguments, "models", models)
}
