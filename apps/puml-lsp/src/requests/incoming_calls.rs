//! `callHierarchy/incomingCalls`: who sends to an element, and where.

use gen_lsp_types as lsp;
use puml_ide::{Direction, Relation, relations};
use puml_syntax::TextRange;

use super::prepare_call_hierarchy::item;
use crate::fault::Fault;
use crate::server::{Context, Document};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<lsp::CallHierarchyIncomingCall>>, Fault> {
    let (document, found) = related(ctx, &params.item, Direction::Incoming)?;
    let call = |it: Relation| lsp::CallHierarchyIncomingCall {
        from: item(ctx, document, it.other),
        from_ranges: ranges(ctx, document, &it.places),
    };
    Ok(Some(found.into_iter().map(call).collect()))
}

/// The relations of the element that an item stands for.
pub(super) fn related<'a>(
    ctx: &'a Context,
    item: &lsp::CallHierarchyItem,
    direction: Direction,
) -> Result<(&'a Document, Vec<Relation>), Fault> {
    let document = ctx.document(&item.uri)?;
    let at = document.ruler(ctx.client.encoding).offset(item.selection_range.start);
    let analysis = document.analysis_at(at);
    let found = analysis.map(|it| relations(it, at, direction)).unwrap_or_default();
    Ok((document, found))
}

pub(super) fn ranges(ctx: &Context, document: &Document, all: &[TextRange]) -> Vec<lsp::Range> {
    let ruler = document.ruler(ctx.client.encoding);
    all.iter().map(|it| ruler.range(*it)).collect()
}
