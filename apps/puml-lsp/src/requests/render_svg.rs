//! `puml/renderSvg`: one page of a diagram as SVG, for previews. A request of our own.

use gen_lsp_types as lsp;
use puml_compiler::{LayoutOptions, layout};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::server::{Context, Document};

/// Which page of which diagram.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RenderSvgParams {
    text_document: lsp::TextDocumentIdentifier,
    /// From 0.
    #[serde(default)]
    diagram: usize,
    /// From 0.
    #[serde(default)]
    page: usize,
    #[serde(default)]
    scheme: Scheme,
}

/// Colours for which background.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scheme {
    /// The picture asks its reader.
    #[default]
    Auto,
    Light,
    Dark,
}

/// The picture and what it is one of.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RenderSvgResult {
    /// Absent where there is no such diagram or page.
    svg: Option<String>,
    /// Whether the text has no errors; with errors the picture shows what was understood.
    ok: bool,
    /// How many diagrams the text has.
    diagrams: usize,
    /// How many pages this one has.
    pages: usize,
    /// The version of the text that is shown.
    version: i32,
}

pub(super) fn answer(ctx: &Context, params: &RenderSvgParams) -> Result<RenderSvgResult, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let compiled = document.analysis.compiled();
    let mut result = RenderSvgResult {
        svg: None,
        ok: compiled.is_accepted(),
        diagrams: compiled.diagrams.len(),
        pages: 0,
        version: document.version,
    };
    let options = picture::Options {
        scheme: match params.scheme {
            Scheme::Auto => picture::Scheme::Reader,
            Scheme::Light => picture::Scheme::Light,
            Scheme::Dark => picture::Scheme::Dark,
        },
        ..picture::Options::default()
    };
    if let Some(pages) = drawn(document, params.diagram, &options)? {
        result.pages = pages.len();
        result.svg = pages.into_iter().nth(params.page);
    }
    Ok(result)
}

/// The pages of a diagram as SVG; nothing for a diagram that is not there.
pub(super) fn drawn(
    document: &Document,
    diagram: usize,
    options: &picture::Options,
) -> Result<Option<Vec<String>>, Fault> {
    let Some(diagram) = document.analysis.compiled().diagrams.get(diagram) else {
        return Ok(None);
    };
    if diagram.model.participants.is_empty() {
        return Ok(None);
    }
    let scenes = layout(&diagram.model, document.analysis.sources(), &LayoutOptions::default());
    let pages = scenes.into_iter().map(|page| {
        let bytes = picture::write(&[page], picture::Format::Svg, options)
            .map_err(|it| Fault::Refused(it.to_string()))?;
        String::from_utf8(bytes).map_err(|it| Fault::Refused(it.to_string()))
    });
    pages.collect::<Result<Vec<_>, _>>().map(Some)
}
