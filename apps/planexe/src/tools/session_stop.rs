//! `planexe.session.stop`: ends the active run so that it can be resumed.

use planexe_core::{Result, RunId, StopMode};
use serde_json::Value;
use toolserver::Annotations;

use super::{Request, Row, session_start};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.session.stop",
    title: "Stop a run",
    description: "Stops the active run; model calls are cancelled at once, finished tasks are kept. \
                  Answers stopped, or stopping if it takes longer than two seconds. Repeatable.",
    input: INPUT,
    output: session_start::OUTPUT,
    effects: Annotations { idempotent: true, ..Annotations::ADDITIVE },
    work,
};

const INPUT: &str = r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {
    "session_id": {"type": "string"},
    "run_id": {"type": "string", "description": "Default: the active run."},
    "mode": {"type": "string", "enum": ["graceful", "immediate"], "description": "Default: graceful."},
    "reason": {"type": "string", "maxLength": 500, "description": "Kept with the run."}
  }
}"#;

fn work(request: &Request<'_>) -> Result<Value> {
    let run = request.arguments["run_id"].as_str().map(str::parse::<RunId>).transpose()?;
    let mode = match request.text("mode") {
        "immediate" => StopMode::Immediate,
        _ => StopMode::Graceful,
    };
    let reason = Some(request.text("reason")).filter(|reason| !reason.is_empty());
    let reason = reason.unwrap_or("user_stopped");
    let session = request.session()?;
    let run = request.engine.stop(&request.caller, &session, run, mode, reason)?;
    Ok(shape::run(&run))
}
