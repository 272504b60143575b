//! `deploy`: the plan and a token for it. The token is what `deploy_apply` asks for.

use agentpack_core::{Result, clock};
use serde_json::Value as Json;

use super::{Effect, Row, SELECTION, binding, tokens};
use crate::commands;
use crate::context::Context;
use crate::envelope::{Names, Reply};
use crate::token::plan_hash;

pub(super) const ROW: Row = Row {
    name: "deploy",
    title: "Deploy: review",
    description: "Shows the plan of a deploy and returns data.confirm_token, valid for ten minutes and for exactly this plan. Changes \
nothing. Show the plan to the person, then call deploy_apply.",
    schema: SELECTION,
    effect: Effect::Reads,
    names: |_| Names::of("deploy"),
    call,
};

fn call(context: &Context, arguments: &Json) -> Result<Reply> {
    let (survey, plan) = commands::plan::make(context)?;
    let mut data = commands::deploy::data(&plan);
    let binding = binding(context, arguments)?;
    let hash = plan_hash(&binding, &data);
    let edits: Vec<Json> = plan.user_edits().map(agentpack_core::Change::data).collect();
    let token = tokens().issue(clock::now(), binding, hash.clone(), &plan)?;
    data["confirm_plan_hash"] = hash.into();
    data["confirm_token"] = token.text.into();
    data["confirm_token_expires_at"] = clock::rfc3339(token.expires).into();
    if !edits.is_empty() {
        data["user_edits"] = edits.into();
    }
    Ok(Reply {
        data,
        warnings: commands::plan::warnings(&survey, &plan),
        text: String::new(),
        ..Reply::default()
    })
}
