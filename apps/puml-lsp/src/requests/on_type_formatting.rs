//! `textDocument/onTypeFormatting`: the layout of the line that was just ended.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let Some(form) = ctx.form(document, params.options) else { return Ok(None) };
    let ruler = document.ruler(ctx.client.encoding);
    let at = ruler.offset(params.position);
    let Some(part) = document.part_at(at) else { return Ok(None) };
    let edits = part.own(puml_ide::format_typed(&part.analysis, at, form));
    Ok(Some(ruler.edits(&edits)))
}
