//! The head of a tool: its name, words and schemas, put together from the properties that several tools share.

use serde_json::Value;
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::Context;

/// What is published about a tool that works on a source.
pub(super) struct Head {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    /// The arguments that every call has.
    pub(super) required: &'static [&'static str],
    /// The properties of the arguments, as JSON.
    pub(super) input: &'static [&'static str],
    /// The properties that every answer has.
    pub(super) answered: &'static [&'static str],
    /// The properties of an answer, as JSON; none for a tool that answers with text and pictures.
    pub(super) output: &'static [&'static str],
}

/// Does the work of a tool.
pub(super) type Work = fn(&Context, &Call, &Value) -> Result<Answer, ToolError>;

impl Context {
    /// The tool of a head.
    pub(super) fn tool(&self, head: &Head, work: Work) -> Tool {
        let context = self.clone();
        let input = format!(
            r#"{{"type": "object", "additionalProperties": false, {}"properties": {{{}}}}}"#,
            required(head.required),
            head.input.join(", ").replace("{themes}", &puml_compiler::themes::NAMES.join(", "))
        );
        let output = format!(
            r#"{{"type": "object", {}"properties": {{{}}}}}"#,
            required(head.answered),
            head.output.join(", ")
        );
        Tool {
            title: head.title.into(),
            output: (!head.output.is_empty()).then(|| Schema::parse(&output)),
            ..Tool::new(
                head.name,
                head.description,
                Schema::parse(&input),
                move |call, arguments| work(&context, call, arguments),
            )
        }
    }

    /// The tool of a head, which may be asked to include from addresses.
    pub(super) fn including_tool(&self, head: &Head, work: Work) -> Tool {
        Tool { annotations: self.including(), ..self.tool(head, work) }
    }
}

fn required(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("\"required\": {names:?}, ") }
}

/// Inputs: the source, or the file that holds it.
pub(super) const SOURCE: &str = r#"
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."}"#;
/// Input: a theme that overrides the source's.
pub(super) const THEME: &str = r#"
    "theme": {"type": "string", "description": "A theme in place of the one the source names: {themes}."}"#;
/// Input: which page to draw.
pub(super) const PAGE: &str = r#"
    "page": {"type": "integer", "minimum": 0, "default": 0, "description": "Which page, counted from 0 over all diagrams of the source."}"#;
/// Input: the folder from which `!include` may read.
pub(super) const INCLUDE_ROOT: &str = r#"
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."}"#;
/// Input: whether `!include` may read addresses.
pub(super) const URL_INCLUDES: &str = r#"
    "allow_url_includes": {"type": "boolean", "default": false, "description": "Include from public addresses in this call, if the server was started with --allow-url-includes."}"#;
/// Output: whether the source compiles without errors.
pub(super) const OK: &str = r#"
    "ok": {"type": "boolean", "description": "Whether no finding is an error."}"#;
/// Output: the kind of diagram.
pub(super) const FAMILY: &str = r#"
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the first diagram: sequence, class, state, …; null where there is none."}"#;
/// Output: every finding, errors first.
pub(super) const DIAGNOSTICS: &str = r#"
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."}"#;
/// Output: which page of how many.
pub(super) const PAGES: &str = r#"
    "page": {"type": "integer"},
    "pages": {"type": "integer", "description": "How many pages there are."}"#;
/// Output: a link to what is too large for the answer.
pub(super) const RESOURCE: &str = r#"
    "resource": {"type": "object", "description": "Where to read what was too large to answer with: uri, mimeType, bytes."}"#;
