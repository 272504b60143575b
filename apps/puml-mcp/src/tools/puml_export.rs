//! `puml_export`: a source in any form, answered or written to a file.

use diagrams::Format;
use serde_json::{Value, json};
use toolserver::{Annotations, Answer, Call, Content, Tool, ToolError};

use super::export::{self, Exported};
use super::head::{DIAGNOSTICS, FAMILY, Head, INCLUDE_ROOT, OK, PAGE, RESOURCE, SOURCE, THEME};
use super::{Context, page_of};
use crate::checked;
use crate::input::{invalid, violation};
use crate::target::{Existing, Target};

const FORMAT: &str = r#"
    "format": {"type": "string", "enum": ["svg", "png", "pdf", "puml", "ast-json", "model-json", "scene-json"]}"#;
const FILE: &str = r#"
    "outputPath": {"type": "string", "description": "A file under the allowed folders, with the ending of the format; its folder must exist."},
    "write": {"type": "boolean", "default": false, "description": "Write the file. Without it nothing is written and the change is only shown."},
    "overwrite": {"type": "boolean", "default": false, "description": "Replace a file that is there already and differs."}"#;
const EXPORT: &str = r#"
    "format": {"type": "string"},
    "content": {"type": "string", "description": "The export as text. Absent for png and pdf, after writing, and when it is large; see resource."},
    "path": {"type": "string", "description": "The file that holds the export now. Absent when nothing was written."}"#;
const WRITTEN: &str = r#"
    "bytes": {"type": "integer", "description": "Size of the export."},
    "notice": {"type": "string", "description": "Present where a png is drawn smaller than its page asks for."},
    "pages": {"type": "integer", "description": "How many pages the source has."},
    "written": {"type": "boolean", "description": "Whether a file holds the export; present when outputPath was given."},
    "change": {"type": "object", "description": "What writing does to the file: before and after in bytes, same, and a unified diff of short text."}"#;

const DESCRIPTION: &str = "Exports a valid puml source as svg, png, pdf, canonical puml, or as JSON of its syntax \
tree, model or scene. A png also comes as an image to look at. With outputPath it shows what would change on disk, and \
writes only with write: true; another file is replaced only with overwrite: true.";

const HEAD: Head = Head {
    name: "puml_export",
    title: "Export a diagram",
    description: DESCRIPTION,
    required: &["format"],
    input: &[SOURCE, INCLUDE_ROOT, FORMAT, THEME, PAGE, FILE],
    answered: &["ok", "format", "diagnostics"],
    output: &[OK, EXPORT, DIAGNOSTICS, FAMILY, WRITTEN, RESOURCE],
};

pub(super) fn tool(context: &Context) -> Tool {
    Tool { annotations: Annotations::DESTRUCTIVE, ..context.tool(&HEAD, answer) }
}

fn answer(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let name = arguments["format"].as_str().unwrap_or_default();
    let format = Format::named(name).expect("the schema allows only formats that there are");
    let asks_to_write = arguments["write"].as_bool().unwrap_or(false);
    let path = arguments["outputPath"].as_str();
    if asks_to_write && path.is_none() {
        return Err(invalid(&[violation("/outputPath", "is required to write")]));
    }
    let target = path.map(|path| Target::at(call, path, export::endings(format))).transpose()?;
    let checked = checked::of(call, arguments)?;
    let mut answer = json!({
        "ok": checked.is_ok(),
        "format": name,
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
    });
    if !checked.is_ok() && !format.takes_broken_sources() {
        return Ok(Answer::json(answer));
    }
    let exported = export::export(&checked, format, page_of(arguments))?;
    answer["bytes"] = exported.bytes.len().into();
    if let Some(notice) = &exported.notice {
        answer["notice"] = notice.as_str().into();
    }
    answer["pages"] = checked.page_count().into();
    let Some(target) = target else {
        return Ok(offered(context, format, exported, answer));
    };
    answer["change"] = target.change(&exported.bytes);
    // Nothing broken is written, even in a form that shows it.
    let is_written = asks_to_write && checked.is_ok();
    if is_written {
        target.write(&exported.bytes, Existing::of(arguments))?;
        answer["path"] = path.into();
    }
    answer["written"] = is_written.into();
    Ok(looked_at(Answer::json(answer), &exported))
}

/// The export in the answer itself, or beside it.
fn offered(context: &Context, format: Format, exported: Exported, answer: Value) -> Answer {
    if !format.is_text() {
        let answer = looked_at(Answer::json(answer), &exported);
        return context.linked(
            answer,
            export::file_name(format),
            format.media_type(),
            exported.bytes,
        );
    }
    let text = String::from_utf8(exported.bytes).expect("text forms are text");
    context.answer_with(answer, "content", text.into(), export::file_name(format))
}

/// A picture of pixels can be looked at, wherever it went.
pub(super) fn looked_at(answer: Answer, exported: &Exported) -> Answer {
    match exported.image() {
        Some(bytes) => {
            answer.with(Content::Image { bytes: bytes.to_vec(), mime_type: "image/png".to_owned() })
        }
        None => answer,
    }
}
