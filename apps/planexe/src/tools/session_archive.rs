//! `planexe.session.archive`: freezes a session.

use planexe_core::Result;
use serde_json::Value;
use toolserver::Annotations;

use super::session_status::SESSION;
use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.session.archive",
    title: "Archive a session",
    description: "Freezes a session for good: it can still be read, but not run or edited. \
                  Repeatable.",
    input: SESSION,
    output: r#"{"type": "object", "properties": {"session_id": {"type": "string"}, "state": {"type": "string"}}}"#,
    effects: Annotations { idempotent: true, ..Annotations::ADDITIVE },
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let session = request.engine.archive(&request.caller, &request.session()?)?;
    Ok(shape::session(&session))
}
