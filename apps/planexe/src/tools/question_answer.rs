//! `planexe.question.answer`: takes the answer of the calling agent.

use planexe_core::Result;
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};

pub(super) const ROW: Row = Row {
    name: "planexe.question.answer",
    title: "Answer a question",
    description: "Answers a question that was handed out. The answer is a JSON object that fits the \
                  question's schema; otherwise the call fails, lists every fault, and the question still \
                  waits. An answer that fits but contradicts the material is asked for again, with the \
                  faults.",
    input: r#"{
  "type": "object",
  "required": ["session_id", "question_id", "answer"],
  "properties": {
    "session_id": {"type": "string"},
    "question_id": {"type": "string", "minLength": 8},
    "answer": {"type": "object"},
    "model": {"type": "string", "maxLength": 100, "description": "Who thought; the plan's readers see it."}
  }
}"#,
    output: r#"{
  "type": "object",
  "properties": {"accepted": {"type": "boolean"}}
}"#,
    effects: Annotations::ADDITIVE,
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let session = request.session()?;
    let model = request.text("model");
    let by = if model.is_empty() { "unnamed" } else { model };
    let (question, answer) = (request.text("question_id"), request.arguments["answer"].clone());
    request.engine.answer(&request.caller, &session, question, answer, by)?;
    Ok(json!({ "accepted": true }))
}
