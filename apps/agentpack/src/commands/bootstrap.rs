//! `agentpack bootstrap`: the operator skill as a module, so that an agent can drive agentpack.

use agentpack_core::path::posix;
use agentpack_core::{BootstrapState, Result, bootstrap, write_bootstrap};
use serde_json::json;

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

pub(crate) fn reply(context: &Context) -> Result<Reply> {
    let found = bootstrap(&context.env)?;
    if !context.dry_run {
        write_bootstrap(&context.env, &found)?;
    }
    let data = json!({
        "module_id": found.module_id, "path": found.path, "path_posix": posix(&found.path),
        "state": found.state.name(), "written": !context.dry_run,
    });
    let text = match found.state {
        BootstrapState::Create => "added; deploy it like any other module",
        BootstrapState::Update => "brought up to this version; deploy it like any other module",
        BootstrapState::Current => "there already",
        BootstrapState::Edited => "was edited and stays as it is",
    };
    let text = terminal::done(&format!("{} {text}", found.module_id));
    Ok(Reply { data, text, ..Reply::default() })
}
