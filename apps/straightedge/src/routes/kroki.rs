//! Kroki's routes, for the clients that know Kroki: a type, a format, and the source in the address or in the body.
//! `GET` and `POST` below `/plantuml` are answered by the PlantUML routes, which read Kroki's codes as well.

use std::io::Read as _;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use diagrams::{Format, Language};
use flate2::read::ZlibDecoder;
use serde::Deserialize;
use serde_json::{Value, json};

use super::body;
use super::plantuml::{Order, Shape, Wishes, wrong};
use crate::Site;
use crate::failure::Failure;

/// Types that Kroki draws and we do not, so that their clients are told.
const OTHERS: [&str; 26] = [
    "actdiag",
    "blockdiag",
    "bpmn",
    "bytefield",
    "c4plantuml",
    "d2",
    "dbml",
    "ditaa",
    "erd",
    "excalidraw",
    "goat",
    "graphviz",
    "nomnoml",
    "nwdiag",
    "packetdiag",
    "pikchr",
    "rackdiag",
    "seqdiag",
    "structurizr",
    "svgbob",
    "symbolator",
    "tikz",
    "umlet",
    "vega",
    "vegalite",
    "wavedrom",
];

/// Bytes that a code may unpack to.
const LARGEST: u64 = 1 << 20;

/// A request's body in JSON.
#[derive(Debug, Deserialize)]
struct Asked {
    diagram_source: String,
    #[serde(default)]
    diagram_type: Option<String>,
    #[serde(default)]
    output_format: Option<String>,
    #[serde(default)]
    diagram_options: Value,
}

pub(super) fn routes() -> Router<Arc<Site>> {
    let only = |allowed: &'static str| async move || Failure::method(allowed);
    let mut router = Router::new()
        .route("/", post(by_body))
        .route("/health", get(health).fallback(only("GET, HEAD")))
        .route("/plantuml", post(puml_posted).fallback(only("POST")))
        .route("/mermaid", post(mermaid_posted).fallback(only("POST")))
        .route("/mermaid/{format}", post(mermaid_posted_as).fallback(only("POST")))
        .route("/mermaid/{format}/{code}", get(mermaid_coded).fallback(only("GET, HEAD")));
    for name in OTHERS {
        let told = || get(async move || unknown_type(name)).post(async move || unknown_type(name));
        router = router
            .route(&format!("/{name}"), told())
            .route(&format!("/{name}/{{format}}"), told())
            .route(&format!("/{name}/{{format}}/{{code}}"), told());
    }
    router
}

/// The text of a code: zlib in Base64 for addresses, with or without its filling.
pub(super) fn decoded(code: &str) -> Result<String, String> {
    let code = code.trim_end_matches('=');
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(code).map_err(|error| error.to_string())?;
    let mut text = String::new();
    let unpacked = ZlibDecoder::new(&bytes[..]).take(LARGEST + 1).read_to_string(&mut text);
    unpacked.map_err(|error| format!("the code cannot be unpacked: {error}"))?;
    if text.len() as u64 > LARGEST {
        return Err("the code unpacks to more than 1 MiB".to_owned());
    }
    Ok(text)
}

/// The source in a request's body in JSON.
pub(super) fn source_in(bytes: &[u8]) -> Option<String> {
    serde_json::from_slice(bytes).ok().map(|it: Asked| it.diagram_source)
}

async fn health() -> Json<Value> {
    let version = env!("CARGO_PKG_VERSION");
    Json(json!({ "status": "pass", "version": { "straightedge": { "number": version } } }))
}

async fn by_body(State(site): State<Arc<Site>>, headers: HeaderMap, body: Body) -> Response {
    posted(&site, None, None, &headers, body).await
}

async fn puml_posted(State(site): State<Arc<Site>>, headers: HeaderMap, body: Body) -> Response {
    posted(&site, Some("plantuml"), None, &headers, body).await
}

