//! `agentpack snapshots`: what can be gone back to, and forgetting old runs.

use std::fmt::Write as _;

use agentpack_core::snapshot::{self, Snapshot};
use agentpack_core::{Result, RunLock};
use serde_json::{Value as Json, json};

use crate::commands::confirm_required;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Forget all but the newest runs of each project; the state before the first deploy stays
    #[arg(long, value_name = "KEEP")]
    pub(crate) prune: Option<usize>,
    /// Snapshots of every project, not only of this one
    #[arg(long)]
    pub(crate) all: bool,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    let state = context.env.state();
    let mut data = json!({});
    if let Some(keep) = args.prune.filter(|_| !context.dry_run) {
        if !context.yes && terminal::confirm(&format!("Forget all but {keep} runs?")) != Some(true)
        {
            return Err(confirm_required("snapshots --prune"));
        }
        let (lock, _) = RunLock::acquire(&context.env)?;
        let pruned = snapshot::prune(&lock, &state, keep)?;
        data["pruned"] = json!({"snapshots": pruned.snapshots, "bytes": pruned.bytes});
    }
    let listed: Vec<Snapshot> = snapshot::list(&state)?
        .into_iter()
        .filter(|snapshot| args.all || snapshot.project == context.env.project)
        .collect();
    data["snapshots"] = listed.iter().map(Snapshot::data).collect::<Json>();
    let mut text = String::new();
    if context.wants_text() {
        text.push_str(&terminal::heading("Snapshots"));
        for snapshot in &listed {
            let line = snapshot.data();
            let summary = &line["summary"];
            let _ = writeln!(
                text,
                "  {}  {:<20} {}  +{} ~{} -{}  {}",
                snapshot.id,
                snapshot.kind.name().replace('_', " "),
                &snapshot.created_at[..19],
                summary["create"],
                summary["update"],
                summary["delete"],
                snapshot.targets.join(", ")
            );
        }
    }
    Ok(Reply { data, warnings: Vec::new(), text })
}
