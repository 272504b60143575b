//! Refusals over HTTP: always a JSON-RPC error in the words of this crate, whichever layer refused.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use serde_json::{Value, json};

use super::body::MessageId;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const INTERNAL_ERROR: i32 = -32603;
/// Below the codes that JSON-RPC reserves for itself.
const SESSION_NOT_FOUND: i32 = -32001;

/// Why a request is not passed on.
pub(super) struct Refusal {
    status: StatusCode,
    code: i32,
    message: String,
    id: Value,
    retry_after: Option<u64>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let code = match status {
            StatusCode::NOT_FOUND => SESSION_NOT_FOUND,
            _ if status.is_server_error() => INTERNAL_ERROR,
            _ => INVALID_REQUEST,
        };
        Self { status, code, message: message.into(), id: Value::Null, retry_after: None }
    }

    /// The body is not JSON.
    pub(super) fn not_json(error: &serde_json::Error) -> Self {
        let message = format!("the body is not valid JSON: {error}");
        Self { code: PARSE_ERROR, ..Self::new(StatusCode::BAD_REQUEST, message) }
    }

    /// Answers the request with this id; null where it could not be read.
    pub(super) fn to(mut self, id: Value) -> Self {
        self.id = id;
        self
    }

    /// The client may try again after this many seconds.
    pub(super) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    pub(super) fn into_response(self) -> Response {
        let error = json!({"code": self.code, "message": self.message});
        let body = json!({"jsonrpc": "2.0", "id": self.id, "error": error}).to_string();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Replaces the plain texts of the SDK and the HTTP framework by JSON-RPC errors.
pub(super) async fn reword(request: Request, next: Next) -> Response {
    let id = request.extensions().get::<MessageId>().map_or(Value::Null, |it| it.0.clone());
    let response = next.run(request).await;
    let status = response.status();
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !(status.is_client_error() || status.is_server_error()) || is_json {
        return response;
    }
    let allow = response.headers().get(header::ALLOW).cloned();
    let mut reworded = Refusal::new(status, message_for(status)).to(id).into_response();
    if let Some(allow) = allow {
        reworded.headers_mut().insert(header::ALLOW, allow);
    }
    reworded
}

fn message_for(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => {
            "the request does not fit its session: send `initialize` first, then `Mcp-Session-Id` and a known `MCP-Protocol-Version` with every request"
        }
        StatusCode::FORBIDDEN => {
            "pages and host names that this server does not know may not call it"
        }
        StatusCode::NOT_FOUND => {
            "there is no such session, or it has expired: send `initialize` again"
        }
        StatusCode::METHOD_NOT_ALLOWED => "use POST, GET or DELETE",
        StatusCode::NOT_ACCEPTABLE => {
            "the Accept header must list both application/json and text/event-stream"
        }
        StatusCode::PAYLOAD_TOO_LARGE => "the message is too large",
        // The content type was right, or the request would not have come this far.
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            "the body is not a JSON-RPC message, or is nested too deeply"
        }
        _ if status.is_server_error() => "internal error in the server",
        _ => "the request was refused",
    }
}
