//! The bearer token, where one is set.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::Site;
use crate::failure::{Failure, Shape};

/// Lets through who knows the token. Browsers send no token with a preflight, so that is let through as well.
pub(crate) async fn token(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim());
    if request.method() == Method::OPTIONS || site.admits(given) {
        return next.run(request).await;
    }
    let message = "This server wants a token: Authorization: Bearer …";
    let failure = Failure::new(StatusCode::UNAUTHORIZED, "TOKEN_REQUIRED", message);
    let mut response = failure.shaped(Shape::of(request.uri().path()));
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}
