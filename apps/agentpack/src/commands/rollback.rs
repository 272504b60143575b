//! `agentpack rollback --to ID`: back to the state right after a snapshot, within its project, targets and roots.

use agentpack_core::snapshot::{self, Id};
use agentpack_core::{Code, Error, Plan, Purpose, Result, Rollback, RunLock, apply, plan_rollback};
use serde_json::json;

use crate::commands::{confirm_required, prune_by_policy};
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Args {
    /// The snapshot: an id of `agentpack snapshots`, its last digits, or `latest`
    #[arg(long, value_name = "ID")]
    pub(crate) to: String,
    #[command(flatten)]
    pub(crate) allowed: Allowed,
}

/// What happens to files that a person edited, and to snapshots of other projects.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct Allowed {
    /// Overwrite files that were edited since they were written; a snapshot keeps them
    #[arg(long, conflicts_with = "keep_edits")]
    pub(crate) overwrite_edits: bool,
    /// Leave files that were edited since they were written as they are
    #[arg(long)]
    pub(crate) keep_edits: bool,
    /// Accept a snapshot of another project
    #[arg(long)]
    pub(crate) any_project: bool,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    let state = context.env.state();
    let to = snapshot::resolve(&state, &context.env.project, &args.to)?;
    let run = Run {
        id: "rollback",
        question: format!("Roll back to snapshot {to}?"),
        plan: &|| plan_rollback(&context.env, to),
        purpose: &|emptied| Purpose::Rollback { to, emptied },
    };
    check_project(context, to, args.allowed)?;
    let mut reply = run.reply(context, args.allowed)?;
    reply.data["rolled_back_to"] = to.to_string().into();
    Ok(reply)
}

/// Refuses, or on a terminal asks about, a snapshot of another project.
pub(crate) fn check_project(context: &Context, id: Id, allowed: Allowed) -> Result<()> {
    let project = snapshot::load(&context.env.state(), id)?.project;
    if project == context.env.project || allowed.any_project {
        return Ok(());
    }
    let question = format!(
        "Snapshot {id} belongs to {}, not to {}. Go on?",
        project.display(),
        context.env.project.display()
    );
    if !context.yes && context.wants_text() && terminal::confirm(&question) == Some(true) {
        return Ok(());
    }
    let message = format!("snapshot {id} belongs to the project {}", project.display());
    Err(Error::new(Code::SnapshotOtherProject, message)
        .with("project", project.display().to_string())
        .with("hint", format!("use --project {} or --any-project", project.display())))
}

/// A rollback or an undo, which differ in what they plan and in what the snapshot will say.
pub(crate) struct Run<'r> {
    /// The command that asks for approval.
    pub(crate) id: &'r str,
    pub(crate) question: String,
    pub(crate) plan: &'r dyn Fn() -> Result<Rollback>,
    pub(crate) purpose: &'r dyn Fn(Vec<std::path::PathBuf>) -> Purpose,
}

impl Run<'_> {
    pub(crate) fn reply(&self, context: &Context, allowed: Allowed) -> Result<Reply> {
        if context.dry_run {
            return Ok(planned(context, &(self.plan)()?.plan));
        }
        if !context.yes {
            let text = planned(context, &(self.plan)()?.plan).text;
            match terminal::confirm(&format!("{text}{}", self.question)) {
                Some(true) => {}
                Some(false) | None => return Err(confirm_required(self.id)),
            }
        }
        let (lock, _) = RunLock::acquire(&context.env)?;
        let back = (self.plan)()?;
        let plan = if allowed.keep_edits {
            back.plan.keeping_edits()
        } else {
            if !allowed.overwrite_edits {
                back.plan.refuse_user_edits()?;
            }
            back.plan
        };
        let purpose = (self.purpose)(back.emptied);
        let applied = terminal::working(context.output, "restoring", || {
            apply(&lock, &context.env, &plan, &purpose)
        })?;
        let warnings = prune_by_policy(context, &lock);
        let mut data = json!({"event_snapshot_id": applied.snapshot_id.to_string()});
        data["summary"] = plan.data()["summary"].clone();
        let mut text = String::new();
        if context.wants_text() {
            let count = terminal::files(plan.changes.len());
            let done = format!("{count} restored; run `agentpack undo` to revert");
            text = terminal::plan(&plan) + &terminal::done(&done);
        }
        Ok(Reply { data, warnings, text, ..Reply::default() })
    }
}

fn planned(context: &Context, plan: &Plan) -> Reply {
    let mut data = plan.data();
    data["applied"] = false.into();
    let text = if context.wants_text() { terminal::plan(plan) } else { String::new() };
    Reply { data, text, ..Reply::default() }
}
