//! What a PlantUML server answers beside pictures: image maps, checks, codes, and pictures of sources elsewhere.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use diagrams::{Format, Language, image_map};
use serde::Deserialize;

use super::{Order, Wishes, decoded, source, wrong};
use crate::drawing::checked;
use crate::failure::Failure;
use crate::{Proxy, Site};

pub(super) fn routes(prefix: &str) -> Router<Arc<Site>> {
    let only_get = async || Failure::method("GET, HEAD");
    let route = |path: &str| format!("{prefix}{path}");
    Router::new()
        .route(&route("/map/{code}"), get(map_of_first).fallback(only_get))
        .route(&route("/map"), post(map_of_posted).fallback(async || Failure::method("POST")))
        .route(&route("/map/"), post(map_of_posted).fallback(async || Failure::method("POST")))
        .route(&route("//map/"), post(map_of_posted).fallback(async || Failure::method("POST")))
        .route(&route("/map/{page}/{code}"), get(map_of_page).fallback(only_get))
        .route(&route("/check/{code}"), get(check).fallback(only_get))
        .route(&route("/coder/{code}"), get(decode).fallback(only_get))
        .route(&route("/coder"), post(encode).fallback(async || Failure::method("POST")))
        .route(&route("/proxy"), get(proxy).fallback(only_get))
}

async fn map_of_first(State(site): State<Arc<Site>>, Path(code): Path<String>) -> Response {
    map(&site, &code, 0).await
}

async fn map_of_page(
    State(site): State<Arc<Site>>,
    Path((page, code)): Path<(String, String)>,
) -> Response {
    match page.parse() {
        Ok(page) => map(&site, &code, page).await,
        Err(_) => Failure::not_found().into_response(),
    }
}

async fn map_of_posted(State(site): State<Arc<Site>>, headers: HeaderMap, body: Body) -> Response {
    match source(&headers, body).await {
        Ok(source) => drawn_map(&site, source, 0).await,
        Err(failure) => failure.into_response(),
    }
}

async fn map(site: &Site, code: &str, page: usize) -> Response {
    match decoded(code) {
        Ok(source) => drawn_map(site, source, page).await,
        Err(problem) => wrong(site, problem, Format::Utxt).await,
    }
}

async fn drawn_map(site: &Site, source: String, page: usize) -> Response {
    let map = site.draw(move || {
        let checked = checked(&source, Language::Puml);
        if let Some((message, line)) = checked.refusal() {
            return Err(format!("line {line}: {message}"));
        }
        let page = checked.page(page).map_err(|it| it.to_string())?;
        Ok(page.drawing().scenes().first().map(image_map).unwrap_or_default())
    });
    match map.await {
        Ok(Ok(map)) => plain(map),
        Ok(Err(problem)) => wrong(site, problem, Format::Utxt).await,
        Err(failure) => failure.into_response(),
    }
}

/// What the diagram is, in PlantUML's words; with errors, what is wrong and where.
async fn check(State(site): State<Arc<Site>>, Path(code): Path<String>) -> Response {
    let source = match decoded(&code) {
        Ok(source) => source,
        Err(problem) => return wrong(&site, problem, Format::Utxt).await,
    };
    let about = {
        let source = source.clone();
        site.draw(move || {
            let checked = checked(&source, Language::Puml);
            match checked.refusal() {
                Some(_) => None,
                None => checked.diagrams().next().map(|it| it.description()),
            }
        })
    };
    match about.await {
        Ok(Some(description)) => plain(description),
        // The same answer as for a picture of it.
        Ok(None) => Order::puml(source, Format::Utxt).sent(&site, &Wishes::default()).await,
        Err(failure) => failure.into_response(),
    }
}

async fn decode(State(site): State<Arc<Site>>, Path(code): Path<String>) -> Response {
    match decoded(&code) {
        Ok(source) => plain(source),
        Err(problem) => wrong(&site, problem, Format::Utxt).await,
    }
}

async fn encode(headers: HeaderMap, body: Body) -> Response {
    match source(&headers, body).await {
        Ok(source) => plain(share::encode(&share::body(&source))),
        Err(failure) => failure.into_response(),
    }
}

/// A source elsewhere, and how it is shown.
#[derive(Debug, Deserialize)]
struct Elsewhere {
    src: Option<String>,
    fmt: Option<String>,
    #[serde(flatten)]
    wishes: Wishes,
}

async fn proxy(State(site): State<Arc<Site>>, Query(wanted): Query<Elsewhere>) -> Response {
    let refused = |status, message: &str| Failure::new(status, "PROXY", message).into_response();
    if site.settings.proxy == Proxy::Off {
        let message =
            "This server fetches nothing; start it with --proxy to draw sources elsewhere";
        return refused(StatusCode::FORBIDDEN, message);
    }
    let Some(src) = wanted.src else {
        return refused(StatusCode::BAD_REQUEST, "The parameter src is missing");
    };
    let Some(format) = Format::named(wanted.fmt.as_deref().unwrap_or("png")) else {
        return refused(StatusCode::BAD_REQUEST, "The format is svg, png, pdf or txt");
    };
    let limit = site.settings.limits.body_bytes;
    match site.draw(move || puml_mcp::fetch(&src, limit)).await {
        Ok(Ok(text)) => {
            let order = Order::puml(share::with_markers(&text), format);
            order.sent(&site, &wanted.wishes).await
        }
        Ok(Err(problem)) => refused(StatusCode::BAD_GATEWAY, &problem),
        Err(failure) => failure.into_response(),
    }
}

fn plain(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}
