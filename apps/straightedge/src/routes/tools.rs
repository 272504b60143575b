//! `GET /api/tools` and `POST /api/tools/{name}`: discovery and invocation of every diagram tool, in one envelope.

use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use mermaid::tools::{Timestamp, render, svg, verify};
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use share::tools::ToolError;
use toolserver::{Fault, InvokeError};

use super::body;
use crate::Site;
use crate::failure::Failure;
use crate::layers::{UsedTool, current_client};

/// Tools of the diagram server that are offered here as well.
const FROM_SERVER: [&str; 2] = ["puml_check", "puml_render_svg"];

/// Tools that check or draw a diagram, which takes longer than encoding one.
pub(super) const DRAWING: [&str; 5] = ["verify", "render", "svg", "puml_check", "puml_render_svg"];

pub(super) fn routes() -> Router<Arc<Site>> {
    let call = || {
        post(call)
            .options(async || StatusCode::OK)
            .fallback(async || Failure::method("POST, OPTIONS"))
    };
    let nameless = post(async || Failure::from(ToolError::ToolNameRequired))
        .options(async || StatusCode::OK)
        .fallback(async || Failure::method("POST, OPTIONS"));
    Router::new()
        .route(
            "/api/tools",
            get(list)
                .options(async || StatusCode::OK)
                .fallback(async || Failure::method("GET, HEAD, OPTIONS")),
        )
        .route("/api/tools/", nameless)
        .route("/api/tools/{name}", call())
        .route("/api/openapi.json", super::health::only_get(get(openapi)))
}

/// The listing: each tool with `id`, `name`, `description` and `inputSchema`.
pub(crate) fn tools(site: &Site) -> Vec<Value> {
    let mut listed = share::tools::discovery()["tools"].as_array().cloned().unwrap_or_default();
    listed.push(share::tools::decode_descriptor());
    let mermaid = mermaid::tools::descriptors();
    for tool in mermaid.as_array().into_iter().flatten() {
        listed.push(json!({
            "id": tool["name"],
            "name": tool["name"],
            "description": tool["description"],
            "inputSchema": tool["inputSchema"],
        }));
    }
    let served = site.diagrams.tools.iter().filter(|it| FROM_SERVER.contains(&it.name.as_str()));
    listed.extend(served.map(|tool| {
        json!({
            "id": tool.name,
            "name": tool.name,
            "description": tool.description,
            "inputSchema": **tool.input.object(),
        })
    }));
    listed
}

async fn list(State(site): State<Arc<Site>>) -> Json<Value> {
    Json(json!({ "tools": tools(&site) }))
}

async fn openapi(State(site): State<Arc<Site>>) -> Json<Value> {
    Json(crate::openapi::document(&site))
}

async fn call(State(site): State<Arc<Site>>, Path(name): Path<String>, body: Body) -> Response {
    let mut response = match invoke(&site, &name, body).await {
        Ok(result) => Json(json!({ "success": true, "result": result })).into_response(),
        Err(failure) => failure.into_response(),
    };
    // Names that anybody can make up are not counted apart.
    if response.status() != StatusCode::NOT_FOUND {
        response.extensions_mut().insert(UsedTool(name));
    }
    response
}

async fn invoke(site: &Arc<Site>, name: &str, body: Body) -> Result<Value, Failure> {
    let is_served = FROM_SERVER.contains(&name);
    let is_known = is_served
        || matches!(name, "encodePlantUML" | "decodePlantUML" | "verify" | "render" | "svg");
    if !is_known {
        return Err(ToolError::ToolNotFound(name.to_owned()).into());
    }
    let bytes = body::bytes(body).await;
    // A body that is not Unicode has a published code of its own, which `arguments` gives.
    if std::str::from_utf8(&bytes).is_ok() && !bytes.trim_ascii().is_empty() {
        serde_json::from_slice::<IgnoredAny>(&bytes).map_err(|error| Failure::not_json(&error))?;
    }
    let arguments = share::tools::arguments(&bytes).map_err(|error| match name {
        "encodePlantUML" => Failure::from(error),
        _ => Failure::new(StatusCode::BAD_REQUEST, "INVALID_INPUT", "The body is not Unicode text"),
    })?;
    match name {
        "verify" | "render" | "svg" => mermaid(site, name, arguments).await,
        _ if is_served => served(site, name, arguments).await,
        // Packing 50 KB takes two milliseconds: less than handing it to another thread and back is worth.
        _ => Ok(share::tools::call(Some(name), &arguments)?),
    }
}

/// Calls a Mermaid tool; `{"error": …}` becomes a refusal with a status of its own.
pub(super) async fn mermaid(site: &Site, name: &str, arguments: Value) -> Result<Value, Failure> {
    let options = mermaid::Options::default();
    let is_verify = name == "verify";
    let is_svg = name == "svg";
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    let result = site
        .draw(move || {
            if is_verify {
                verify(&arguments)
            } else if is_svg {
                svg(&arguments, &options, Timestamp::from_unix(now))
            } else {
                render(&arguments, &options)
            }
        })
        .await?;
    let Some(message) = result["error"].as_str() else {
        return Ok(result);
    };
    let (status, code) = match message {
        mermaid::tools::INVALID_INPUT => (StatusCode::BAD_REQUEST, "INVALID_INPUT"),
        mermaid::tools::TOO_LONG => (StatusCode::PAYLOAD_TOO_LARGE, "CODE_TOO_LARGE"),
        // That a diagram is wrong is the very answer to the question whether it is right.
        _ if is_verify => return Ok(result),
        _ => (StatusCode::UNPROCESSABLE_ENTITY, "INVALID_DIAGRAM"),
    };
    Err(Failure::new(status, code, message))
}

async fn served(site: &Arc<Site>, name: &str, arguments: Value) -> Result<Value, Failure> {
    let arguments = if arguments.is_null() { json!({}) } else { arguments };
    let client = current_client();
    let _turn = site.turn(client).await?;
    let started = Instant::now();
    let answer = site.diagrams.invoke(name, arguments, None).await;
    site.charge(client, started.elapsed());
    match answer {
        Ok(answer) => Ok(answer.structured.unwrap_or_else(|| json!(answer.text))),
        Err(InvokeError::UnknownTool(name)) => Err(ToolError::ToolNotFound(name).into()),
        Err(InvokeError::Fault(fault)) => Err(refused(name, &fault)),
    }
}

fn refused(name: &str, fault: &Fault) -> Failure {
    let error = fault.to_error(name);
    let (status, code) = match fault {
        Fault::Arguments(_) => (StatusCode::BAD_REQUEST, "INVALID_ARGUMENTS"),
        Fault::Tool(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.code.as_str()),
        Fault::TimeLimit(_) => return Failure::too_slow(),
        Fault::OutputLimit { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "OUTPUT_TOO_LARGE"),
        Fault::Panic(_) | Fault::Output(_) => return Failure::internal(),
    };
    Failure::new(status, code, error.message).with_details(error.details)
}
