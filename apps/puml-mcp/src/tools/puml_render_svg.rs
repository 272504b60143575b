//! `puml_render_svg`: a page of a valid source as SVG.

use diagrams::{Format, PictureOptions};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Schema, Tool, ToolError};

use super::{Desk, drawing_error, no_such_page, page_of};
use crate::checked;

const INPUT: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "source": {"type": "string", "description": "The whole puml source."},
    "path": {"type": "string", "description": "Instead of source: a file under the allowed folders."},
    "theme": {"type": "string", "description": "A theme in place of the one the source names: default, dark, minimal, docs, sand, blueprint."},
    "page": {"type": "integer", "minimum": 0, "default": 0, "description": "Which page, counted from 0 over all diagrams of the source."},
    "includeRoot": {"type": "string", "description": "The folder that !include is confined to; under the allowed folders."},
    "allow_url_includes": {"type": "boolean", "default": false, "description": "Include from public addresses in this call, if the server was started with --allow-url-includes."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok", "svg", "width", "height", "diagnostics"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether no finding is an error."},
    "svg": {"type": "string", "description": "The picture, without scripts or foreign content. Empty when the source has errors, or when it is large and a resource instead."},
    "width": {"type": "number", "description": "In pixels."},
    "height": {"type": "number", "description": "In pixels."},
    "diagnostics": {"type": "array", "items": {"type": "object"}, "description": "Every finding: code, severity, message, file, range, excerpt, and where there are any hints and fixes with exact text edits."},
    "page": {"type": "integer"},
    "pages": {"type": "integer", "description": "How many pages there are."},
    "resource": {"type": "object", "description": "Where to read what was too large to answer with: uri, mimeType, bytes."}
  }
}"#;

const DESCRIPTION: &str = "Renders a valid puml source to SVG. A source with errors gives ok: false and its \
diagnostics instead of a picture. A large picture comes as a resource link with its size.";

pub(super) fn tool(desk: &Desk) -> Tool {
    let desk = desk.clone();
    Tool {
        title: "Render a diagram".into(),
        annotations: desk.including(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_render_svg", DESCRIPTION, Schema::parse(INPUT), move |call, arguments| {
            render(&desk, call, arguments)
        })
    }
}

fn render(desk: &Desk, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::reaching(desk.url_includes, call, arguments)?;
    let mut answer = json!({
        "ok": checked.is_ok(),
        "svg": "",
        "width": 0,
        "height": 0,
        "diagnostics": checked.findings(),
    });
    if !checked.is_ok() {
        return Ok(Answer::json(answer));
    }
    let page = page_of(arguments);
    let drawing = checked.page(page).map_err(no_such_page)?.drawing();
    let svg = drawing
        .write(Format::Svg, &PictureOptions::default())
        .map_err(|error| drawing_error(&error))?;
    let svg = String::from_utf8(svg).expect("an SVG is text");
    let (width, height) = drawing.size().expect("a page has a size");
    answer["width"] = json!(width);
    answer["height"] = json!(height);
    answer["page"] = page.into();
    answer["pages"] = checked.page_count().into();
    Ok(desk.answer_with(answer, "svg", svg.into(), "diagram.svg"))
}
