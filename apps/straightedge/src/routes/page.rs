//! The page: its files, and the calls that only it makes.

mod editor;
mod examples;
mod files;
mod plans;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use diagrams::{Format, Language};
use puml_compiler::{Limits, oversized};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::body;
use super::plantuml::order::{NOTICE, header_text};
use crate::Site;
use crate::drawing::{self, File, Wish, named};
use crate::failure::Failure;
use crate::layers::{DOCUMENTS, PASS, carries_token};

pub(super) use files::{files, index, nothing_here};
pub(super) use plans::routes as plans;

/// What the page asks while somebody works on it.
pub(super) fn calls() -> Router<Arc<Site>> {
    Router::new()
        .route("/page/setup", super::health::only_get(get(setup)))
        .route("/page/compile", post(compile).fallback(only_post))
        .route("/page/export", post(export).fallback(only_post))
        .route("/page/format", post(format).fallback(only_post))
        .merge(editor::routes())
}

async fn only_post() -> Failure {
    Failure::method("POST")
}

/// Names of themes and looks, the examples, and which views there are; with the token also the pass for frames.
async fn setup(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    let answer = Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "themes": puml_compiler::themes::NAMES,
        "mermaid_themes": mermaid::Theme::NAMES,
        "looks": mermaid::Look::ALL.iter().map(|it| it.name()).collect::<Vec<_>>(),
        "examples": examples::examples(),
        "plans": site.plans.is_some(),
    }));
    match site.documents_pass().filter(|_| carries_token(&site, &headers)) {
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
    let wish: Wish = json_body(&headers, body).await?;
    site.draw(move || drawing::compiled(&wish)).await?.map(Json)
}

#[derive(Debug, Deserialize)]
struct ExportRequest {
    #[serde(flatten)]
    wish: Wish,
    format: String,
    #[serde(default)]
    page: usize,
    /// Scale factor of a PNG.
    #[serde(default = "natural")]
    scale: f64,
}

fn natural() -> f64 {
    1.0
}

async fn export(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let request: ExportRequest = json_body(&headers, body).await?;
    let format = Format::named(&request.format).ok_or_else(|| {
        let message = format!("There is no format {:?}", request.format);
        Failure::new(StatusCode::BAD_REQUEST, "UNKNOWN_FORMAT", message)
    })?;
    if !(0.1..=8.0).contains(&request.scale) {
        let message = "The scale is a number from 0.1 to 8";
        return Err(Failure::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", message));
    }
    let options = site.settings.picture_options();
    let drawn = site
        .draw(move || drawing::file(&request.wish, format, request.page, request.scale, options));
    let File { bytes, notice } = drawn.await??;
    let mut response = ([(header::CONTENT_TYPE, format.media_type())], bytes).into_response();
    if let Some(notice) = notice {
        response.headers_mut().insert(NOTICE, header_text(&notice));
    }
    Ok(response)
}

#[derive(Debug, Deserialize)]
struct FormatRequest {
    #[serde(deserialize_with = "named")]
    language: Language,
    source: String,
}

async fn format(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, Failure> {
    let request: FormatRequest = json_body(&headers, body).await?;
    if let Some((line, message)) = oversized(&request.source, &Limits::SHARED) {
        let message = format!("line {}: {message}", line + 1);
        return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "INVALID_DIAGRAM", message));
    }
    let tidied = site.draw(move || match request.language {
        Language::Puml => puml_compiler::formatted(&request.source),
        // There is no formatter for Mermaid and for pages: their text stays as it is.
        Language::Mermaid | Language::Markdown => request.source,
    });
    Ok(Json(json!({ "source": tidied.await? })))
}

/// A body in JSON. Anything else is refused: a form of another page could send it without asking.
async fn json_body<T: DeserializeOwned>(headers: &HeaderMap, body: Body) -> Result<T, Failure> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    if !kind.is_some_and(|it| it.starts_with("application/json")) {
        let message = "The body must be JSON, with Content-Type: application/json";
        return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "NOT_JSON", message));
    }
    serde_json::from_value(body::json(body).await?).map_err(|error| {
        let message = format!("The JSON in the body does not fit this call: {error}");
        Failure::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", message)
    })
}
