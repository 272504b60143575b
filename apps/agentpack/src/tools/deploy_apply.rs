//! `deploy_apply`: carries out the plan that a token was issued for, or refuses and says what differs.

use agentpack_core::{Error, Result, RunLock, clock};
use serde_json::Value as Json;

use super::{Effect, Row, binding, flag, text, tokens};
use crate::commands;
use crate::context::Context;
use crate::envelope::{Names, Reply};
use crate::token::plan_hash;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["yes", "confirm_token"],
  "properties": {
    $SELECTION,
    "adopt": { "type": "boolean", "default": false, "description": "Allow overwriting existing unmanaged files (adopt updates)." },
    "dry_run": { "type": "boolean", "default": false, "description": "Force dry-run behavior (do not apply even if this tool is the apply variant)." },
    "confirm_token": { "type": "string", "description": "Token returned by the deploy tool; binds the apply to the reviewed plan." },
    "yes": { "const": true, "description": "Required explicit approval for mutating operations." }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "deploy_apply",
    title: "Deploy: apply",
    description: "Writes the files of the plan that deploy showed, all or none, after the person approved: needs yes: true and the \
confirm_token. Refuses over edits of a person unless adopt is true. Takes a snapshot that rollback can go back to.",
    schema: SCHEMA,
    effect: Effect::Writes,
    names: |_| Names::with_id("deploy", "deploy --apply"),
    call,
};

/// A token shows that a plan was reviewed, not that a person gave their edits up; `adopt` does.
fn edits_need_adoption(mut error: Error) -> Error {
    error.details.remove("flags");
    error
        .with("next_actions", vec!["review_user_edits", "call_evolve_propose", "retry_with_adopt"])
        .with(
            "hint",
            "show the edits to the person; adopt: true overwrites them, and a snapshot keeps them",
        )
}

/// The order of refusals is part of the contract: approval, which every writing tool asks for first, then dry run,
/// token, arguments, plan, adoption, edits of a person.
fn call(context: &Context, arguments: &Json) -> Result<Reply> {
    if context.dry_run {
        return commands::deploy::show(context);
    }
    let token = text(arguments, "confirm_token").unwrap_or_default();
    let binding = binding(context, arguments)?;
    tokens().check(clock::now(), token, &binding)?;
    let (lock, _) = RunLock::acquire(&context.env)?;
    let (survey, plan) = commands::plan::make(context)?;
    let hash = plan_hash(&binding, &commands::deploy::data(&plan));
    tokens().check_plan(token, &hash, &plan)?;
    plan.refuse_blocked()?;
    if !flag(arguments, "adopt") {
        plan.refuse_adoptions()?;
        plan.refuse_user_edits().map_err(edits_need_adoption)?;
    }
    let reply = commands::deploy::carry_out_reviewed(context, &lock, &survey, &plan)?;
    tokens().consume(token);
    Ok(reply)
}
