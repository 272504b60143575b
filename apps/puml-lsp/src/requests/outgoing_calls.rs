//! `callHierarchy/outgoingCalls`: whom an element sends to, and where.

use gen_lsp_types as lsp;
use puml_ide::{Direction, Relation};

use super::incoming_calls::{ranges, related};
use super::prepare_call_hierarchy::item;
use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<lsp::CallHierarchyOutgoingCall>>, Fault> {
    let (document, found) = related(ctx, &params.item, Direction::Outgoing)?;
    let call = |it: Relation| lsp::CallHierarchyOutgoingCall {
        to: item(ctx, document, it.other),
        from_ranges: ranges(ctx, document, &it.places),
    };
    Ok(Some(found.into_iter().map(call).collect()))
}
