//! `agentpack lock`: git sources pinned to commits, with their new text shown before it is accepted.

use std::fmt::Write as _;

use agentpack_core::path::posix;
use agentpack_core::{LOCK_FILE, LockUpdate, Result, resolve_lock, write_lock};
use serde_json::Value as Json;

use crate::commands::confirm_required;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

/// Resolves every module and writes the lock; `id` is the command that asks for approval.
pub(crate) fn reply(context: &Context, id: &str) -> Result<Reply> {
    let update = terminal::working(context.output, "resolving", || resolve_lock(&context.env))?;
    accept(context, &update, id)
}

fn accept(context: &Context, update: &LockUpdate, id: &str) -> Result<Reply> {
    let path = context.env.repo.join(LOCK_FILE);
    let mut data = update.data();
    data["lockfile"] = path.display().to_string().into();
    data["lockfile_posix"] = posix(&path).into();
    let text = if context.wants_text() { text(update) } else { String::new() };
    let foreign = update.changes.iter().any(|change| !change.files.is_empty());
    let writes = !context.dry_run;
    let question = || format!("{text}{}Accept this text?", warned(update));
    if writes && foreign && !context.is_approved(&question()) {
        // The text is in the refusal, so that whoever approves has seen it.
        return Err(confirm_required(id).with("update", data));
    }
    if writes {
        write_lock(&context.env, &update.lock)?;
    }
    data["written"] = Json::from(writes);
    let text = format!(
        "{text}{}",
        terminal::done(&format!(
            "{} locked",
            terminal::counted(update.lock.modules.len(), "module")
        ))
    );
    Ok(Reply { data, warnings: update.warnings.clone(), text, ..Reply::default() })
}

fn warned(update: &LockUpdate) -> String {
    let mut text = String::new();
    for warning in &update.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

fn text(update: &LockUpdate) -> String {
    let mut text = String::new();
    for change in &update.changes {
        let from = change.from.as_deref().unwrap_or("new");
        text.push_str(&terminal::heading(&format!(
            "{}  {from} -> {}",
            change.module_id, change.to
        )));
        for (path, unified) in &change.files {
            match unified {
                Some(unified) => text.push_str(&terminal::unified(unified)),
                None => {
                    let _ = writeln!(text, "  {path} (not text)");
                }
            }
        }
    }
    text
}
