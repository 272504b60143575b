//! `puml_lint_readability`: what makes a valid diagram hard to read. Advice, never an error.

use puml_compiler::{Limits, capped};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Tool, ToolError};

use super::Context;
use super::head::{DIAGNOSTICS, FAMILY, Head, INCLUDE_ROOT, OK, SOURCE};
use crate::checked;

const ADVICE: &str = r#"
    "findings": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["severity", "message", "span"],
        "properties": {
          "severity": {"type": "string"},
          "message": {"type": "string"},
          "span": {"type": "object", "description": "start and end, each with line, column and offset."}
        }
      }
    }"#;

const DESCRIPTION: &str = "Advises on readability: long labels, too many participants, deep nesting, open activations. \
Apart from the compiler's findings, and never blocking.";

const HEAD: Head = Head {
    name: "puml_lint_readability",
    title: "Readability advice",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, INCLUDE_ROOT],
    answered: &["ok", "findings"],
    output: &[OK, ADVICE, DIAGNOSTICS, FAMILY],
};

pub(super) fn tool(context: &Context) -> Tool {
    context.tool(&HEAD, advise)
}

fn advise(_: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::of(call, arguments)?;
    let advice = checked.diagrams().flat_map(|it| it.readability()).collect();
    let findings: Vec<Value> = capped(advice, Limits::SHARED.findings as usize)
        .into_iter()
        .map(|it| {
            let mut finding = checked.finding(&it);
            finding["span"] = finding["range"].clone();
            finding
        })
        .collect();
    Ok(Answer::json(json!({
        "ok": checked.is_ok(),
        "findings": findings,
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
    })))
}
