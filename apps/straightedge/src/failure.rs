//! Where an error becomes an HTTP status: one value for every refusal, and the three shapes it is told in.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::rate_limit::Quota;

/// A refusal. The message is for people, the code for programs; neither tells of the inside.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    pub(crate) code: String,
    pub(crate) message: String,
    details: Option<Box<Value>>,
    retry_after: Option<u64>,
    quota: Option<Box<Quota>>,
    allow: Option<&'static str>,
}

/// The code of a refusal, left in the response for the metrics.
#[derive(Debug, Clone)]
pub(crate) struct RefusalCode(pub(crate) String);

/// How a refusal is told. Each published interface has its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `{"success": false, "error": {"code", "message"}}`.
    Envelope,
    /// `{"ok": false, "error": message}`.
    Verdict,
    /// `{"error": message}`.
    Message,
}

impl Shape {
    /// The shape that the interface at this path publishes.
    pub(crate) fn of(path: &str) -> Self {
        match path {
            "/api/verify" => Self::Verdict,
            "/api/render" | "/api/svg" => Self::Message,
            _ => Self::Envelope,
        }
    }
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        Self {
            status,
            code: code.to_owned(),
            message: message.into(),
            details: None,
            retry_after: None,
            quota: None,
            allow: None,
        }
    }

    pub(crate) fn with_details(mut self, details: Option<Value>) -> Self {
        self.details = details.map(Box::new);
        self
    }

    /// The client may try again after this many seconds.
    pub(crate) fn with_retry(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds.max(1));
        self
    }

    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", "There is nothing at this address")
    }

    /// Another method than the ones allowed, which are given as the `Allow` header has them.
    pub(crate) fn method(allow: &'static str) -> Self {
        let wanted = if allow.contains("POST") { "POST" } else { "GET" };
        let error = share::tools::ToolError::MethodNotAllowed(wanted);
        Self { allow: Some(allow), ..error.into() }
    }

    pub(crate) fn internal() -> Self {
        share::tools::ToolError::Internal.into()
    }

    pub(crate) fn too_slow() -> Self {
        let message = "Drawing the diagram took too long; try a smaller one";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "TIME_LIMIT", message).with_retry(5)
    }

    /// The client's bucket is empty.
    pub(crate) fn rate_limited(quota: Quota) -> Self {
        let seconds = whole_seconds(quota.wait).max(1);
        let message = format!("Too many requests; try again in {seconds} seconds");
        let failure = Self::new(StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED", message);
        Self { quota: Some(Box::new(quota)), ..failure.with_retry(seconds) }
    }

    /// The client has too many requests or connections open.
    pub(crate) fn too_many_at_once() -> Self {
        let message = "Too many requests of this client at once; wait for some to finish";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_AT_ONCE", message).with_retry(1)
    }

    pub(crate) fn overloaded() -> Self {
        let message = "The server is busy; try again in a moment";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "OVERLOADED", message).with_retry(1)
    }

    /// The body is not JSON.
    pub(crate) fn not_json(error: &serde_json::Error) -> Self {
        let message = format!("The body is not valid JSON: {error}");
        Self::new(StatusCode::BAD_REQUEST, "INVALID_JSON", message)
    }

    /// The answer in the shape of its interface.
    pub(crate) fn shaped(self, shape: Shape) -> Response {
        let body = match shape {
            Shape::Envelope => {
                let mut error = json!({ "code": self.code, "message": self.message });
                if let Some(details) = self.details {
                    error["details"] = *details;
                }
                json!({ "success": false, "error": error })
            }
            Shape::Verdict => json!({ "ok": false, "error": self.message }),
            Shape::Message => json!({ "error": self.message }),
        };
        let mut response = (self.status, axum::Json(body)).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(allow) = self.allow {
            headers.insert(header::ALLOW, HeaderValue::from_static(allow));
        }
        if let Some(quota) = self.quota {
            quota.write(headers);
        }
        response.extensions_mut().insert(RefusalCode(self.code));
        response
    }
}

impl Quota {
    /// The `RateLimit-*` headers; times are in seconds.
    pub(crate) fn write(self, headers: &mut HeaderMap) {
        for (name, value) in [
            ("ratelimit-limit", u64::from(self.limit)),
            ("ratelimit-remaining", u64::from(self.remaining)),
            ("ratelimit-reset", whole_seconds(self.reset)),
        ] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
        }
    }
}

/// Rounded up, so that waiting that long is enough.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.shaped(Shape::Envelope)
    }
}

impl From<share::tools::ToolError> for Failure {
    fn from(error: share::tools::ToolError) -> Self {
        let status = StatusCode::from_u16(error.status()).expect("published statuses are valid");
        Self::new(status, error.code(), error.to_string())
    }
}
