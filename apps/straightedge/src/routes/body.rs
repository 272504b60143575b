//! The body of a request, within its limits of size and time.

use std::error::Error as _;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::StatusCode;

use crate::Site;
use crate::failure::Failure;

/// The whole body. What is said about one that is too large depends on the interface.
pub(super) async fn read(
    site: &Site,
    body: Body,
    too_large: impl FnOnce() -> Failure,
) -> Result<Bytes, Failure> {
    let limits = &site.settings.limits;
    let reading = to_bytes(body, limits.body_bytes);
    match tokio::time::timeout(limits.body_time, reading).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if error.source().is_some_and(|it| it.to_string().contains("limit")) => {
            Err(too_large())
        }
        Ok(Err(_)) => {
            let message = "The body of the request ended early";
            Err(Failure::new(StatusCode::BAD_REQUEST, "BROKEN_BODY", message))
        }
        Err(_) => {
            let message = "The body of the request took too long to arrive";
            Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "BODY_TOO_SLOW", message))
        }
    }
}

/// What interfaces without a wording of their own say about a body that is too large.
pub(super) fn too_large() -> Failure {
    let message = "The body of the request is too large";
    Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "BODY_TOO_LARGE", message)
}
