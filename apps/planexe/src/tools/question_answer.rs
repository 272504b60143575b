//! `planexe.question.answer`: takes the answer of the calling agent.

use std::time::Duration;

use planexe_core::{Error, Invalidate, Result};
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
                  for: pass their words as text, and the run is resumed. The result has the questions that \
                  wait next.",
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
    "next": {"type": "array", "items": {"type": "object"}, "description": "Questions that wait now."},
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
        engine.reply(caller, &session, question, request.text("text"))?;
        let status = engine.status(caller, &session)?;
        let target =
            status.run.as_ref().map_or("build_plan_and_validate", |run| run.target.as_str());
        let run = engine.resume(caller, &session, target, &Invalidate::default())?;
        return Ok(json!({ "accepted": true, "run_id": run.id, "next": next(request)? }));
    }
    if !request.arguments["answer"].is_object() {
        return Err(Error::argument(
            "pass answer, a JSON object for the question's schema, or text, a person's words",
        ));
    }
    let model = request.text("model");
    let by = if model.is_empty() { "unnamed" } else { model };
    engine.answer(caller, &session, question, request.arguments["answer"].clone(), by)?;
    Ok(json!({ "accepted": true, "next": next(request)? }))
}

/// The questions that wait now, as soon as there is one.
fn next(request: &Request<'_>) -> Result<Vec<Value>> {
    let waiting = request.engine.questions(&request.caller, &request.session()?, NEXT)?;
    Ok(waiting.iter().take(4).map(shape::question).collect())
}

/// How long an answer waits for the question after it. A run that has ended is not waited for.
const NEXT: Duration = Duration::from_secs(2);
