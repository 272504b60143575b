//! For those who run the server: is it alive, and what has it done?

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};
use axum::{Json, Router};
use serde_json::json;

use crate::Site;
use crate::failure::Failure;

/// `GET /healthz`.
pub(super) fn health() -> Router<Arc<Site>> {
    Router::new().route("/healthz", only_get(get(healthz)))
}

/// `GET /metrics`.
pub(super) fn metrics() -> Router<Arc<Site>> {
    Router::new().route("/metrics", only_get(get(text)))
}

/// Other methods are refused in our own words.
pub(super) fn only_get(route: MethodRouter<Arc<Site>>) -> MethodRouter<Arc<Site>> {
    route.fallback(async || Failure::method("GET, HEAD"))
}

async fn healthz() -> impl IntoResponse {
    Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }))
}

async fn text(State(site): State<Arc<Site>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], site.metrics.text())
}
