//! `agentpack undo [RUN]`: the files that one run wrote, as they were before it.

use agentpack_core::{Purpose, Result, plan_undo, snapshot};

use crate::commands::rollback::{Allowed, Run, check_project};
use crate::context::Context;
use crate::envelope::Reply;

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Args {
    /// The run: an id of `agentpack snapshots`, or its last digits [default: the last run of this project]
    run: Option<String>,
    #[command(flatten)]
    allowed: Allowed,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    let state = context.env.state();
    let run = match &args.run {
        Some(text) => snapshot::resolve(&state, &context.env.project, text)?,
        None => snapshot::last_run(&state, &context.env.project)?,
    };
    let undo = Run {
        id: "undo",
        question: format!("Undo run {run}?"),
        plan: &|| plan_undo(&context.env, run),
        purpose: &|emptied| Purpose::Undo { run, emptied },
    };
    check_project(context, run, args.allowed)?;
    let mut reply = undo.reply(context, args.allowed)?;
    reply.data["undone"] = run.to_string().into();
    Ok(reply)
}
