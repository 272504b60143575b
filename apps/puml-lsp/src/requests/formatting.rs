//! `textDocument/formatting`: the canonical layout of the whole text.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentFormattingParams,
) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let Some(form) = ctx.form(document, params.options) else { return Ok(None) };
    let ruler = document.ruler(ctx.client.encoding);
    let parts = document.parts().iter();
    let edits = parts.flat_map(|it| it.own(puml_ide::format(&it.analysis, form)));
    Ok(Some(ruler.edits(&edits.collect::<Vec<_>>())))
}
