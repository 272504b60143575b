//! `textDocument/semanticTokens/full/delta`: the same as a difference to what was sent last.

use std::sync::PoisonError;

use gen_lsp_types as lsp;

use super::semantic_tokens_full::{all, remember};
use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::SemanticTokensDeltaParams,
) -> Result<Option<lsp::SemanticTokensDeltaResponse>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let data = all(ctx, document);
    let before = {
        let mut sent = document.sent_tokens.lock().unwrap_or_else(PoisonError::into_inner);
        let known = sent.as_ref().is_some_and(|it| it.id.to_string() == params.previous_result_id);
        known.then(|| sent.as_mut().map(|it| std::mem::take(&mut it.data))).flatten()
    };
    let edits = before.map(|it| difference(&it, &data));
    let result_id = Some(remember(document, data.clone()).to_string());
    Ok(Some(match edits {
        Some(edits) => lsp::SemanticTokensDelta { result_id, edits }.into(),
        None => lsp::SemanticTokens { result_id, data }.into(),
    }))
}

/// One edit between what both have in common at the start and at the end; none if they are equal.
fn difference(
    before: &[lsp::SemanticToken],
    after: &[lsp::SemanticToken],
) -> Vec<lsp::SemanticTokensEdit> {
    let start = before.iter().zip(after).take_while(|it| it.0 == it.1).count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|it| it.0 == it.1).count();
    let (before, after) = (&before[..before.len() - end], &after[..after.len() - end]);
    if before.is_empty() && after.is_empty() {
        return Vec::new();
    }
    let data = after
        .iter()
        .flat_map(|it| {
            [it.delta_line, it.delta_start, it.length, it.token_type, it.token_modifiers_bitset]
        })
        .collect();
    vec![lsp::SemanticTokensEdit {
        start: start as u32 * 5,
        delete_count: before.len() as u32 * 5,
        data: Some(data),
    }]
}
