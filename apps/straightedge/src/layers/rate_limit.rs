//! How often one client may ask. The encoder has a limit of its own.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use crate::Site;
use crate::failure::Shape;
use crate::routes::is_encoder;

/// Takes each request out of its client's bucket, and tells the client what is left.
pub(crate) async fn rate_limit(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let buckets = match (is_encoder(path), request.method()) {
        // Discovery and preflight of the encoder always succeed.
        (true, &Method::POST) => &site.encoder_rate,
        (true, _) => return next.run(request).await,
        (false, _) => &site.request_rate,
    };
    match Site::spend(buckets, super::current_client()) {
        Ok(quota) => {
            let mut response = next.run(request).await;
            if let Some(quota) = quota {
                quota.write(response.headers_mut());
            }
            response
        }
        Err(failure) => failure.shaped(Shape::of(path)),
    }
}
