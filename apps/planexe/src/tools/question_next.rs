//! `planexe.question.next`: what the model `agent` is asked, prompt and schema.

use std::time::Duration;

use planexe_core::Result;
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.question.next",
    title: "Questions for you",
    description: "Hands out the questions that wait in a session whose planner_model or validator_model \
                  is `agent`: you do the thinking. Each has a prompt and the JSON Schema of its answer. \
                  Answer every question, then ask again, until state is no longer running. With wait_ms \
                  the call waits for the next question. Questions under intake are for the person you work \
                  for: ask them first, and pass their answers as text.",
    input: r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {
    "session_id": {"type": "string"},
    "wait_ms": {"type": "integer", "minimum": 0, "maximum": 25000, "description": "Wait this long for a question. Default: 0."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 16, "description": "At most so many. Default: 4."}
  }
}"#,
    output: r#"{
  "type": "object",
  "properties": {
    "state": {"type": "string"},
    "waiting": {"type": "integer"},
    "intake": {"type": "array", "items": {"type": "object"}, "description": "Questions that only a person can answer: id, question, options."},
    "questions": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "question_id": {"type": "string"},
          "task": {"type": "string"},
          "prompt": {"type": "string"},
          "schema": {"type": "object"},
          "faults": {"type": "array", "items": {"type": "string"}}
        }
      }
    }
  }
}"#,
    effects: Annotations::READ_ONLY,
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let session = request.session()?;
    let wait = Duration::from_millis(request.arguments["wait_ms"].as_u64().unwrap_or(0));
    let limit = request.arguments["limit"].as_u64().unwrap_or(4) as usize;
    let waiting = request.engine.questions(&request.caller, &session, wait)?;
    let status = request.engine.status(&request.caller, &session)?;
    let state = &shape::status(&status)["state"];
    let questions: Vec<Value> = waiting.iter().take(limit).map(shape::question).collect();
    let intake = request.engine.open_questions(&request.caller, &session)?;
    Ok(
        json!({ "state": state, "waiting": waiting.len(), "intake": intake, "questions": questions }),
    )
}
