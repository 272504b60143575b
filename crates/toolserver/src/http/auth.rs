//! The bearer token of an HTTP server.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use sha2::{Digest as _, Sha256};

use super::refusal::Refusal;

/// A token that is kept as its digest, so that comparing it takes the same time for every guess.
pub(super) struct Token {
    digest: Vec<u8>,
}

impl Token {
    pub(super) fn new(token: &str) -> Self {
        Self { digest: Sha256::digest(token).to_vec() }
    }

    fn is(&self, given: &str) -> bool {
        is_equal(&Sha256::digest(given.trim()), &self.digest)
    }
}

/// Lets requests with the right token through. A browser sends none with a preflight, which does nothing.
pub(super) async fn require_token(
    State(token): State<Arc<Token>>,
    request: Request,
    next: Next,
) -> Response {
    let is_known = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .is_some_and(|(scheme, given)| scheme.eq_ignore_ascii_case("bearer") && token.is(given));
    if is_known || request.method() == Method::OPTIONS {
        return next.run(request).await;
    }
    let message = "this server requires a token: send `Authorization: Bearer TOKEN`";
    let mut response = Refusal::new(StatusCode::UNAUTHORIZED, message).into_response();
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

/// Takes the same time wherever the difference is. Both are digests, so their length reveals nothing.
fn is_equal(left: &[u8], right: &[u8]) -> bool {
    let difference =
        left.iter().zip(right).fold(left.len() ^ right.len(), |difference, (one, other)| {
            difference | usize::from(one ^ other)
        });
    std::hint::black_box(difference) == 0
}
