//! `textDocument/semanticTokens/range`: what the pieces on the screen are.

use gen_lsp_types as lsp;

use super::semantic_tokens_full::encoded;
use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::SemanticTokensRangeParams,
) -> Result<Option<lsp::SemanticTokens>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let range = ruler.bytes(params.range);
    let tokens =
        document.parts().iter().flat_map(|it| puml_ide::tokens_within(&it.analysis, range));
    let tokens: Vec<_> = tokens.collect();
    Ok(Some(lsp::SemanticTokens { result_id: None, data: encoded(ruler, &tokens) }))
}
