//! How often one client may ask.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use crate::Site;
use crate::failure::Shape;
use crate::rate::Buckets;

/// The published limit of the REST API. Discovery and preflight always succeed.
pub(crate) async fn api_rate(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    limited(&site, &site.api_rate, request, next).await
}

/// The wider limit of the page and of PlantUML clients, which ask while somebody types.
pub(crate) async fn page_rate(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    limited(&site, &site.page_rate, request, next).await
}

async fn limited(site: &Site, buckets: &Buckets, request: Request, next: Next) -> Response {
    let client = super::client(&request, site.settings.clients);
    match Site::spend(buckets, client) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.shaped(Shape::of(request.uri().path())),
    }
}
