//! The page: its files, and the calls that only it makes.

mod files;
mod plans;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use picture::Format;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::body;
use crate::Site;
use crate::drawing::{self, Language, Wish};
use crate::failure::Failure;
use crate::layers::{DOCUMENTS, PASS};

pub(super) use files::{files, index};

/// What the page asks while somebody works on it.
pub(super) fn calls() -> Router<Arc<Site>> {
    Router::new()
        .route("/page/setup", super::health::only_get(get(setup)))
        .route("/page/compile", post(compile).fallback(only_post))
        .route("/page/export", post(export).fallback(only_post))
        .route("/page/format", post(format).fallback(only_post))
        .merge(plans::routes())
}

async fn only_post() -> Failure {
    Failure::method("POST")
}

/// Names of themes, the examples, and which views there are; behind a token also the pass for frames.
async fn setup(State(site): State<Arc<Site>>) -> Response {
    let answer = Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "themes": puml_compiler::themes::NAMES,
        "examples": files::examples(),
        "plans": site.plans.is_some(),
    }));
    match site.documents_pass() {
        Some(pass) => {
            let cookie = format!("{PASS}={pass}; Path={DOCUMENTS}; HttpOnly; SameSite=Strict");
            ([(header::SET_COOKIE, cookie)], answer).into_response()
        }
        None => answer.into_response(),
    }
}

async fn compile(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, Failure> {
    let wish: Wish = json_body(&site, &headers, body).await?;
    site.draw(move || drawing::compiled(&wish)).await?.map(Json)
}

#[derive(Debug, Deserialize)]
struct ExportRequest {
    #[serde(flatten)]
    wish: Wish,
    format: String,
    #[serde(default)]
    page: usize,
}

async fn export(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let request: ExportRequest = json_body(&site, &headers, body).await?;
    let format = Format::named(&request.format).ok_or_else(|| {
        let message = format!("There is no format {:?}", request.format);
        Failure::new(StatusCode::BAD_REQUEST, "UNKNOWN_FORMAT", message)
    })?;
    let bytes = site.draw(move || drawing::file(&request.wish, format, request.page)).await??;
    Ok(([(header::CONTENT_TYPE, format.media_type())], bytes).into_response())
}

#[derive(Debug, Deserialize)]
struct FormatRequest {
    language: Language,
    source: String,
}

async fn format(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, Failure> {
    let request: FormatRequest = json_body(&site, &headers, body).await?;
    let tidied = site.draw(move || match request.language {
        Language::Puml => puml_syntax::formatted(&request.source),
        // There is no formatter for Mermaid: its text stays as it is.
        Language::Mermaid => request.source,
    });
    Ok(Json(json!({ "source": tidied.await? })))
}

/// A body in JSON. Anything else is refused: a form of another page could send it without asking.
async fn json_body<T: DeserializeOwned>(
    site: &Site,
    headers: &HeaderMap,
    body: Body,
) -> Result<T, Failure> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    if !kind.is_some_and(|it| it.starts_with("application/json")) {
        let message = "The body must be JSON, and say so";
        return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "NOT_JSON", message));
    }
    let bytes = body::read(site, body, body::too_large).await?;
    serde_json::from_slice(&bytes).map_err(|error| {
        Failure::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", error.to_string())
    })
}
