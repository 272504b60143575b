//! `resources/list`, `resources/templates/list`, `resources/read`, and both ways of being told about changes.

use std::sync::Arc;

use rmcp::model::{
    CacheScope, ErrorData, ListResourceTemplatesResult, ListResourcesResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    SubscribeRequestParams,
};
use rmcp::service::SubscriptionContext;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use super::{Context, STATIC_TTL_MS, no_method, page, settled};
use crate::changes::Change;
use crate::resource::Template;
use crate::session::{Session, is_modern};
use crate::{Call, Contents, Link, Server, Skill, ToolError, work};

pub(super) async fn list(
    session: &Session,
    request: Option<PaginatedRequestParams>,
    context: &Context,
) -> Result<ListResourcesResult, ErrorData> {
    let server = Arc::clone(&session.server);
    let listed = work::run(session, context, server.limits.time, {
        let server = Arc::clone(&server);
        move |call| present(&server, call)
    })
    .await;
    let resources =
        settled(listed, "listing resources")?.into_iter().map(Link::into_resource).collect();
    let page = page::of(resources, request, server.limits.page_size)?;
    let mut result = ListResourcesResult::with_all_items(page.items);
    result.next_cursor = page.next;
    Ok(result)
}

fn present(server: &Server, call: &Call) -> Result<Vec<Link>, ToolError> {
    let mut links: Vec<Link> =
        server.resources.iter().map(|resource| resource.link.clone()).collect();
    for list in server.templates.iter().filter_map(|template| template.list.as_ref()) {
        links.extend(list(call)?);
    }
    links.extend(server.skills.iter().map(Skill::link));
    Ok(links)
}

pub(super) fn list_templates(
    session: &Session,
    request: Option<PaginatedRequestParams>,
    context: &Context,
) -> Result<ListResourceTemplatesResult, ErrorData> {
    let templates = session.server.templates.iter().map(Template::published).collect();
    let page = page::of(templates, request, session.server.limits.page_size)?;
    let mut result = ListResourceTemplatesResult::with_all_items(page.items);
    result.next_cursor = page.next;
    if is_modern(context) {
        result = result.with_ttl_ms(STATIC_TTL_MS).with_cache_scope(CacheScope::Public);
    }
    Ok(result)
}

pub(super) async fn read(
    session: &Session,
    request: ReadResourceRequestParams,
    context: &Context,
) -> Result<ReadResourceResponse, ErrorData> {
    let server = Arc::clone(&session.server);
    let limit = server.limits.output_bytes;
    let uri = request.uri;
    let found = work::run(session, context, server.limits.time, {
        let uri = uri.clone();
        move |call| contents_at(&server, call, &uri)
    })
    .await;
    let Some(contents) = settled(found, "reading a resource")? else {
        return Err(ErrorData::resource_not_found(
            format!("there is no resource {uri:?}"),
            Some(json!({"uri": uri})),
        ));
    };
    let bytes = contents.byte_count();
    if bytes > limit {
        let message =
            format!("{uri:?} has {bytes} bytes, more than the {limit} allowed in one read");
        return Err(ErrorData::internal_error(
            message,
            Some(json!({"bytes": bytes, "limit": limit})),
        ));
    }
    Ok(ReadResourceResult::new(vec![contents.published(&uri)]).into())
}

fn contents_at(server: &Server, call: &Call, uri: &str) -> Result<Option<Contents>, ToolError> {
    let mut fixed = server.resources.iter().chain(&server.views);
    if let Some(resource) = fixed.find(|resource| resource.link.uri == uri) {
        return (resource.read)(call);
    }
    if let Some(contents) = server.skills.iter().find_map(|skill| skill.file_at(uri)) {
        return Ok(Some(contents));
    }
    let matching =
        server.templates.iter().find_map(|template| Some((template, template.variables_of(uri)?)));
    match matching {
        Some((template, variables)) => (template.read)(call, &variables),
        None => Ok(None),
    }
}

pub(super) fn subscribe(
    session: &Session,
    request: SubscribeRequestParams,
) -> Result<(), ErrorData> {
    let server = &session.server;
    let is_known = server.resources.iter().any(|resource| resource.link.uri == request.uri)
        || server.templates.iter().any(|template| template.variables_of(&request.uri).is_some());
    if server.changes.is_none() {
        return Err(no_method("resources/subscribe"));
    }
    if !is_known {
        return Err(ErrorData::resource_not_found(
            format!("there is no resource {:?}", request.uri),
            Some(json!({"uri": request.uri})),
        ));
    }
    session.subscribe(request.uri);
    Ok(())
}

/// Runs until the client ends the subscription or leaves.
pub(super) async fn listen(session: &Session, context: SubscriptionContext) {
    let Some(changes) = &session.server.changes else {
        return;
    };
    let mut changes = changes.listen();
    loop {
        let change = tokio::select! {
            () = context.cancelled() => return,
            change = changes.recv() => change,
        };
        // The sink refuses what this subscription did not ask for, which is as good as sent.
        match change {
            Ok(Change::Contents(uri)) => {
                let _ = context.sink().notify_resource_updated(uri).await;
            }
            Ok(Change::List) | Err(RecvError::Lagged(_)) => {
                let _ = context.sink().notify_resource_list_changed().await;
            }
            Err(RecvError::Closed) => return,
        }
    }
}
