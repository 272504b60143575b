//! The bearer token, where one is set. A frame can send none: for documents it shows the pass that the page was given.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::Site;
use crate::failure::{Failure, Shape};

/// Where the documents of plans lie; the pass is sent to these addresses and no others.
pub(crate) const DOCUMENTS: &str = "/page/plans/files/";
/// The cookie that holds the pass.
pub(crate) const PASS: &str = "straightedge-documents";

/// Lets through who knows the token. Browsers send no token with a preflight, so that is let through as well.
pub(crate) async fn token(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim());
    let is_let_through = request.method() == Method::OPTIONS
        || site.admits(given)
        || request.uri().path().starts_with(DOCUMENTS)
            && pass(request.headers()).is_some_and(|it| site.shows_documents(it));
    if is_let_through {
        return next.run(request).await;
    }
    let message = "This server wants a token: Authorization: Bearer …";
    let failure = Failure::new(StatusCode::UNAUTHORIZED, "TOKEN_REQUIRED", message);
    let mut response = failure.shaped(Shape::of(request.uri().path()));
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

fn pass(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == PASS).then_some(value))
}
