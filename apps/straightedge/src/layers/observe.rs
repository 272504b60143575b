//! One log line and a few counters for every request.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::Site;
use crate::failure::RefusalCode;

/// Left in a response by the route that called a tool.
#[derive(Debug, Clone)]
pub(crate) struct UsedTool(pub(crate) String);

/// Measures until the head of the answer; a stream may go on after that.
pub(crate) async fn observe(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let _counted = site.metrics.in_flight.hold();
    let client = super::client(&request, site.settings.clients);
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    // A path may carry a whole diagram: what is logged and counted is the route.
    let route = matched.as_ref().map_or("other", MatchedPath::as_str);
    let response = next.run(request).await;
    let (taken, status) = (started.elapsed(), response.status());
    let code = response.extensions().get::<RefusalCode>().map_or("", |it| it.0.as_str());
    let tool = response.extensions().get::<UsedTool>().map_or("", |it| it.0.as_str());
    site.metrics.requests.with([route, known(&method), status.as_str()]).add_one();
    site.metrics.seconds.with([route]).observe(taken);
    if !code.is_empty() {
        site.metrics.errors.with([code]).add_one();
    }
    if !tool.is_empty() {
        site.metrics.tools.with([tool]).add_one();
    }
    let milliseconds = taken.as_secs_f64() * 1e3;
    tracing::info!(
        %client, %method, route, status = status.as_u16(), milliseconds, tool, code, "request"
    );
    response
}

/// Methods that anybody can make up are counted as one.
fn known(method: &axum::http::Method) -> &str {
    match method.as_str() {
        name @ ("GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH") => name,
        _ => "other",
    }
}
