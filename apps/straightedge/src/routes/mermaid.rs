//! `POST /api/verify`, `/api/render` and `/api/svg`: the Mermaid tools as plain requests, in their published shapes.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};

use super::{body, tools};
use crate::Site;
use crate::failure::{Failure, Shape};
use crate::layers::UsedTool;

pub(super) fn routes() -> Router<Arc<Site>> {
    let route = |name: &'static str, shape: Shape| {
        post(async move |State(site): State<Arc<Site>>, body: Body| {
            call(&site, name, shape, body).await
        })
        .options(async || StatusCode::OK)
        .fallback(async move || Failure::method("POST, OPTIONS").shaped(shape))
    };
    Router::new()
        .route("/api/verify", route("verify", Shape::Verdict))
        .route("/api/render", route("render", Shape::Message))
        .route("/api/svg", route("svg", Shape::Message))
}

async fn call(site: &Site, name: &'static str, shape: Shape, body: Body) -> Response {
    let outcome = async {
        let arguments = body::json(body).await?;
        let result = tools::mermaid(site, name, arguments).await?;
        Ok::<_, Failure>(Json(result).into_response())
    };
    let mut response = outcome.await.unwrap_or_else(|failure| failure.shaped(shape));
    response.extensions_mut().insert(UsedTool(name.to_owned()));
    response
}
