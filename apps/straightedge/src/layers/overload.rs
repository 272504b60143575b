//! Refuses work at once when there is too much of it, so that what is accepted stays quick.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::Site;
use crate::failure::Shape;

/// One place for each request until the head of its answer; no queue.
pub(crate) async fn overload(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    match site.in_flight(super::current_client()) {
        Ok(_place) => next.run(request).await,
        Err(failure) => failure.shaped(Shape::of(request.uri().path())),
    }
}
