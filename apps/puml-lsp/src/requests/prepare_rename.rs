//! `textDocument/prepareRename`: whether what stands here has a name that can be changed.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::PrepareRenameParams,
) -> Result<Option<lsp::PrepareRenameResult>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let offset = ruler.offset(at.position);
    let found = document.analysis_at(offset).and_then(|it| puml_ide::renamable(it, offset));
    Ok(found.map(|it| {
        lsp::PrepareRenameResult::PrepareRenamePlaceholder(lsp::PrepareRenamePlaceholder {
            range: ruler.range(it.range),
            placeholder: it.name,
        })
    }))
}
