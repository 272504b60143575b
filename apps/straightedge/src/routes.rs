//! The routes, one file for each interface, and the order of what surrounds them.

mod body;
mod health;
mod kroki;
mod mcp;
mod mermaid;
mod page;
pub(crate) mod plantuml;
mod tools;

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::failure::Failure;
use crate::{Metering, Site, layers};

pub(crate) use tools::tools as listed_tools;

/// Everything that is served, with its limits around it. From the outside in: who asks, from which page, how often, how
/// much at once, with which token, and only then the body.
pub fn router(site: &Arc<Site>) -> Router {
    let with = || Arc::clone(site);
    let page = || from_fn_with_state(with(), layers::own_page);
    let mut private = Router::new().merge(page::plans().layer(page())).merge(mcp::private(site));
    if site.settings.metrics == Metering::On {
        private = private.merge(health::metrics());
    }
    let body = || from_fn_with_state(with(), layers::body);
    let private = private.layer(body()).layer(from_fn_with_state(with(), layers::require_token));
    let open = Router::new()
        .merge(tools::routes())
        .merge(mermaid::routes())
        .merge(page::calls().layer(page()))
        .merge(plantuml::pictures())
        .merge(kroki::routes())
        .merge(mcp::diagrams(site))
        .layer(body())
        .layer(from_fn_with_state(with(), layers::require_token_if_guarded));
    let limited = Router::new()
        .merge(private)
        .merge(open)
        .merge(page::files())
        .merge(plantuml::pages().layer(body()))
        .fallback(nothing_here)
        .layer(from_fn(layers::own_words))
        .layer(from_fn_with_state(with(), layers::overload))
        .layer(from_fn_with_state(with(), layers::rate_limit))
        .layer(from_fn_with_state(with(), layers::cross_origin));
    Router::new()
        .merge(limited)
        .merge(health::health())
        .with_state(with())
        .layer(CompressionLayer::new())
        .layer(from_fn(layers::security))
        .layer(CatchPanicLayer::custom(|_| Failure::internal().into_response()))
        .layer(from_fn_with_state(with(), layers::observe))
}

/// A browser gets a page that leads on, a program a refusal.
async fn nothing_here(headers: HeaderMap) -> Response {
    let accept = headers.get(header::ACCEPT).and_then(|it| it.to_str().ok()).unwrap_or_default();
    if accept.contains("text/html") {
        return page::nothing_here();
    }
    Failure::not_found().into_response()
}

/// Whether a path belongs to the encoder, whose interface is published: open to every page, with a rate limit of its
/// own. Tools that draw stand below the same path and do not belong to it.
pub(crate) fn is_encoder(path: &str) -> bool {
    path == "/api/tools"
        || path.strip_prefix("/api/tools/").is_some_and(|name| !tools::DRAWING.contains(&name))
}

/// Whether a path belongs to an MCP server.
pub(crate) fn is_mcp(path: &str) -> bool {
    path == "/mcp" || path.starts_with("/mcp/")
}
