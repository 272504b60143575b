//! `agentpack fetch`: the cache filled with what the lock names, and checked.

use agentpack_core::{Result, fetch};
use serde_json::json;

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

pub(crate) fn reply(context: &Context) -> Result<Reply> {
    let fetched = terminal::working(context.output, "fetching", || fetch(&context.env))?;
    let count = terminal::counted(fetched.len(), "module");
    let text = terminal::done(&format!("{count} fetched; all match the lock"));
    Ok(Reply { data: json!({"fetched": fetched}), warnings: Vec::new(), text, ..Reply::default() })
}
