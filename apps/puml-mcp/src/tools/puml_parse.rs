//! `puml_parse`: the syntax tree of a source as it is written, without includes or macros.

use puml_compiler::{Limits, capped};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Tool, ToolError};

use super::Context;
use super::head::{DIAGNOSTICS, FAMILY, Head, OK, RESOURCE, SOURCE};
use crate::input::Input;

const UNUSED_ROOT: &str = r#"
    "includeRoot": {"type": "string", "description": "As in the other tools; parsing includes nothing."}"#;
const AST: &str = r#"
    "ast": {"type": "object", "description": "Blocks of statements, each with its byte range; empty when it is too large and a resource instead."}"#;

const DESCRIPTION: &str = "Parses a puml source and returns its syntax tree and syntax errors. Expands and resolves \
nothing: use puml_check to know whether a diagram is valid.";

const HEAD: Head = Head {
    name: "puml_parse",
    title: "Parse a diagram",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, UNUSED_ROOT],
    answered: &["ok", "ast", "diagnostics"],
    output: &[OK, AST, DIAGNOSTICS, FAMILY, RESOURCE],
};

pub(super) fn tool(context: &Context) -> Tool {
    context.tool(&HEAD, tree)
}

/// Shared with `puml_dump_ast`.
pub(super) fn tree(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let input = Input::puml(call, arguments)?;
    let mut sources = diag::Sources::default();
    let id = sources.add(input.name, input.text.as_str());
    let found = puml_compiler::syntax_findings(&input.text, id);
    let is_ok = !diag::has_errors(&found);
    let listed = capped(found, Limits::SHARED.findings as usize);
    let diagnostics: Vec<Value> = listed.iter().map(|it| diag::json(&sources, it)).collect();
    let answer = json!({
        "ok": is_ok,
        "ast": {},
        "diagnostics": diagnostics,
        "family": family(&input.text),
    });
    Ok(context.answer_with(answer, "ast", puml_compiler::tree_json(&input.text), "ast.json"))
}

/// The family that reads the first block as it is written.
fn family(text: &str) -> Option<&'static str> {
    let blocks = puml_compiler::read(&text.into(), diag::SourceId(0));
    blocks.into_iter().flatten().next().map(|it| it.family.name())
}
