//! Pages on other origins: those that are named may call the server from a browser, and learn that before they do.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::ANY;

const METHODS: &str = "GET, POST, DELETE, OPTIONS";
const REQUEST_HEADERS: &str = "Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, \
    MCP-Protocol-Version, Mcp-Method, Mcp-Name";
const RESPONSE_HEADERS: &str = "Mcp-Session-Id, WWW-Authenticate, Retry-After";

/// Answers preflight requests, and marks answers as readable for the pages that are named.
pub(super) async fn allow(
    State(origins): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> Response {
    let origin = request.headers().get(header::ORIGIN).cloned();
    let allowed = origin.filter(|it| it.to_str().is_ok_and(|it| is_named(&origins, it)));
    let is_preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let Some(origin) = allowed else {
        return next.run(request).await;
    };
    let mut response = if is_preflight {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        let headers = response.headers_mut();
        set(headers, header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        set(headers, header::ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS);
        set(headers, header::ACCESS_CONTROL_MAX_AGE, "600");
        if request.headers().contains_key("access-control-request-private-network") {
            let name = HeaderName::from_static("access-control-allow-private-network");
            set(headers, name, "true");
        }
        response
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    set(headers, header::ACCESS_CONTROL_EXPOSE_HEADERS, RESPONSE_HEADERS);
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
    response
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

fn is_named(origins: &[String], origin: &str) -> bool {
    origins.iter().any(|named| named == ANY || with_port(named) == with_port(origin))
}

/// An origin with its port written out, so that `https://example.org` and `https://example.org:443` are one.
pub(super) fn with_port(origin: &str) -> String {
    let origin = origin.trim().trim_end_matches('/').to_ascii_lowercase();
    let port = match origin.split_once("://") {
        Some(("http", _)) => 80,
        Some(("https", _)) => 443,
        _ => return origin,
    };
    let has_port = origin.rsplit_once(':').is_some_and(|(_, end)| {
        end == ANY || !end.is_empty() && end.bytes().all(|it| it.is_ascii_digit())
    });
    if has_port { origin } else { format!("{origin}:{port}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_understood_is_written_out() {
        assert_eq!(with_port("https://Example.org/"), "https://example.org:443");
        assert_eq!(with_port("http://[::1]"), "http://[::1]:80");
        assert_eq!(with_port("http://localhost:3000"), "http://localhost:3000");
        assert_eq!(with_port("http://localhost:*"), "http://localhost:*");
        assert_eq!(with_port("null"), "null");
    }

    #[test]
    fn only_named_origins_are_allowed() {
        let named = ["https://page.example".to_owned()];
        assert!(is_named(&named, "https://page.example"));
        assert!(!is_named(&named, "https://page.example:8443"));
        assert!(!is_named(&named, "https://page.example.evil"));
        assert!(!is_named(&named, "null"));
        assert!(is_named(&["*".to_owned()], "https://anything.example"));
    }
}
