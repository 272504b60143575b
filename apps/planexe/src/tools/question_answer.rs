//! `planexe.question.answer`: takes the answer of the calling agent.

use std::time::Duration;

use planexe_core::{Error, Result};
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.question.answer",
    title: "Answer a question",
    description: "Answers a question that was handed out. The answer is a JSON object that fits the \
                  question's schema; otherwise the call fails, lists every fault, and the question still \
                  waits. An answer that fits but contradicts the material is asked for again, with the \
                  faults. A question of the intake (kind, budget, deadline, ...) is for the person you work \
                  for: pass their words as text, at any time; a run that waits takes the answer in and goes on. \
                  The result has the questions that wait next, those only a person can answer under \
                  intake.",
    input: r#"{
  "type": "object",
  "required": ["session_id", "question_id"],
  "properties": {
    "session_id": {"type": "string"},
    "question_id": {"type": "string", "minLength": 1},
    "answer": {"type": "object", "description": "For questions of question.next: fits the question's schema."},
    "text": {"type": "string", "minLength": 1, "maxLength": 2000, "description": "For questions of the intake: the person's words, or one of the options."},
    "model": {"type": "string", "maxLength": 100, "description": "Who thought; the plan's readers see it."}
  }
}"#,
    output: r#"{
  "type": "object",
  "properties": {
    "accepted": {"type": "boolean"},
    "intake": {"type": "array", "items": {"type": "object"}, "description": "Questions that wait for the person you work for: id, question, options. Ask these first."},
    "next": {"type": "array", "items": {"type": "object"}, "description": "Questions that wait for you."},
    "run_id": {"type": "string", "description": "The run that goes on with an answer of the intake."}
  }
}"#,
    effects: Annotations::ADDITIVE,
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let session = request.session()?;
    let (engine, caller) = (&request.engine, &request.caller);
    let question = request.text("question_id");
    if !request.text("text").is_empty() {
        let run = engine.reply_and_resume(caller, &session, question, request.text("text"))?;
        let mut answer = waiting(request)?;
        answer["run_id"] = json!(run.id);
        return Ok(answer);
    }
    if !request.arguments["answer"].is_object() {
        return Err(Error::argument(
            "pass answer, a JSON object for the question's schema, or text, a person's words",
        ));
    }
    let model = request.text("model");
    let by = if model.is_empty() { "unnamed" } else { model };
    engine.answer(caller, &session, question, request.arguments["answer"].clone(), by)?;
    waiting(request)
}

/// The questions that wait now: those only a person can answer, and those for the agent as soon as there
/// is one.
fn waiting(request: &Request<'_>) -> Result<Value> {
    let (engine, caller, session) = (request.engine, &request.caller, request.session()?);
    let next = engine.questions(caller, &session, NEXT)?;
    // Looked at last: the run may have read the answer meanwhile.
    let intake = engine.open_questions(caller, &session)?;
    let next: Vec<Value> = next.iter().take(4).map(shape::question).collect();
    Ok(json!({ "accepted": true, "intake": intake, "next": next }))
}

/// How long an answer waits for the question after it. A run that has ended is not waited for.
const NEXT: Duration = Duration::from_secs(2);
