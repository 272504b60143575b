//! For those who run the server: whether it is alive, whether it takes new work, and what it has done.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Json, Router};
use serde_json::json;

use crate::Site;
use crate::failure::Failure;

/// `GET /healthz` and `GET /readyz`.
pub(super) fn health() -> Router<Arc<Site>> {
    Router::new().route("/healthz", only_get(get(healthz))).route("/readyz", only_get(get(readyz)))
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

/// 503 from the moment the server is told to stop, so that a load balancer sends no more requests.
async fn readyz(State(site): State<Arc<Site>>) -> Response {
    if site.is_ready() {
        return Json(json!({ "status": "ready" })).into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "stopping" }))).into_response()
}

async fn text(State(site): State<Arc<Site>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], site.metrics.text())
}
