//! The bearer token. A frame can send none: for documents it shows the pass that the page was given.

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

/// Lets requests with the token through, for what is private. Browsers send no token with a preflight, which does
/// nothing and is let through as well.
pub(crate) async fn require_token(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let is_let_through = request.method() == Method::OPTIONS
        || carries_token(&site, request.headers())
        || request.uri().path().starts_with(DOCUMENTS)
            && pass(request.headers()).is_some_and(|it| site.shows_documents(it));
    if is_let_through {
        return next.run(request).await;
    }
    let message = "This needs the server's token: send `Authorization: Bearer TOKEN`, \
        or open the link that `straightedge serve` printed";
    let failure = Failure::new(StatusCode::UNAUTHORIZED, "TOKEN_REQUIRED", message);
    let mut response = failure.shaped(Shape::of(request.uri().path()));
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

/// The same for what is open, unless the server guards everything.
pub(crate) async fn require_token_if_guarded(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    if site.guards_everything() {
        require_token(State(site), request, next).await
    } else {
        next.run(request).await
    }
}

/// Whether a request carries the token; every request does where there is none.
pub(crate) fn carries_token(site: &Site, headers: &HeaderMap) -> bool {
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim());
    site.admits(given)
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
