//! `puml/renderSvg`: one page of a diagram as SVG, for previews. A request of our own.

use gen_lsp_types as lsp;
use puml_ide::Lens;
use puml_source::Diagram;
use puml_syntax::TextRange;
use scene::{Scene, Scheme};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::fault::Fault;
use crate::server::{Context, Document};

/// Which page of which diagram.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RenderSvgParams {
    text_document: lsp::TextDocumentIdentifier,
    /// Which diagram of the file, counted from 0.
    #[serde(default)]
    diagram: usize,
    /// Which page of the diagram, counted from 0.
    #[serde(default)]
    page: usize,
    #[serde(default, deserialize_with = "scheme")]
    scheme: Scheme,
}

/// `auto`, where the picture asks its reader, `light` or `dark`.
fn scheme<'de, D: Deserializer<'de>>(name: D) -> Result<Scheme, D::Error> {
    String::deserialize(name)?.parse().map_err(D::Error::custom)
}

/// The picture, absent where there is no such diagram or page, and what it is one of. With errors in the text, where
/// `ok` is false, it shows what was understood.
#[derive(Debug, Serialize)]
pub(super) struct RenderSvgResult {
    svg: Option<String>,
    ok: bool,
    diagrams: usize,
    pages: usize,
    version: i32,
}

pub(super) fn answer(ctx: &Context, params: &RenderSvgParams) -> Result<RenderSvgResult, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    // An editor's panel rarely has our fonts.
    let text = picture::SvgText::Embedded;
    let options = picture::Options { scheme: params.scheme, text, ..picture::Options::default() };
    let diagram = diagram(document, params.diagram);
    let page = diagram.and_then(|it| it.scene(params.page));
    let picture = page.as_ref().map(|page| svg(page, &options)).transpose()?;
    let result = RenderSvgResult {
        svg: picture,
        ok: document.parts().iter().all(|it| it.analysis.compiled().is_accepted()),
        diagrams: count(document),
        pages: diagram.map_or(0, |it| it.page_count()),
        version: document.version,
    };
    // Nobody waits for a large picture to be taken apart.
    std::thread::spawn(move || drop(page));
    Ok(result)
}

/// How many diagrams previews count.
fn count(document: &Document) -> usize {
    match document.parts() {
        [part] if !document.is_page() => part.analysis.compiled().diagrams.len(),
        parts => parts.iter().map(|it| puml_ide::diagram_count(&it.analysis)).sum(),
    }
}

/// What can be done with each diagram, with its place among all of the document.
pub(super) fn lenses(document: &Document) -> Vec<(usize, Lens)> {
    let (mut before, mut found) = (0, Vec::new());
    for part in document.parts() {
        for lens in puml_ide::lenses(&part.analysis) {
            // A fence without markers begins with its first line.
            let range =
                if lens.range.is_empty() { TextRange::at(part.body.start) } else { lens.range };
            found.push((before + lens.diagram, Lens { range, ..lens }));
        }
        before += puml_ide::diagram_count(&part.analysis);
    }
    found
}

/// A diagram with something in it; nothing for one that is not there.
pub(super) fn diagram(document: &Document, mut idx: usize) -> Option<Diagram<'_>> {
    for part in document.parts() {
        let count = puml_ide::diagram_count(&part.analysis);
        if idx >= count && document.is_page() {
            idx -= count;
            continue;
        }
        let compiled = part.analysis.compiled().diagrams.get(idx)?;
        let diagram = Diagram::new(compiled, part.analysis.sources());
        return (!diagram.is_empty()).then_some(diagram);
    }
    None
}

pub(super) fn svg(page: &Scene, options: &picture::Options) -> Result<String, Fault> {
    picture::svg(page, options).map_err(|it| Fault::Refused(it.to_string()))
}
