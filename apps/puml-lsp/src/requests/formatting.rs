//! `textDocument/formatting`: the canonical layout of the whole text.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentFormattingParams,
) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    Ok(Some(ruler.edits(&puml_ide::format(&document.analysis))))
}
