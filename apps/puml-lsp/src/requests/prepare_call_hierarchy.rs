//! `textDocument/prepareCallHierarchy`: the element whose messages or links are asked for.

use gen_lsp_types as lsp;
use puml_ide::Caller;

use crate::fault::Fault;
use crate::server::{Context, Document};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::CallHierarchyPrepareParams,
) -> Result<Option<Vec<lsp::CallHierarchyItem>>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let offset = document.ruler(ctx.client.encoding).offset(at.position);
    let found = document.analysis_at(offset).and_then(|it| puml_ide::caller(it, offset));
    Ok(found.map(|it| vec![item(ctx, document, it)]))
}

/// An element in the protocol's words.
pub(super) fn item(ctx: &Context, document: &Document, it: Caller) -> lsp::CallHierarchyItem {
    let ruler = document.ruler(ctx.client.encoding);
    lsp::CallHierarchyItem {
        name: it.name,
        kind: lsp::SymbolKind::Class,
        tags: None,
        detail: (!it.detail.is_empty()).then_some(it.detail),
        uri: document.uri.clone(),
        range: ruler.range(it.range),
        selection_range: ruler.range(it.selection),
        data: None,
    }
}
