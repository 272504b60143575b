//! The routes, one file for each interface, and the order of what surrounds them.

mod body;
mod health;
mod mcp;
mod mermaid;
mod page;
pub(crate) mod plantuml;
mod tools;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse as _;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::failure::Failure;
use crate::{Site, layers};

pub(crate) use tools::tools as listed_tools;

/// Everything that is served, with its limits around it.
pub fn router(site: &Arc<Site>) -> Router {
    let with = || Arc::clone(site);
    let api = Router::new().merge(tools::routes()).merge(mermaid::routes());
    let api = api.layer(from_fn_with_state(with(), layers::api_rate));
    let page = page::calls().layer(from_fn_with_state(with(), layers::same_origin));
    let drawing = page.merge(plantuml::pictures());
    let drawing = drawing.layer(from_fn_with_state(with(), layers::page_rate));
    let guarded = Router::new()
        .merge(api)
        .merge(drawing)
        .merge(health::metrics())
        .merge(mcp::routes(site))
        .layer(from_fn_with_state(with(), layers::token))
        .layer(from_fn_with_state(with(), layers::shed));
    Router::new()
        .merge(guarded)
        .merge(health::health())
        .merge(page::files())
        .merge(plantuml::pages())
        .fallback(async || Failure::not_found())
        .with_state(with())
        .layer(CompressionLayer::new())
        .layer(from_fn(layers::cors))
        .layer(from_fn(layers::security))
        .layer(CatchPanicLayer::custom(|_| Failure::internal().into_response()))
        .layer(from_fn_with_state(with(), layers::observe))
}
