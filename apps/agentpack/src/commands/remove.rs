//! `agentpack remove ID`: one module less in the config, every other line kept.

use agentpack_core::config::{FILE, edit};
use agentpack_core::path::posix;
use agentpack_core::{Error, Result, load_config, write_config};
use serde_json::json;

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The module's id
    id: String,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    load_config(&context.env)?;
    let path = context.env.repo.join(FILE);
    let text = std::fs::read_to_string(&path).map_err(|error| Error::io("read", &path, &error))?;
    let edited = edit::remove(&text, &args.id)?;
    if !context.dry_run {
        write_config(&context.env.repo, &edited)?;
    }
    Ok(Reply {
        data: json!({"manifest_path": path, "manifest_path_posix": posix(&path), "module_id": args.id}),
        warnings: Vec::new(),
        text: terminal::done(&format!("removed {}; the next deploy removes its files", args.id)),
        ..Reply::default()
    })
}