async fn mermaid_posted(State(site): State<Arc<Site>>, headers: HeaderMap, body: Body) -> Response {
    posted(&site, Some("mermaid"), None, &headers, body).await
}

async fn mermaid_posted_as(
    State(site): State<Arc<Site>>,
    Path(format): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    posted(&site, Some("mermaid"), Some(&format), &headers, body).await
}

async fn mermaid_coded(
    State(site): State<Arc<Site>>,
    Path((format, code)): Path<(String, String)>,
    Query(wishes): Query<Wishes>,
) -> Response {
    let Some(format) = named(&format) else { return unknown_format(&format) };
    match decoded(&code) {
        Ok(source) => order("mermaid", source, format).sent(&site, &wishes).await,
        Err(problem) => wrong(&site, problem, format).await,
    }
}

async fn posted(
    site: &Site,
    kind: Option<&str>,
    format: Option<&str>,
    headers: &HeaderMap,
    body: Body,
) -> Response {
    let bytes = body::bytes(body).await;
    let asked = match asked(headers, &bytes) {
        Ok(asked) => asked,
        Err(failure) => return failure.into_response(),
    };
    let Some(kind) = kind.or(asked.diagram_type.as_deref()) else {
        return refused("Say the type of the diagram with diagram_type: plantuml or mermaid");
    };
    if !["plantuml", "mermaid"].contains(&kind) {
        return unknown_type(kind).into_response();
    }
    let by_header = accepted(headers);
    let name = format.or(asked.output_format.as_deref()).or(by_header).unwrap_or("svg");
    let Some(format) = named(name) else { return unknown_format(name) };
    let option = |name: &str| match &asked.diagram_options[name] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let wishes = Wishes { theme: option("theme"), look: option("look"), scale: option("scale") };
    order(kind, asked.diagram_source, format).sent(site, &wishes).await
}

/// The source alone, or a document that says more.
fn asked(headers: &HeaderMap, bytes: &[u8]) -> Result<Asked, Failure> {
    let wrong = |message: String| Failure::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", message);
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    if kind.is_some_and(|it| it.starts_with("application/json")) {
        return serde_json::from_slice(bytes)
            .map_err(|error| wrong(format!("The body is no request in JSON: {error}")));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("The body is not UTF-8".to_owned()))?;
    let header = |name: &str| headers.get(name).and_then(|it| it.to_str().ok()).map(str::to_owned);
    Ok(Asked {
        diagram_source: text.to_owned(),
        diagram_type: header("kroki-diagram-type"),
        output_format: None,
        diagram_options: json!({ "theme": header("kroki-diagram-options-theme") }),
    })
}

fn order(kind: &str, source: String, format: Format) -> Order {
    if kind == "mermaid" {
        let language = Language::Mermaid;
        return Order { source, language, format, page: 0, shape: Shape::File };
    }
    Order::puml(share::with_markers(&source), format)
}

fn named(name: &str) -> Option<Format> {
    Format::named(name).filter(|it| {
        matches!(it, Format::Svg | Format::Png | Format::Pdf | Format::Txt | Format::Utxt)
    })
}

/// The format that `Accept` names, where it names one.
fn accepted(headers: &HeaderMap) -> Option<&'static str> {
    let accept = headers.get(header::ACCEPT)?.to_str().ok()?;
    let known = [("image/svg+xml", "svg"), ("image/png", "png"), ("application/pdf", "pdf")];
    let mut parts = accept.split([',', ';']).map(str::trim);
    parts.find_map(|part| known.iter().find(|it| it.0 == part).map(|it| it.1))
}

fn unknown_type(name: &str) -> Failure {
    let message = format!("There is no type {name:?} here. This server draws: plantuml, mermaid");
    Failure::new(StatusCode::NOT_FOUND, "UNKNOWN_TYPE", message)
}

fn unknown_format(name: &str) -> Response {
    refused(&format!("There is no format {name:?} here. Formats are: svg, png, pdf, txt, utxt"))
}

fn refused(message: &str) -> Response {
    Failure::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", message).into_response()
}
