//! The head of a tool: its name, words and schemas, put together from the properties that several tools share.

use serde_json::Value;
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::Desk;

/// What is published about a tool that checks a source and may include from addresses.
pub(super) struct Head {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    /// The properties of the arguments, as JSON.
    pub(super) input: &'static [&'static str],
    /// The properties that every answer has.
    pub(super) answered: &'static [&'static str],
    /// The properties of an answer, as JSON; none for a tool that answers with text and pictures.
    pub(super) output: &'static [&'static str],
}

/// Does the work of a tool.
pub(super) type Work = fn(&Desk, &Call, &Value) -> Result<Answer, ToolError>;

impl Desk {
    /// The tool of a head.
    pub(super) fn tool(&self, head: &Head, work: Work) -> Tool {
        let desk = self.clone();
        let input = format!(
            r#"{{"type": "object", "additionalProperties": false, "properties": {{{}}}}}"#,
            head.input.join(", ")
        );
        let answered: Vec<String> = head.answered.iter().map(|it| format!("{it:?}")).collect();
        let output = format!(
            r#"{{"type": "object", "required": [{}], "properties": {{{}}}}}"#,
            answered.join(", "),
            head.output.join(", ")
        );
        Tool {
            title: head.title.into(),
            annotations: self.including(),
            output: (!head.output.is_empty()).then(|| Schema::parse(&output)),
            ..Tool::new(
                head.name,
                head.description,
                Schema::parse(&input),
                move |call, arguments| work(&desk, call, arguments),
            )
        }
    }
}

/// The source or its file.
pub(super) const SOURCE: &str = r#"
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."}"#;
/// Another theme.
pub(super) const THEME: &str = r#"
    "theme": {"type": "string", "description": "A theme in place of the one the source names: default, dark, minimal, docs, sand, blueprint."}"#;
/// One page.
pub(super) const PAGE: &str = r#"
    "page": {"type": "integer", "minimum": 0, "default": 0, "description": "Which page, counted from 0 over all diagrams of the source."}"#;
/// What may be included.
pub(super) const INCLUDES: &str = r#"
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."},
    "allow_url_includes": {"type": "boolean", "default": false, "description": "Include from public addresses in this call, if the server was started with --allow-url-includes."}"#;
/// The verdict.
pub(super) const OK: &str = r#"
    "ok": {"type": "boolean", "description": "Whether no finding is an error."}"#;
/// What kind of diagram it is.
pub(super) const FAMILY: &str = r#"
    "family": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The family of the first diagram: sequence, class, state, …; null where there is none."}"#;
/// Everything that was found.
pub(super) const DIAGNOSTICS: &str = r#"
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."}"#;
/// Which page of how many.
pub(super) const PAGES: &str = r#"
    "page": {"type": "integer"},
    "pages": {"type": "integer", "description": "How many pages there are."}"#;
/// A link to what is large.
pub(super) const RESOURCE: &str = r#"
    "resource": {"type": "object", "description": "Where to read what was too large to answer with: uri, mimeType, bytes."}"#;
