//! Refuses work at once when there is too much of it, so that what is accepted stays quick.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

use crate::Site;
use crate::failure::{Failure, Shape};

/// One place for each request until the head of its answer; no queue.
pub(crate) async fn shed(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let Some(_place) = site.place() else {
        let message = "The server has too much to do; try again in a moment";
        let failure = Failure::new(StatusCode::SERVICE_UNAVAILABLE, "OVERLOADED", message);
        return failure.with_retry(1).shaped(Shape::of(request.uri().path()));
    };
    next.run(request).await
}
