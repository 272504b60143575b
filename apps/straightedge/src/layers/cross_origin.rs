//! Pages of other origins: what they may ask a browser to send here, and which answers they may read.
//!
//! The encoder and pictures by address are open to every page. Posting a drawing is for this server's own page and the
//! origins that were named at the start; what belongs to the page is for the page alone.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::failure::{Failure, Shape};
use crate::routes::{is_encoder, is_mcp, plantuml};
use crate::{Guard, Site};

/// What a browser says about where a request comes from.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Where a request comes from, as far as a browser says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    /// From no page, or from our own.
    Own,
    /// From a page that was named at the start.
    Named,
    /// From any other page.
    Foreign,
}

/// Refuses posts of pages that nobody has named, and marks answers as readable for those who may read them.
pub(crate) async fn cross_origin(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    // The MCP servers answer for themselves.
    if is_mcp(path) {
        return next.run(request).await;
    }
    let method = request.method();
    let is_read = matches!(method, &Method::GET | &Method::HEAD);
    let is_open = is_encoder(path) || is_read && plantuml::is_picture(path) || is_described(path);
    let from = from(&site, request.headers());
    let is_api = path.starts_with("/api/");
    let origin = match from {
        _ if is_open => Some(HeaderValue::from_static("*")),
        From::Named => request.headers().get(header::ORIGIN).cloned(),
        From::Own | From::Foreign => None,
    };
    let methods = allowed_methods(path, method);
    let is_preflight = method == Method::OPTIONS;
    let is_browsers = request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let wants_local = request.headers().contains_key("access-control-request-private-network");
    let is_refused = from == From::Foreign && !is_open && !is_read && !is_preflight;
    let mut response = if is_refused {
        let message =
            "A page of another origin asks for this; start the server with --origin to allow it";
        Failure::new(StatusCode::FORBIDDEN, "FOREIGN_ORIGIN", message).shaped(Shape::of(path))
    } else if is_preflight && is_browsers && !is_api {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    if let Some(origin) = origin {
        if origin != "*" {
            headers.append(header::VARY, HeaderValue::from_static("Origin"));
        }
        if is_preflight && wants_local && from == From::Named {
            let name = HeaderName::from_static("access-control-allow-private-network");
            headers.insert(name, HeaderValue::from_static("true"));
        }
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        let requested = if site.settings.guard == Guard::Everything {
            "Authorization, Content-Type"
        } else {
            "Content-Type"
        };
        if is_api || is_preflight {
            set(headers, header::ACCESS_CONTROL_ALLOW_HEADERS, requested);
            set(headers, header::ACCESS_CONTROL_ALLOW_METHODS, methods);
        }
    }
    response
}

/// The document that describes the interface.
fn is_described(path: &str) -> bool {
    path == "/api/openapi.json"
}

fn allowed_methods(path: &str, method: &Method) -> &'static str {
    match method {
        &Method::OPTIONS => "GET, POST, OPTIONS",
        _ if matches!(path, "/api/tools" | "/api/openapi.json") => "GET, OPTIONS",
        _ => "POST, OPTIONS",
    }
}

/// Lets our own page through, called by a name that is ours: a stranger's name that suddenly points here would make
/// its page and ours one origin.
pub(crate) async fn own_page(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    if is_same_origin(&site, request.headers()) {
        return next.run(request).await;
    }
    let message = "Only the page of this server may ask for this";
    Failure::new(StatusCode::FORBIDDEN, "FOREIGN_ORIGIN", message).into_response()
}

fn from(site: &Site, headers: &HeaderMap) -> From {
    let is_named = |origin: &str| {
        let origins = &site.settings.origins;
        origins.iter().any(|it| it == "*" || with_port(it) == with_port(origin))
    };
    match text(headers, &header::ORIGIN) {
        Some(origin) if is_named(origin) => From::Named,
        None if text(headers, &SEC_FETCH_SITE).is_none() => From::Own,
        _ if is_same_origin(site, headers) => From::Own,
        _ => From::Foreign,
    }
}

fn is_same_origin(site: &Site, headers: &HeaderMap) -> bool {
    let host = text(headers, &header::HOST).unwrap_or_default();
    let origin = text(headers, &header::ORIGIN);
    let told = text(headers, &SEC_FETCH_SITE);
    is_ours(site, host)
        && origin.is_none_or(|it| it.split_once("://").map(|parts| parts.1) == Some(host))
        && told.is_none_or(|it| matches!(it, "same-origin" | "none"))
}

/// Who knows the token may call the server by any name.
fn is_ours(site: &Site, host: &str) -> bool {
    let settings = &site.settings;
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|it| it.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name);
    settings.guard == Guard::Everything
        || matches!(name, "localhost" | "127.0.0.1" | "[::1]")
        || settings.hosts.iter().any(|it| it == "*" || it == name || it == host)
}

/// An origin with its port written out, so that `https://example.org` and `https://example.org:443` are one.
fn with_port(origin: &str) -> String {
    let origin = origin.trim().trim_end_matches('/').to_ascii_lowercase();
    let port = match origin.split_once("://") {
        Some(("http", _)) => 80,
        Some(("https", _)) => 443,
        _ => return origin,
    };
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let has_port = origin.rsplit_once(':').is_some_and(|(_, end)| is_number(end));
    if has_port { origin } else { format!("{origin}:{port}") }
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}
