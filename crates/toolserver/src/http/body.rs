//! Reads the whole message before anything else is done with it: within its size, within one deadline, and as JSON.

use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::refusal::Refusal;
use crate::Limits;
use crate::message_id::MessageIdScanner;

/// The id of the request in the body, for refusals that come later.
#[derive(Clone)]
pub(super) struct MessageId(pub(super) Value);

#[derive(Clone, Copy)]
pub(super) struct MessageLimits {
    bytes: usize,
    time: Duration,
}

impl MessageLimits {
    pub(super) fn of(limits: &Limits) -> Self {
        Self { bytes: limits.request_bytes, time: limits.body_time }
    }
}

/// Hands on requests whose body has arrived; only a POST has one that matters.
pub(super) async fn read(
    State(limits): State<MessageLimits>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    match whole(limits, request).await {
        Ok(request) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

async fn whole(limits: MessageLimits, request: Request) -> Result<Request, Refusal> {
    let (mut head, body) = request.into_parts();
    let is_json = head
        .headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json {
        let message = "the Content-Type must be application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let bytes = received(limits, &head.headers, body).await?;
    let id = MessageIdScanner::scan(&bytes);
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(&bytes) {
        return Err(Refusal::not_json(&error).to(id));
    }
    head.extensions.insert(MessageId(id));
    Ok(Request::from_parts(head, Body::from(bytes)))
}

/// A client that waits for leave to send is refused before it sends.
async fn received(
    limits: MessageLimits,
    headers: &HeaderMap,
    body: Body,
) -> Result<Bytes, Refusal> {
    let too_large = || {
        let message = format!("a message has at most {} bytes", limits.bytes);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let is_announced = body.size_hint().lower() > limits.bytes as u64;
    if is_announced && headers.contains_key(HeaderName::from_static("expect")) {
        return Err(too_large());
    }
    match tokio::time::timeout(limits.time, to_bytes(body, limits.bytes)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_length_limit(&error) => Err(too_large()),
        Ok(Err(_)) => {
            Err(Refusal::new(StatusCode::BAD_REQUEST, "the body ended before its announced length"))
        }
        Err(_) => {
            let seconds = limits.time.as_secs_f64();
            let message = format!("the body did not arrive within {seconds} seconds");
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, message).retry_after(1))
        }
    }
}

fn is_length_limit(error: &axum::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.to_string().contains("limit"))
}
