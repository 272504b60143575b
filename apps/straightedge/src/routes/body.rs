//! The body of a request, which `layers/body.rs` has received within its limits.

use axum::body::{Body, Bytes, to_bytes};
use serde_json::Value;

use crate::failure::Failure;

/// The bytes of a body that another layer has already read into memory.
pub(super) async fn bytes(body: Body) -> Bytes {
    // It lies in memory by now: reading it cannot fail.
    to_bytes(body, usize::MAX).await.unwrap_or_default()
}

/// The body as JSON; an empty one is null.
pub(super) async fn json(body: Body) -> Result<Value, Failure> {
    let bytes = bytes(body).await;
    if bytes.trim_ascii().is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes).map_err(|error| Failure::not_json(&error))
}
