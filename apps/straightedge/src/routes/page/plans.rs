//! The planning tools as the page calls them: one route, the same names and arguments as over MCP, and what only the
//! owner may do: rename, delete and choose the model.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use planexe_core::Engine;
use serde_json::{Value, json};
use toolserver::InvokeError;

use super::{json_body, only_post};
use crate::Site;
use crate::failure::Failure;
use crate::layers::DOCUMENTS;
use crate::routes::health::only_get;

/// A document of a plan may look as it likes, and do nothing. Only our own page may frame it.
const DOCUMENT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// What shows and changes plans: for those who know the token.
pub(in crate::routes) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/page/plans/{tool}", post(call).fallback(only_post))
        .route(&format!("{DOCUMENTS}{{session}}/{{*path}}"), only_get(get(document)))
}

/// An HTML artifact, for the frame that shows it.
async fn document(
    State(site): State<Arc<Site>>,
    Path((session, path)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let uri = format!("planexe://sessions/{session}/out/{path}");
    let read = invoked(&site, "artifact_read", json!({ "artifact_uri": uri })).await?;
    if read["content_type"].as_str().is_none_or(|it| !it.starts_with("text/html")) {
        return Err(Failure::not_found());
    }
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, DOCUMENT_POLICY),
    ];
    Ok((headers, read["content"].as_str().unwrap_or_default().to_owned()).into_response())
}

async fn call(
    State(site): State<Arc<Site>>,
    Path(tool): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, Failure> {
    let arguments: Value = json_body(&headers, body).await?;
    match tool.as_str() {
        "session_rename" | "session_delete" | "model" => {
            changed(&site, tool, arguments).await.map(Json)
        }
        _ => invoked(&site, &tool, arguments).await.map(Json),
    }
}

/// What only the owner does, who sits before the page; agents are not offered it.
async fn changed(site: &Site, tool: String, arguments: Value) -> Result<Value, Failure> {
    let plans = site.plans.as_ref().ok_or_else(Failure::not_found)?;
    let (engine, owner) = (Arc::clone(&plans.engine), plans.owner.clone());
    let work = move || {
        if tool == "model" {
            return model(&engine, arguments["model"].as_str());
        }
        let id = arguments["session_id"].as_str().unwrap_or_default().parse()?;
        if tool == "session_delete" {
            return engine.remove(&owner, &id).map(|()| json!({ "session_id": id }));
        }
        let title = arguments["title"].as_str().unwrap_or_default();
        engine.rename(&owner, &id, title).map(|it| planexe::session(&it))
    };
    let done = tokio::task::spawn_blocking(work).await.map_err(|_| Failure::internal())?;
    done.map_err(|error| {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, error.code.as_str(), error.message)
    })
}

/// The model of new plans and those there are; with a name, that one is tried and remembered first.
fn model(engine: &Engine, name: Option<&str>) -> planexe_core::Result<Value> {
    let said = name.map(|name| planexe::choose_model(engine, name)).transpose()?;
    let chosen = planexe::chosen_model(engine);
    Ok(json!({ "model": chosen, "models": engine.models(), "said": said }))
}

/// Calls a planning tool by the name it has without its prefix.
async fn invoked(site: &Site, tool: &str, arguments: Value) -> Result<Value, Failure> {
    let plans = site.plans.as_ref().ok_or_else(Failure::not_found)?;
    let name = format!("planexe_{tool}");
    match plans.server.invoke(&name, arguments, None).await {
        Ok(answer) => Ok(answer.structured.unwrap_or_else(|| json!(answer.text))),
        Err(InvokeError::UnknownTool(_)) => Err(Failure::not_found()),
        Err(InvokeError::Fault(fault)) => {
            let error = fault.to_error(&name);
            Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, &error.code, error.message)
                .with_details(error.details))
        }
    }
}
