//! `textDocument/hover`: what stands under the pointer.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::HoverParams,
) -> Result<Option<lsp::Hover>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let offset = ruler.offset(at.position);
    let found = document.analysis_at(offset).and_then(|it| puml_ide::hover(it, offset));
    Ok(found.map(|it| lsp::Hover {
        contents: lsp::Contents::MarkupContent(lsp::MarkupContent {
            kind: lsp::MarkupKind::Markdown,
            value: it.markdown,
        }),
        range: Some(ruler.range(it.range)),
    }))
}
