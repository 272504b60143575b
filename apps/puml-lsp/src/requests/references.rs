//! `textDocument/references`: every place that names the participant.

use gen_lsp_types as lsp;
use puml_ide::NameUse;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::ReferenceParams,
) -> Result<Option<Vec<lsp::Location>>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let with = if params.context.include_declaration { NameUse::Declaration } else { NameUse::Use };
    let found = puml_ide::references(&document.analysis, ruler.offset(at.position), with);
    let place = |range| lsp::Location { uri: document.uri.clone(), range: ruler.range(range) };
    Ok(Some(found.into_iter().map(place).collect()))
}
