//! What the editor of the page asks about a PlantUML text. The answers are those of the language server; offsets and
//! ranges count bytes.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use axum::{Json, Router};
use puml_compiler::{Limits, NoWorld, oversized};
use puml_ide::{Action, Analysis, Completion, Hover, Project, Setting, Which};
use puml_syntax::TextRange;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{json_body, only_post};
use crate::Site;
use crate::failure::Failure;

/// The most completions in one answer.
const MOST: usize = 200;

pub(super) fn routes() -> Router<Arc<Site>> {
    Router::new().route("/page/editor/{question}", post(answer).fallback(only_post))
}

#[derive(Debug, Deserialize)]
struct Request {
    source: String,
    /// Where the cursor is, or where the selection starts.
    at: u32,
    /// Where the selection ends.
    #[serde(default)]
    end: Option<u32>,
    /// The sign that was typed, if that is why completions are asked for.
    #[serde(default)]
    sign: Option<String>,
    /// The new name.
    #[serde(default)]
    to: Option<String>,
}

async fn answer(
    State(site): State<Arc<Site>>,
    Path(question): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>, Failure> {
    let answered: fn(&Analysis, &Request) -> Result<Value, Failure> = match question.as_str() {
        "completions" => |analysis, request| Ok(completions(analysis, request)),
        "hover" => |analysis, request| Ok(hover(analysis, request)),
        "name" => |analysis, request| Ok(name(analysis, request)),
        "rename" => rename,
        "actions" => |analysis, request| Ok(actions(analysis, request)),
        _ => return Err(Failure::not_found()),
    };
    let request: Request = json_body(&headers, body).await?;
    let is_place = |at: u32| request.source.is_char_boundary(at as usize);
    if !is_place(request.at) || !request.end.is_none_or(|it| it >= request.at && is_place(it)) {
        let message = "There is no such place in the source";
        return Err(Failure::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", message));
    }
    if let Some((line, message)) = oversized(&request.source, &Limits::SHARED) {
        return Err(refused(format!("line {}: {message}", line + 1)));
    }
    let work = move || {
        let mut setting = Setting::default();
        setting.options.limits = Limits::SHARED;
        let analysis = Analysis::new("diagram", request.source.as_str(), setting.into());
        answered(&analysis, &request)
    };
    site.draw(work).await?.map(Json)
}

fn refused(message: String) -> Failure {
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "INVALID_REQUEST", message)
}

/// `{"completions": [{"label", "detail", "documentation", "replaces", "text", "place"}…]}`, the likeliest first.
fn completions(analysis: &Analysis, request: &Request) -> Value {
    // There are no files to include.
    let mut found = puml_ide::completions(analysis, request.at, &|_| Vec::new());
    let before = &request.source[..request.at as usize];
    let line = before.rsplit('\n').next().unwrap_or_default();
    if let Some(sign) = &request.sign {
        found.retain(|it| it.is_called_for(sign, line));
    }
    let typed = |it: &Completion| it.replaces.slice(&request.source).to_lowercase();
    found.retain(|it| it.label.to_lowercase().starts_with(&typed(it)));
    let listed = found.iter().take(MOST).map(|it| {
        let (text, place) = it.inserted();
        json!({
            "label": it.label, "detail": it.detail, "documentation": it.documentation,
            "replaces": range(it.replaces), "text": text, "place": place.map(range),
        })
    });
    json!({ "completions": listed.collect::<Vec<_>>() })
}

/// `{"hover": {"range", "markdown"}}`, or null where there is nothing to say.
fn hover(analysis: &Analysis, request: &Request) -> Value {
    let told = |it: Hover| json!({ "range": range(it.range), "markdown": it.markdown });
    json!({ "hover": puml_ide::hover(analysis, request.at).map(told) })
}

/// `{"name": {"range", "name"}}`: the name that can be changed here, or null.
fn name(analysis: &Analysis, request: &Request) -> Value {
    let found = puml_ide::renamable(analysis, request.at);
    json!({ "name": found.map(|it| json!({ "range": range(it.range), "name": it.name })) })
}

/// `{"edits": [{"range", "text"}…]}`.
fn rename(analysis: &Analysis, request: &Request) -> Result<Value, Failure> {
    let to = request.to.as_deref().unwrap_or_default();
    let alone = Project { texts: &[], world: &NoWorld };
    let found = puml_ide::rename(analysis, request.at, to, alone);
    let found = found.map_err(|it| refused(it.to_string()))?;
    let edits: Vec<_> = found.into_iter().flat_map(|it| it.edits).collect();
    Ok(json!({ "edits": edited(&edits) }))
}

/// `{"actions": [{"title", "edits"}…]}`: what can be done with the selection.
fn actions(analysis: &Analysis, request: &Request) -> Value {
    let selected = TextRange::new(request.at, request.end.unwrap_or(request.at));
    let which = Which { fixes: true, fix_all: true, refactors: true };
    let found = puml_ide::actions(analysis, selected, which);
    let told = |it: &Action| json!({ "title": it.title, "edits": edited(&it.edits) });
    json!({ "actions": found.iter().map(told).collect::<Vec<_>>() })
}

fn edited(edits: &[diag::TextEdit]) -> Vec<Value> {
    let told = |it: &diag::TextEdit| json!({ "range": { "start": it.span.start, "end": it.span.end }, "text": it.text });
    edits.iter().map(told).collect()
}

fn range(range: TextRange) -> Value {
    json!({ "start": range.start, "end": range.end })
}
