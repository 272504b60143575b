//! `textDocument/documentHighlight`: the places to light up.

use gen_lsp_types as lsp;
use puml_ide::NameUse;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentHighlightParams,
) -> Result<Option<Vec<lsp::DocumentHighlight>>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let offset = ruler.offset(at.position);
    let analysis = document.analysis_at(offset);
    let found = analysis.map(|it| puml_ide::highlights(it, offset)).unwrap_or_default();
    let place = |it: puml_ide::Highlight| lsp::DocumentHighlight {
        range: ruler.range(it.range),
        kind: Some(match it.what {
            NameUse::Declaration => lsp::DocumentHighlightKind::Write,
            NameUse::Use => lsp::DocumentHighlightKind::Read,
        }),
    };
    Ok(Some(found.into_iter().map(place).collect()))
}
