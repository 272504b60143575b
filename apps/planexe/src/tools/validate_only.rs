//! `planexe.validate.only`: judges the plan that is there and generates none.

use planexe_core::Result;
use serde_json::Value;
use toolserver::Annotations;

use super::session_status::SESSION;
use super::{Request, Row, session_start};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.validate.only",
    title: "Validate the plan",
    description: "Starts a run that judges the plan.md that is there, edited or not, without \
                  generating anything of the plan.",
    input: SESSION,
    output: session_start::OUTPUT,
    effects: Annotations::ADDITIVE,
    work,
};

fn work(request: &Request<'_>) -> Result<Value> {
    let session = request.session()?;
    let run = request.engine.start(&request.caller, &session, "validate_plan", &[])?;
    Ok(shape::run(&run))
}
