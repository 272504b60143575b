//! Refusals of the HTTP framework are answered in the words and the shape of the interface.

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::failure::{Failure, RefusalCode, Shape};

/// Replaces an error that no route of ours has written. Routes leave their code in the response.
pub(crate) async fn own_words(request: Request, next: Next) -> Response {
    let shape = Shape::of(request.uri().path());
    let response = next.run(request).await;
    let status = response.status();
    let is_plain = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    let is_ours = response.extensions().get::<RefusalCode>().is_some();
    if !(status.is_client_error() || status.is_server_error()) || is_ours || !is_plain {
        return response;
    }
    let failure = match status {
        StatusCode::NOT_FOUND => Failure::not_found(),
        _ if status.is_server_error() => Failure::internal(),
        _ => Failure::new(status, "INVALID_REQUEST", "The request cannot be understood"),
    };
    failure.shaped(shape)
}
