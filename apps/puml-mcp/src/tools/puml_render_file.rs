//! `puml_render_file`: a source rendered straight into a file, whose ending says the form.

use diagrams::Format;
use serde_json::{Value, json};
use toolserver::{Annotations, Answer, Call, Tool, ToolError};

use super::export::export;
use super::head::{DIAGNOSTICS, Head, INCLUDE_ROOT, OK, PAGE, SOURCE, THEME};
use super::puml_export::looked_at;
use super::{Context, page_of};
use crate::checked;
use crate::target::{Existing, Target};

const FILE: &str = r#"
    "output_path": {"type": "string", "description": "A .svg, .png or .pdf file under the allowed folders; its folder must exist."}"#;
const CONSENT: &str = r#"
    "write": {"type": "boolean", "default": false, "description": "Must be true: files are never written unasked."},
    "overwrite": {"type": "boolean", "default": false, "description": "Replace a file that is there already and differs."}"#;
const PICTURE: &str = r#"
    "output_path": {"type": "string", "description": "The file that holds the picture now; empty when the source has errors and nothing was written."}"#;
const WRITTEN: &str = r#"
    "bytes": {"type": "integer", "description": "Size of the file."},
    "notice": {"type": "string", "description": "Present where a png is drawn smaller than its page asks for."},
    "change": {"type": "object", "description": "What happened to the file: before and after in bytes, same, and a unified diff of short text."}"#;

const DESCRIPTION: &str = "Renders a valid puml source into a .svg, .png or .pdf file. Needs write: true, and \
overwrite: true to replace another file. puml_export does the same and more.";

const HEAD: Head = Head {
    name: "puml_render_file",
    title: "Render into a file",
    description: DESCRIPTION,
    required: &["output_path"],
    input: &[SOURCE, INCLUDE_ROOT, FILE, THEME, PAGE, CONSENT],
    answered: &["ok", "output_path", "diagnostics"],
    output: &[OK, PICTURE, DIAGNOSTICS, WRITTEN],
};

pub(super) fn tool(context: &Context) -> Tool {
    Tool { annotations: Annotations::DESTRUCTIVE, ..context.tool(&HEAD, render) }
}

fn render(_: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let path = arguments["output_path"].as_str().unwrap_or_default();
    let target = Target::at(call, path, &["svg", "png", "pdf"])?;
    let ending = path.rsplit('.').next().unwrap_or_default().to_lowercase();
    let format = Format::named(&ending).expect("the target has one of these endings");
    let checked = checked::of(call, arguments)?;
    let mut answer = json!({
        "ok": checked.is_ok(),
        "output_path": "",
        "diagnostics": checked.findings(),
    });
    if !checked.is_ok() {
        return Ok(Answer::json(answer));
    }
    let exported = export(&checked, format, page_of(arguments))?;
    let change = target.change(&exported.bytes);
    if !arguments["write"].as_bool().unwrap_or(false) {
        let message = format!("Nothing was written: pass write: true to write {path:?}.");
        return Err(
            ToolError::new("path/write-not-asked", message).with_details(json!({"change": change}))
        );
    }
    target.write(&exported.bytes, Existing::of(arguments))?;
    answer["output_path"] = path.into();
    answer["bytes"] = exported.bytes.len().into();
    if let Some(notice) = &exported.notice {
        answer["notice"] = notice.as_str().into();
    }
    answer["change"] = change;
    Ok(looked_at(Answer::json(answer), &exported))
}
