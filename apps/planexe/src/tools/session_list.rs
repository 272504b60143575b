//! `planexe.session.list`: the caller's sessions.

use planexe_core::Result;
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.session.list",
    title: "List sessions",
    description: "Lists your planning sessions, newest first.",
    input: r#"{
  "type": "object",
  "properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Default: 50."}}
}"#,
    output: r#"{
  "type": "object",
  "properties": {"sessions": {"type": "array", "items": {"type": "object"}}, "total": {"type": "integer"}}
}"#,
    effects: Annotations::READ_ONLY,
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let limit = request.arguments["limit"].as_u64().unwrap_or(50) as usize;
    let sessions = request.engine.sessions(&request.caller)?;
    let shown: Vec<Value> = sessions.iter().take(limit).map(shape::session).collect();
    Ok(json!({ "sessions": shown, "total": sessions.len() }))
}
