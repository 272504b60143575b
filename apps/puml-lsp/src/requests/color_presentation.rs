//! `textDocument/colorPresentation`: the ways to write a colour.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::ColorPresentationParams,
) -> Result<Vec<lsp::ColorPresentation>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let lsp::Color { red, green, blue, alpha } = params.color;
    let rgba = [red, green, blue, alpha].map(|it| (it.clamp(0.0, 1.0) * 255.0).round() as u8);
    let range = ruler.bytes(params.range);
    let Some(analysis) = document.analysis_at(range.start) else { return Ok(Vec::new()) };
    let ways = puml_ide::presentations(analysis, range, rgba);
    let way = |label: String| lsp::ColorPresentation {
        text_edit: Some(lsp::TextEdit { range: params.range, new_text: label.clone() }),
        label,
        additional_text_edits: None,
    };
    Ok(ways.into_iter().map(way).collect())
}
