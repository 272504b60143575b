//! `puml_explain`: a diagram in words, for agents and documents.

use serde_json::{Value, json};
use toolserver::{Answer, Call, Tool, ToolError};

use super::Context;
use super::head::{DIAGNOSTICS, FAMILY, Head, INCLUDE_ROOT, OK, SOURCE};
use crate::checked;

const EXPLANATION: &str = r#"
    "summary": {"type": "string", "description": "One or two sentences a diagram."},
    "participants": {"type": "array", "items": {"type": "object"}, "description": "From left to right: diagram, id, name, kind, sends, receives, box."},
    "flow": {"type": "array", "items": {"type": "object"}, "description": "In the order things happen: diagram, page, depth in groups, text, line."}"#;

const DESCRIPTION: &str = "Explains a puml diagram: a summary, who takes part, and the flow step by step with the line \
of each step.";

const HEAD: Head = Head {
    name: "puml_explain",
    title: "Explain a diagram",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, INCLUDE_ROOT],
    answered: &["ok", "summary", "participants", "flow", "diagnostics"],
    output: &[OK, EXPLANATION, DIAGNOSTICS, FAMILY],
};

pub(super) fn tool(context: &Context) -> Tool {
    context.tool(&HEAD, told)
}

fn told(_: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::of(call, arguments)?;
    let (mut summaries, mut participants, mut flow) = (Vec::new(), Vec::new(), Vec::new());
    let explanations = checked.diagrams().filter_map(|it| it.explanation());
    for (number, explanation) in explanations.enumerate() {
        let told = explanation.to_json();
        let numbered = |list: &Value| -> Vec<Value> {
            let items = list.as_array().into_iter().flatten().cloned();
            items
                .map(|mut it| {
                    it["diagram"] = number.into();
                    it
                })
                .collect()
        };
        participants.extend(numbered(&told[explanation.parts_name]));
        for (mut step, at) in numbered(&told["flow"]).into_iter().zip(&explanation.flow) {
            step["line"] = checked.line(at.origin).into();
            flow.push(step);
        }
        summaries.push(explanation.summary);
    }
    Ok(Answer::json(json!({
        "ok": checked.is_ok(),
        "summary": summaries.join("\n"),
        "participants": participants,
        "flow": flow,
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
    })))
}
