//! `puml_render_svg`: a page of a valid source as SVG.

use diagrams::{Format, PictureOptions};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Tool, ToolError};

use super::head::{
    DIAGNOSTICS, FAMILY, Head, INCLUDE_ROOT, OK, PAGE, PAGES, RESOURCE, SOURCE, THEME, URL_INCLUDES,
};
use super::{Context, drawing_error, no_such_page, page_of};
use crate::checked;
use crate::resources::VIEWER;

const PICTURE: &str = r#"
    "svg": {"type": "string", "description": "The picture, without scripts or foreign content. Empty when the source has errors, or when it is large and a resource instead."},
    "width": {"type": "number", "description": "In pixels."},
    "height": {"type": "number", "description": "In pixels."}"#;

const DESCRIPTION: &str = "Renders a valid puml source to SVG. A source with errors gives ok: false and its \
diagnostics instead of a picture. A large picture comes as a resource link with its size.";

const HEAD: Head = Head {
    name: "puml_render_svg",
    title: "Render a diagram",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, THEME, PAGE, INCLUDE_ROOT, URL_INCLUDES],
    answered: &["ok", "svg", "width", "height", "diagnostics"],
    output: &[OK, PICTURE, DIAGNOSTICS, FAMILY, PAGES, RESOURCE],
};

pub(super) fn tool(context: &Context) -> Tool {
    Tool { view: Some(VIEWER.into()), ..context.including_tool(&HEAD, render) }
}

fn render(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::reaching(context.url_includes, call, arguments)?;
    let mut answer = json!({
        "ok": checked.is_ok(),
        "svg": "",
        "width": 0,
        "height": 0,
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
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
    let size = drawing.size().expect("a page has a size");
    answer["width"] = json!(size.width);
    answer["height"] = json!(size.height);
    answer["page"] = page.into();
    answer["pages"] = checked.page_count().into();
    Ok(context.answer_with(answer, "svg", svg.into(), "diagram.svg"))
}
