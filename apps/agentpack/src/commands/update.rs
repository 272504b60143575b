//! `agentpack update`: locks when there is no lock or when told to, then fetches.

use agentpack_core::{LOCK_FILE, Result, fetch};
use serde_json::json;

use crate::commands;
use crate::context::Context;
use crate::envelope::Reply;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Resolve branches and tags again, also if there is a lock
    #[arg(long)]
    lock: bool,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    if !args.lock && context.env.repo.join(LOCK_FILE).exists() {
        return commands::fetch::reply(context);
    }
    let mut reply = commands::lock::reply(context, "update")?;
    if !context.dry_run {
        reply.data["fetched"] = json!(fetch(&context.env)?);
    }
    Ok(reply)
}
