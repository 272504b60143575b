//! `textDocument/onTypeFormatting`: the layout of the line that was just ended.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let at = ruler.offset(params.position);
    Ok(Some(ruler.edits(&puml_ide::format_typed(&document.analysis, at))))
}
