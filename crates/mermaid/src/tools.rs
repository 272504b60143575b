//! The three tools `verify`, `render` and `svg` as plain values: JSON in, JSON out, with the published shapes and messages.
//! A server adds the transport and the time of day; nothing here knows either.

mod render;
mod svg;
mod verify;

use serde_json::{Value, json};

use crate::Limits;
use crate::codes;

pub use render::render;
pub use svg::{Timestamp, svg};
pub use verify::verify;

/// The published answer to a missing, mistyped or empty `code`.
pub const INVALID_INPUT: &str = "Invalid input: code must be a non-empty string";

/// The published answer to a `code` past the limit on characters.
pub const TOO_LONG: &str = "Code exceeds maximum length of 50KB";

/// The three tools with their names, descriptions and input schemas, in the order of use.
pub fn descriptors() -> Value {
    let tool = |name: &str, description: &str, code: &str| {
        json!({
            "name": name,
            "description": description,
            "inputSchema": {
                "type": "object",
                "properties": { "code": { "type": "string", "description": code } },
                "required": ["code"],
            },
        })
    };
    json!([
        tool(
            "verify",
            "Validates Mermaid diagram syntax without rendering. Use this before attempting to render to ensure the code is valid.",
            "Mermaid diagram code to verify",
        ),
        tool(
            "render",
            "Renders a Mermaid diagram to SVG for inline display.",
            "Mermaid diagram code to render",
        ),
        tool(
            "svg",
            "Generates a downloadable SVG export with a suggested filename.",
            "Mermaid diagram code to export",
        ),
    ])
}

/// The `code` argument, if it may be looked at.
fn code(arguments: &Value) -> Result<&str, String> {
    let code = arguments.get("code").and_then(Value::as_str).filter(|code| !code.trim().is_empty());
    let code = code.ok_or(INVALID_INPUT)?;
    if code.chars().nth(Limits::default().characters).is_some() {
        return Err(TOO_LONG.to_owned());
    }
    Ok(code)
}

/// Findings as one text for people and models: what, where, the line itself, and the way out.
fn explain(source: &str, diagnostics: &[diag::Diagnostic]) -> String {
    let Some(first) = diagnostics.first() else { return "Invalid Mermaid syntax".to_owned() };
    let lead = if first.code == codes::LIMIT
        || first.code == codes::TIME_LIMIT
        || first.code == codes::CANNOT_DRAW
    {
        "Cannot render diagram"
    } else {
        "Invalid Mermaid syntax"
    };
    let lines = diag::LineIndex::new(source);
    let mut text = vec![lead.to_owned()];
    for found in diagnostics.iter().take(5) {
        let at = lines.chars(source, found.span.start);
        let shown: String =
            source[lines.line_range(source, at.line)].trim().chars().take(120).collect();
        let (line, column) = (at.line + 1, at.column + 1);
        let (message, name) = (&found.message, found.code.name);
        text.push(format!("line {line}, column {column}: {message} [{name}]"));
        text.push(format!("  {shown}"));
        text.extend(found.hints.iter().map(|hint| format!("  hint: {hint}")));
        text.extend(found.fixes.iter().map(|fix| format!("  fix: {}", fix.title)));
    }
    text.join("\n")
}
