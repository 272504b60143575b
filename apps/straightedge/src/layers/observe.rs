//! One log line with an id, and a few counters, for every request.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use toolserver::ClientAddress;

use crate::failure::RefusalCode;
use crate::{Clients, Site};

/// The header that carries the id of a request, in both directions.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Left in a response by the route that called a tool.
#[derive(Debug, Clone)]
pub(crate) struct UsedTool(pub(crate) String);

/// Finds the client, and measures until the head of the answer; a stream may go on after that.
pub(crate) async fn observe(
    State(site): State<Arc<Site>>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let _counted = site.metrics.in_flight.hold();
    let client = super::client(&request, site.settings.clients);
    request.extensions_mut().insert(ClientAddress(client));
    let id = request_id(&site, &request);
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    // A path may carry a whole diagram: what is logged and counted is the route.
    let route = matched.as_ref().map_or("other", MatchedPath::as_str);
    let mut response = super::CLIENT.scope(client, next.run(request)).await;
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
        id, %client, %method, route, status = status.as_u16(), milliseconds, tool, code, "request"
    );
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// A proxy that is trusted with the client's address is trusted with the id, too, if it is a plain word.
fn request_id(site: &Site, request: &Request) -> String {
    let is_word = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_.".contains(&it))
    };
    let given = request.headers().get(REQUEST_ID).and_then(|it| it.to_str().ok());
    match given.filter(is_word) {
        Some(id) if site.settings.clients == Clients::Forwarded => id.to_owned(),
        _ => site.request_id(),
    }
}

/// Methods that anybody can make up are counted as one.
fn known(method: &axum::http::Method) -> &str {
    match method.as_str() {
        name @ ("GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH") => name,
        _ => "other",
    }
}
