//! `textDocument/references`: every place that names the element, macro or variable.

use gen_lsp_types as lsp;
use puml_ide::{NameUse, SharedName};

use super::definition::location;
use crate::fault::Fault;
use crate::server::{Context, Document};
use crate::workspace::{self, Enough};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::ReferenceParams,
) -> Result<Option<Vec<lsp::Location>>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let with = if params.context.include_declaration { NameUse::Declaration } else { NameUse::Use };
    let offset = ruler.offset(at.position);
    let Some(analysis) = document.analysis_at(offset) else { return Ok(None) };
    let found = puml_ide::references(analysis, offset, with);
    let mut all: Vec<lsp::Location> =
        found.into_iter().map(|it| location(ctx, document, analysis, it)).collect();
    let shared = match puml_ide::undeclared(analysis, offset) {
        Some(code) => workspace::declared_around(ctx, document, code)?.map(|it| it.1),
        None => puml_ide::shared_name(analysis, offset),
    };
    if let Some(name) = shared {
        elsewhere(ctx, document, &name, with, &mut all)?;
    }
    Ok(Some(all))
}

/// The places in other texts of the workspace that get the name from the same text.
fn elsewhere(
    ctx: &Context,
    document: &Document,
    name: &SharedName,
    with: NameUse,
    all: &mut Vec<lsp::Location>,
) -> Result<(), Fault> {
    workspace::each_other(ctx, document, |other| {
        for part in other.parts() {
            for span in puml_ide::shared_references(&part.analysis, name, with) {
                let place = location(ctx, other, &part.analysis, span);
                if !all.contains(&place) {
                    all.push(place);
                }
            }
        }
        Enough::No
    })
}
