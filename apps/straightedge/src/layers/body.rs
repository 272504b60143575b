//! Receives the whole body of a request before its route sees it: within its size, and within one deadline.

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::failure::{Failure, Shape};
use crate::{Limits, Site};

/// Time to read past the limit, so that a client that has sent all of its body reads the answer and not a reset.
const LINGER: Duration = Duration::from_secs(1);

/// Hands on requests whose body has arrived.
pub(crate) async fn body(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    match received(&site.settings.limits, &head.headers, body, head.uri.path()).await {
        Ok(bytes) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Err(failure) => {
            let mut response = failure.shaped(Shape::of(head.uri.path()));
            // What is still on its way must not be taken for the next request.
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
            response
        }
    }
}

async fn received(
    limits: &Limits,
    headers: &HeaderMap,
    body: Body,
    path: &str,
) -> Result<Bytes, Failure> {
    if body.size_hint().lower() > limits.body_bytes as u64 {
        // A client that waits for leave to send is refused before it sends.
        if !headers.contains_key(header::EXPECT) {
            let _ = tokio::time::timeout(LINGER, to_bytes(body, 2 * limits.body_bytes)).await;
        }
        return Err(too_large(path));
    }
    match tokio::time::timeout(limits.body_time, to_bytes(body, limits.body_bytes)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if error.source().is_some_and(|it| it.to_string().contains("limit")) => {
            Err(too_large(path))
        }
        Ok(Err(_)) => {
            let message = "The body of the request ended early";
            Err(Failure::new(StatusCode::BAD_REQUEST, "BROKEN_BODY", message))
        }
        Err(_) => {
            let message = "The body of the request took too long to arrive";
            Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "BODY_TOO_SLOW", message))
        }
    }
}

/// The encoder and the Mermaid tools have published words for this.
fn too_large(path: &str) -> Failure {
    match path {
        "/api/verify" | "/api/render" | "/api/svg" => {
            Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "CODE_TOO_LARGE", mermaid::tools::TOO_LONG)
        }
        path if path.starts_with("/api/tools") => share::tools::ToolError::CodeTooLarge.into(),
        _ => {
            let message = "The body of the request is too large";
            Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "BODY_TOO_LARGE", message)
        }
    }
}
