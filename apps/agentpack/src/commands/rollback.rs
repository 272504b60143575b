//! `agentpack rollback --to ID`: back to the state right after a snapshot, within its project, targets and roots.

use agentpack_core::{Deed, Plan, Result, RunLock, apply, plan_rollback};
use serde_json::json;

use crate::commands::confirm_required;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Args {
    /// The snapshot, as listed by `agentpack snapshots`
    #[arg(long, value_name = "ID")]
    pub(crate) to: String,
    /// Overwrite files that were edited since they were written; a snapshot keeps them
    #[arg(long, conflicts_with = "keep_edits")]
    pub(crate) overwrite_edits: bool,
    /// Leave files that were edited since they were written as they are
    #[arg(long)]
    pub(crate) keep_edits: bool,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    if context.dry_run {
        let back = plan_rollback(&context.env, &args.to)?;
        return Ok(planned(context, &back.plan, args));
    }
    if !context.yes {
        let back = plan_rollback(&context.env, &args.to)?;
        let text = planned(context, &back.plan, args).text;
        match terminal::confirm(&format!("{text}Go back to snapshot {}?", args.to)) {
            Some(true) => {}
            Some(false) | None => return Err(confirm_required("rollback")),
        }
    }
    let (lock, _) = RunLock::acquire(&context.env)?;
    let back = plan_rollback(&context.env, &args.to)?;
    let plan = if args.keep_edits {
        back.plan.keeping_edits()
    } else {
        if !args.overwrite_edits {
            back.plan.refuse_user_edits()?;
        }
        back.plan
    };
    let deed = Deed::Rollback { to: args.to.clone(), emptied: back.emptied };
    let applied = terminal::working(context.output, "restoring", || {
        apply(&lock, &context.env, &plan, &deed)
    })?;
    let mut data = json!({"event_snapshot_id": applied.snapshot_id, "rolled_back_to": args.to});
    data["summary"] = plan.data()["summary"].clone();
    let mut text = String::new();
    if context.wants_text() {
        text = terminal::plan(&plan)
            + &terminal::done(&format!(
                "back at {}; undo is snapshot {}",
                args.to,
                previous(context, &applied.snapshot_id)
            ));
    }
    Ok(Reply { data, warnings: Vec::new(), text })
}

/// The snapshot right before the rollback, which is the one to go to for undoing it.
fn previous(context: &Context, event: &str) -> String {
    let all = agentpack_core::snapshot::list(&context.env.state()).unwrap_or_default();
    let before = all.iter().rev().skip_while(|snapshot| snapshot.id != event).nth(1);
    before.map_or_else(|| event.to_owned(), |snapshot| snapshot.id.clone())
}

fn planned(context: &Context, plan: &Plan, args: &Args) -> Reply {
    let mut data = plan.data();
    data["rolled_back_to"] = args.to.as_str().into();
    data["applied"] = false.into();
    let text = if context.wants_text() { terminal::plan(plan) } else { String::new() };
    Reply { data, warnings: Vec::new(), text }
}
