//! `agentpack snapshots`: snapshots you can roll back to, and pruning old ones.

use std::fmt::Write as _;

use agentpack_core::snapshot::{self, Id, Snapshot};
use agentpack_core::{Result, RunLock};
use serde_json::{Value as Json, json};

use crate::commands::confirm_required;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Prune all but the newest runs of each project; the state before the first deploy stays
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
        if !context.yes
            && terminal::confirm(&format!("Prune all but {keep} runs of each project?"))
                != Some(true)
        {
            return Err(confirm_required("snapshots --prune"));
        }
        let (lock, _) = RunLock::acquire(&context.env)?;
        let pruned = snapshot::prune(&lock, &state, keep)?;
        data["pruned"] = json!({"snapshots": pruned.snapshots, "bytes": pruned.bytes});
    }
    let mut listed: Vec<Snapshot> = snapshot::list(&state)?
        .into_iter()
        .filter(|snapshot| args.all || snapshot.project == context.env.project)
        .collect();
    listed.sort_by(|a, b| (&a.project, a.id).cmp(&(&b.project, b.id)));
    data["snapshots"] = listed.iter().map(Snapshot::data).collect::<Json>();
    let mut text = String::new();
    if context.wants_text() {
        text.push_str(&terminal::heading("Snapshots"));
        let ids: Vec<Id> = listed.iter().map(|snapshot| snapshot.id).collect();
        let mut project = None;
        for (snapshot, short) in listed.iter().zip(snapshot::short(&ids)) {
            if args.all && project != Some(&snapshot.project) {
                project = Some(&snapshot.project);
                let _ = writeln!(text, " {}", snapshot.project.display());
            }
            let line = snapshot.data();
            let summary = &line["summary"];
            let _ = writeln!(
                text,
                "  {}  {:<20} {}  +{} ~{} -{}  {}",
                short,
                told(snapshot, &listed),
                &snapshot.created_at[..19],
                summary["create"],
                summary["update"],
                summary["delete"],
                snapshot.targets.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ")
            );
        }
    }
    Ok(Reply { data, text, ..Reply::default() })
}

/// What a run was, in few words; another run is named as the list names it.
fn told(snapshot: &Snapshot, listed: &[Snapshot]) -> String {
    let ids: Vec<Id> = listed.iter().map(|other| other.id).collect();
    let name = |id: Id| {
        let at = ids.iter().position(|other| *other == id);
        at.map_or_else(|| "a pruned run".to_owned(), |at| snapshot::short(&ids)[at].clone())
    };
    match (snapshot.undone, snapshot.rolled_back_to) {
        (Some(run), _) => format!("undo of {}", name(run)),
        (_, Some(to)) => format!("rollback to {}", name(to)),
        _ => snapshot.kind.name().replace('_', " "),
    }
}
