//! The files of the page, as they were when the program was built.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use include_dir::{Dir, include_dir};
use sha2::{Digest as _, Sha256};

use crate::Site;
use crate::failure::Failure;
use crate::routes::health::only_get;

static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web/assets");
static INDEX: &str = include_str!("../../../../../web/index.html");

static NOTHING_HERE: &str = include_str!("../../../../../web/404.html");

/// Scripts, styles and data come from here alone; nothing is inline, nothing frames the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The page itself and what it loads.
pub(in crate::routes) fn files() -> Router<Arc<Site>> {
    Router::new()
        .route("/", only_get(get(index)))
        .route("/plans", only_get(get(index)))
        .route("/plans/{session}", only_get(get(index)))
        .route("/favicon.ico", only_get(get(icon)))
        .route("/assets/fonts/{name}", only_get(get(face)))
        .route("/assets/{*path}", only_get(get(asset)))
}

/// The page; which view it shows is decided by its own scripts.
pub(in crate::routes) async fn index(headers: HeaderMap) -> Response {
    let mut response = sent(&headers, "index.html", INDEX.as_bytes());
    let policy = HeaderValue::from_static(POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// What people see where there is nothing; programs get a refusal in JSON.
pub(crate) fn nothing_here() -> Response {
    let kind = (header::CONTENT_TYPE, media_type("404.html"));
    let policy = (header::CONTENT_SECURITY_POLICY, POLICY);
    (StatusCode::NOT_FOUND, [kind, policy], NOTHING_HERE).into_response()
}

async fn icon(headers: HeaderMap) -> Response {
    asset(Path("icon.svg".to_owned()), headers).await
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match ASSETS.get_file(&path) {
        Some(file) => {
            let mut response = sent(&headers, &path, file.contents());
            if path.rsplit('.').next() == Some("js") {
                // A worker keeps to the policy of its own script, and one of them asks this server.
                let policy = HeaderValue::from_static("default-src 'none'; connect-src 'self'");
                response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            }
            response
        }
        None => Failure::not_found().into_response(),
    }
}

/// The faces that pictures are measured with, so that a preview looks as its file will.
async fn face(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let face = match name.as_str() {
        "sans.ttf" => font::Face::Sans,
        "sans-bold.ttf" => font::Face::SansBold,
        "sans-italic.ttf" => font::Face::SansItalic,
        "sans-bold-italic.ttf" => font::Face::SansBoldItalic,
        "mono.ttf" => font::Face::Mono,
        _ => return Failure::not_found().into_response(),
    };
    sent(&headers, &name, font::data(face))
}

/// A file with its digest as tag: a browser asks again each time and gets it only when it changed.
fn sent(headers: &HeaderMap, path: &str, contents: &'static [u8]) -> Response {
    let digest = Sha256::digest(contents);
    let digest = digest.iter().take(8).fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    // Weak, because what is sent may be compressed.
    let tag = format!("W/\"{digest:016x}\"");
    let is_known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|known| known.split(',').any(|it| it.trim() == tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, media_type(path))], contents).into_response()
    };
    let set = response.headers_mut();
    set.insert(header::ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits are ASCII"));
    set.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    set.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    response
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("ttf") => "font/ttf",
        _ => "application/octet-stream",
    }
}
