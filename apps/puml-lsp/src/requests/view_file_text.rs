//! `puml/viewFileText`: the text as the server has it, to find faults of synchronisation.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(ctx: &Context, params: &lsp::TextDocumentIdentifier) -> Result<String, Fault> {
    Ok(ctx.document(&params.uri)?.text().to_string())
}
