//! The planning tools as the page calls them: one route, the same names and arguments as over MCP.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use toolserver::InvokeError;

use super::{json_body, only_post};
use crate::Site;
use crate::failure::Failure;

pub(super) fn routes() -> Router<Arc<Site>> {
    Router::new().route("/page/plans/{tool}", post(call).fallback(only_post))
}

async fn call(
    State(site): State<Arc<Site>>,
    Path(tool): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, Failure> {
    let plans = site.plans.as_ref().ok_or_else(Failure::not_found)?;
    let arguments: Value = json_body(&site, &headers, body).await?;
    let name = format!("planexe_{tool}");
    match plans.server.invoke(&name, arguments, None).await {
        Ok(answer) => Ok(Json(answer.structured.unwrap_or_else(|| json!(answer.text)))),
        Err(InvokeError::UnknownTool(_)) => Err(Failure::not_found()),
        Err(InvokeError::Fault(fault)) => {
            let error = fault.to_error(&name);
            Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, &error.code, error.message)
                .with_details(error.details))
        }
    }
}
