//! `puml_view`: a page as a picture that a model can look at, with what can be measured of its layout.
//!
//! The facts are a text block of JSON and there is no `structuredContent`: hosts such as Codex hand their model the
//! structured part of an answer alone, and the picture would never reach it.

use diagrams::{Drawing, Format, PictureOptions, SystemFonts};
use scene::{Label, Rect, Scene, Survey};
use serde_json::{Value, json};
use toolserver::{Answer, Call, Content, Tool, ToolError};

use super::head::{Head, INCLUDE_ROOT, PAGE, SOURCE, THEME, URL_INCLUDES};
use super::{Context, drawing_error, no_such_page, page_of};
use crate::checked;
use crate::framing::Framing;
use crate::resources::VIEWER;

/// Findings of one kind that are listed; the rest is counted.
const LISTED: usize = 20;
/// Characters of a label that are shown.
const SHOWN: usize = 100;

const TILE: &str = r#"
    "tile": {"type": "integer", "minimum": 0, "description": "A part of a page that is too large to read as a whole, counted from 0 in reading order. Left out, the whole page is shown."}"#;
const DESCRIPTION: &str = "Shows a puml diagram as a picture, with layout facts: size, overlapping or clipped labels, \
crossing lines, the longest label. Look at it before you deliver a diagram. Writes nothing. A page that is too large to \
read as a whole is shown part by part with tile. Answers with JSON and an image. The JSON has ok, diagnostics, family, page, pages, \
tiles (parts of the page), image (the part that is shown, and its scale) and layout: width, height, labels, overlaps and \
clipped (labels with their lines), crossings, longest_label. A source with errors has no image.";

const HEAD: Head = Head {
    name: "puml_view",
    title: "Look at a diagram",
    description: DESCRIPTION,
    required: &[],
    input: &[SOURCE, THEME, PAGE, TILE, INCLUDE_ROOT, URL_INCLUDES],
    answered: &[],
    output: &[],
};

pub(super) fn tool(context: &Context) -> Tool {
    Tool { view: Some(VIEWER.into()), ..context.including_tool(&HEAD, view) }
}

fn view(context: &Context, call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
    let checked = checked::reaching(context.url_includes, call, arguments)?;
    let mut answer = json!({
        "ok": checked.is_ok(),
        "diagnostics": checked.findings(),
        "family": checked::family(&checked),
    });
    if !checked.is_ok() {
        return Ok(Answer::text(answer.to_string()));
    }
    let page = page_of(arguments);
    let drawing = checked.page(page).map_err(no_such_page)?.drawing();
    let size = drawing.size().expect("a page has a size");
    let scene = drawing.scenes().first();
    let framing = Framing::of(size);
    let (part, scale) = match arguments["tile"].as_u64() {
        // Only a scene can be drawn in part.
        Some(number) if scene.is_some() => {
            let tile = u32::try_from(number).ok().and_then(|it| framing.tile(it));
            tile.ok_or_else(|| no_such_tile(number, framing.tiles()))?
        }
        _ => framing.whole(),
    };
    let image = picture(&drawing, part, scale)?;
    let tiles = if scene.is_some() { framing.tiles() } else { 1 };
    let (columns, rows) = framing.grid();
    answer["page"] = page.into();
    answer["pages"] = checked.page_count().into();
    answer["tiles"] = tiles.into();
    answer["image"] = json!({
        "x": part.x.round(), "y": part.y.round(),
        "width": part.width.round(), "height": part.height.round(),
        "scale": (scale * 100.0).round() / 100.0,
    });
    if tiles > 1 {
        answer["grid"] = json!({"columns": columns, "rows": rows});
    }
    if tiles > 1 && arguments["tile"].is_null() {
        let hint = format!(
            "The letters are small at this scale: call again with tile 0 to {} to read them.",
            tiles - 1
        );
        answer["hint"] = hint.into();
    }
    if let Some(scene) = scene {
        answer["layout"] = layout(scene);
    }
    let image = Content::Image { bytes: image, mime_type: "image/png".into() };
    Ok(Answer::text(answer.to_string()).with(image))
}

/// A part of a page, in pixels of the page, on white where the page has no colour of its own.
fn picture(drawing: &Drawing<'_>, part: Rect, scale: f64) -> Result<Vec<u8>, ToolError> {
    let options = PictureOptions {
        scale,
        system_fonts: SystemFonts::WhereNeeded,
        ..PictureOptions::default()
    };
    let written = match drawing.scenes().first() {
        Some(_) => drawing.part(part, &options),
        None => drawing.write(Format::Png, &options),
    };
    written.map_err(|error| drawing_error(&error))
}

fn no_such_tile(number: u64, tiles: u32) -> ToolError {
    let told = match tiles {
        1 => "the page is legible as a whole: leave tile out".to_owned(),
        _ => format!("tiles are 0 to {}", tiles - 1),
    };
    ToolError::new("puml/no-such-tile", format!("tile {number} is not there: {told}"))
        .with_details(json!({"tiles": tiles}))
}

fn layout(scene: &Scene) -> Value {
    let survey = Survey::of(scene);
    let label = |it: &Label| json!({"text": shown(&it.words), "line": it.line});
    let overlaps: Vec<Value> = survey
        .overlaps
        .iter()
        .take(LISTED)
        .map(|(one, other)| json!([label(&survey.labels[*one]), label(&survey.labels[*other])]))
        .collect();
    let clipped: Vec<Value> =
        survey.clipped.iter().take(LISTED).map(|it| label(&survey.labels[*it])).collect();
    let mut facts = json!({
        "width": (scene.size.width * scene.scale).round(),
        "height": (scene.size.height * scene.scale).round(),
        "labels": survey.labels.len(),
        "overlaps": overlaps,
        "clipped": clipped,
    });
    if let Some(crossings) = survey.crossings {
        facts["crossings"] = crossings.into();
    }
    if survey.overlaps.len() > LISTED {
        facts["overlap_count"] = survey.overlaps.len().into();
    }
    if survey.clipped.len() > LISTED {
        facts["clipped_count"] = survey.clipped.len().into();
    }
    if let Some(longest) = survey.longest() {
        let mut told = label(longest);
        told["width"] = longest.bounds.width.round().into();
        facts["longest_label"] = told;
    }
    facts
}

fn shown(words: &str) -> String {
    match words.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}
