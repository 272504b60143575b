//! `prompts/list` and `prompts/get`.

use std::sync::Arc;

use rmcp::model::{
    CacheScope, ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    ListPromptsResult, PaginatedRequestParams,
};
use serde_json::{Value, json};

use super::{Context, STATIC_TTL_MS, page, settled};
use crate::prompt::{Filled, Message, Prompt};
use crate::session::{Session, is_modern};
use crate::work;

pub(super) fn list(
    session: &Session,
    request: Option<PaginatedRequestParams>,
    context: &Context,
) -> Result<ListPromptsResult, ErrorData> {
    let prompts = session.server.prompts.iter().map(Prompt::published).collect();
    let page = page::of(prompts, request, session.server.limits.page_size)?;
    let mut result = ListPromptsResult::with_all_items(page.items);
    result.next_cursor = page.next;
    if is_modern(context) {
        result = result.with_ttl_ms(STATIC_TTL_MS).with_cache_scope(CacheScope::Public);
    }
    Ok(result)
}

pub(super) async fn write(
    session: &Session,
    request: GetPromptRequestParams,
    context: &Context,
) -> Result<GetPromptResponse, ErrorData> {
    let prompts = &session.server.prompts;
    let Some(prompt) = prompts.iter().find(|prompt| prompt.name == request.name) else {
        return Err(ErrorData::invalid_params(
            format!("there is no prompt {:?}", request.name),
            None,
        ));
    };
    let filled: Filled = request
        .arguments
        .unwrap_or_default()
        .into_iter()
        .map(|(name, value)| (name, plain(value)))
        .collect();
    let objections = prompt.objections(&filled);
    if !objections.is_empty() {
        return Err(ErrorData::invalid_params(
            objections.join("\n"),
            Some(json!({"violations": objections})),
        ));
    }
    let write = Arc::clone(&prompt.write);
    let written =
        work::run(session, context, session.server.limits.time, move |call| write(call, &filled))
            .await;
    let messages = settled(written, "writing a prompt")?;
    let mut result = GetPromptResult::new(messages.into_iter().map(Message::published).collect());
    result.description = crate::resource::some_text(&prompt.description);
    Ok(result.into())
}

/// Arguments are text by the protocol; a client that sends a number or a truth value means its spelling.
fn plain(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}
