//! `textDocument/rename`: another name for a participant.

use std::collections::HashMap;

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::{Context, Document};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::RenameParams,
) -> Result<Option<lsp::WorkspaceEdit>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let offset = ruler.offset(at.position);
    let edits = puml_ide::rename(&document.analysis, offset, &params.new_name)
        .map_err(|it| Fault::Refused(it.to_string()))?;
    Ok(Some(changes(document, ruler.edits(&edits))))
}

/// Edits of one document.
pub(super) fn changes(document: &Document, edits: Vec<lsp::TextEdit>) -> lsp::WorkspaceEdit {
    lsp::WorkspaceEdit {
        changes: Some(HashMap::from([(document.uri.clone(), edits)])),
        ..Default::default()
    }
}
