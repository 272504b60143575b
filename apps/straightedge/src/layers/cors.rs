//! Which pages elsewhere may read the answers: any, for the API and for pictures, as both keep and reveal nothing.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::routes::plantuml;

/// Adds the published headers to everything under `/api`, refusals included, and the origin header to pictures.
pub(crate) async fn cors(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path.starts_with("/api/");
    let is_picture = plantuml::is_picture(path);
    let methods = match request.method() {
        &Method::OPTIONS => "GET, POST, OPTIONS",
        _ if matches!(path, "/api/tools" | "/api/openapi.json") => "GET, OPTIONS",
        _ => "POST, OPTIONS",
    };
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if is_api || is_picture {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    if is_api {
        headers
            .insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("Content-Type"));
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(methods));
    }
    response
}
