//! `puml/renderSvg`: one page of a diagram as SVG, for previews. A request of our own.

use gen_lsp_types as lsp;
use puml_compiler::{LayoutOptions, layout};
use scene::Scene;
use serde::Deserialize;
use serde_json::{Value, json};

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

/// The picture, absent where there is no such diagram or page, and what it is one of. With errors in the text, where
/// `ok` is false, it shows what was understood.
pub(super) fn answer(ctx: &Context, params: &RenderSvgParams) -> Result<Value, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let compiled = document.analysis.compiled();
    let options = picture::Options {
        scheme: match params.scheme {
            Scheme::Auto => picture::Scheme::Reader,
            Scheme::Light => picture::Scheme::Light,
            Scheme::Dark => picture::Scheme::Dark,
        },
        ..picture::Options::default()
    };
    let pages = laid_out(document, params.diagram).unwrap_or_default();
    let picture = pages.get(params.page).map(|page| svg(page, &options)).transpose()?;
    let mut result = json!({
        "svg": null,
        "ok": compiled.is_accepted(),
        "diagrams": compiled.diagrams.len(),
        "pages": pages.len(),
        "version": document.version,
    });
    result["svg"] = picture.map_or(Value::Null, Value::String);
    // Nobody waits for a large picture to be taken apart.
    std::thread::spawn(move || drop(pages));
    Ok(result)
}

/// The pages of a diagram; nothing for a diagram that is not there.
pub(super) fn laid_out(document: &Document, diagram: usize) -> Option<Vec<Scene>> {
    let diagram = document.analysis.compiled().diagrams.get(diagram)?;
    let sources = document.analysis.sources();
    (!diagram.model.participants.is_empty())
        .then(|| layout(&diagram.model, sources, &LayoutOptions::default()))
}

/// One page as SVG.
pub(super) fn svg(page: &Scene, options: &picture::Options) -> Result<String, Fault> {
    picture::svg(page, options).map_err(|it| Fault::Refused(it.to_string()))
}
