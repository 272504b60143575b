//! `textDocument/references`: every place that names the participant.

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
    if let Some(name) = puml_ide::shared_name(analysis, offset) {
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
    let mut look = |other: &Document| {
        for part in other.parts() {
            for span in puml_ide::shared_references(&part.analysis, name, with) {
                let place = location(ctx, other, &part.analysis, span);
                if !all.contains(&place) {
                    all.push(place);
                }
            }
        }
    };
    for other in ctx.documents.all() {
        if other.uri != document.uri {
            look(other);
        }
    }
    workspace::each_closed(ctx, |other| {
        look(other);
        Enough::No
    })
}
