//! `planexe.task.graph`: tasks, edges and standings.

use planexe_core::Result;
use serde_json::{Value, json};
use toolserver::Annotations;

use super::session_status::SESSION;
use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.task.graph",
    title: "Task graph",
    description: "Gives the tasks of a session with state (fresh, pinned, stale, pending, running, \
                  failed) and reason, the edges between them, and the graph as Mermaid source.",
    input: SESSION,
    output: r#"{
  "type": "object",
  "properties": {
    "session_id": {"type": "string"},
    "title": {"type": "string"},
    "nodes": {"type": "array", "items": {"type": "object"}},
    "edges": {"type": "array", "items": {"type": "object"}},
    "mermaid": {"type": "string"}
  }
}"#,
    effects: Annotations::READ_ONLY,
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let session = request.engine.session(&request.caller, &request.session()?)?;
    let tasks = request.engine.tasks(&request.caller, &session.id)?;
    let mut answer = shape::graph(&tasks);
    answer["session_id"] = json!(session.id);
    answer["title"] = json!(session.title());
    answer["mermaid"] = json!(shape::mermaid(&tasks));
    Ok(answer)
}
