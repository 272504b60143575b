//! One file per tool: its schemas as published, its description, its work. The table is put together here.

mod decode_plantuml;
mod encode_plantuml;
mod export;
mod head;
mod mermaid;
mod puml_apply_edit;
mod puml_check;
mod puml_convert;
mod puml_diff;
mod puml_dump_ast;
mod puml_dump_model;
mod puml_dump_scene;
mod puml_explain;
mod puml_export;
mod puml_lint_readability;
mod puml_list_primitives;
mod puml_normalize;
mod puml_parse;
mod puml_project;
mod puml_render_file;
mod puml_render_svg;
mod puml_view;
mod render;
mod share;
mod svg;
mod verify;

use diagrams::{Checked, NoSuchPage, WriteError};
use serde_json::{Value, json};
use toolserver::{Annotations, Answer, Call, Content, Tool, ToolError};

use crate::outputs::Outputs;
use crate::{Toolset, UrlIncludes, checked};

/// What tools share: where large outputs go, what counts as large, and whether the network may be asked.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) outputs: Outputs,
    pub(crate) inline_bytes: usize,
    pub(crate) url_includes: UrlIncludes,
}

/// The tools of one set, in the order of the specification.
pub(crate) fn table(toolset: Toolset, context: &Context) -> Vec<Tool> {
    match toolset {
        Toolset::Puml => vec![
            puml_parse::tool(context),
            puml_check::tool(context),
            puml_render_svg::tool(context),
            puml_export::tool(context),
            puml_normalize::tool(context),
            puml_apply_edit::tool(context),
            puml_explain::tool(context),
            puml_list_primitives::tool(),
            puml_lint_readability::tool(context),
            puml_convert::tool(),
            puml_diff::tool(),
            puml_view::tool(context),
            puml_project::tool(),
            puml_render_file::tool(context),
            puml_dump_ast::tool(context),
            puml_dump_model::tool(context),
            puml_dump_scene::tool(context),
        ],
        Toolset::Mermaid => vec![verify::tool(), render::tool(context), svg::tool(context)],
        Toolset::Share => vec![encode_plantuml::tool(), decode_plantuml::tool()],
    }
}

impl Context {
    /// The hints of a tool that may be asked to include from the network.
    fn including(&self) -> Annotations {
        let open_world = self.url_includes == UrlIncludes::WhenAsked;
        Annotations { open_world, ..Annotations::READ_ONLY }
    }

    /// One stage of a valid source as a list in `field`, which is empty while the source has errors.
    fn dump(
        &self,
        call: &Call,
        arguments: &Value,
        field: &str,
        stage: impl FnOnce(&Checked) -> Vec<Value>,
    ) -> Result<Answer, ToolError> {
        let checked = checked::reaching(self.url_includes, call, arguments)?;
        let is_ok = checked.is_ok();
        let answer = json!({"ok": is_ok, field: [], "diagnostics": checked.findings()});
        if !is_ok {
            return Ok(Answer::json(answer));
        }
        Ok(self.answer_with(answer, field, json!(stage(&checked)), &format!("{field}.json")))
    }

    /// The answer with a value in its field, or, if that is large, with a link to it: `resource` then says where it is,
    /// and the field stays as it was.
    fn answer_with(&self, mut answer: Value, field: &str, value: Value, file: &str) -> Answer {
        let text = match value {
            Value::String(text) if text.len() <= self.inline_bytes => {
                answer[field] = text.into();
                return Answer::json(answer);
            }
            Value::String(text) => text,
            value => {
                let text = value.to_string();
                if text.len() <= self.inline_bytes {
                    answer[field] = value;
                    return Answer::json(answer);
                }
                text
            }
        };
        self.linked(Answer::json(answer), file, media_type(file), text.into_bytes())
    }

    /// The answer with a link to something that is read on its own.
    fn linked(
        &self,
        mut answer: Answer,
        file: &str,
        media_type: &'static str,
        bytes: Vec<u8>,
    ) -> Answer {
        let link = self.outputs.keep(file, media_type, bytes);
        if let Some(structured) = &mut answer.structured {
            structured["resource"] =
                json!({"uri": link.uri, "mimeType": link.mime_type, "bytes": link.size});
        }
        answer.with(Content::Link(link))
    }
}

fn media_type(file: &str) -> &'static str {
    match file.rsplit('.').next() {
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "text/plain",
    }
}

/// The page asked for, from 0.
fn page_of(arguments: &Value) -> usize {
    arguments["page"].as_u64().unwrap_or(0) as usize
}

/// Why a valid source has no picture: the limits of a page, as a rule.
fn drawing_error(error: &WriteError) -> ToolError {
    ToolError::new("puml/cannot-draw", error.to_string())
}

fn no_such_page(error: NoSuchPage) -> ToolError {
    ToolError::new("puml/no-such-page", error.to_string())
        .with_details(json!({"pages": error.count}))
}
