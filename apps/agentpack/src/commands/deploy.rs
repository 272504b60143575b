//! `agentpack deploy`: the plan, and with `--apply` exactly that plan carried out.

use agentpack_core::{
    Code, Error, FileDiff, Plan, Purpose, Result, RunLock, Secrets, Survey, apply, diff,
    lint_main_files,
};
use serde_json::Value as Json;

use crate::commands::{confirm_required, plan, prune_by_policy};
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, Clone, Copy, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(crate) struct Args {
    /// Carry the plan out
    #[arg(long)]
    pub(crate) apply: bool,
    /// Overwrite files agentpack did not write; a snapshot keeps them
    #[arg(long)]
    pub(crate) adopt: bool,
    /// Overwrite or delete files that were edited since they were written; a snapshot keeps them
    #[arg(long, conflicts_with = "keep_edits")]
    pub(crate) overwrite_edits: bool,
    /// Leave files that were edited since they were written as they are
    #[arg(long)]
    pub(crate) keep_edits: bool,
}

pub(crate) fn reply(context: &Context, args: Args) -> Result<Reply> {
    if !args.apply || context.dry_run {
        return show(context);
    }
    if context.yes {
        // Planning under the lock: of several runs at once the first writes and the rest find nothing to do.
        let (lock, _) = RunLock::acquire(&context.env)?;
        let (survey, made) = plan::make(context)?;
        let reviewed = Reviewed::new(made, args)?;
        let reply = carry_out_reviewed(context, &lock, &survey, &reviewed.plan)?;
        return Ok(reviewed.noted(reply));
    }
    let (survey, made) = plan::make(context)?;
    let reviewed = Reviewed::new(made, args)?;
    if reviewed.plan.is_empty() && !reviewed.plan.manifests_differ {
        return Ok(reviewed.noted(unchanged(context, &survey, &reviewed.plan)));
    }
    // What cannot be done is refused before anybody is asked about it.
    terminal_preview(&survey, &reviewed.plan, context.secrets);
    match terminal::confirm("Apply these changes?") {
        Some(true) => {}
        Some(false) => {
            return Err(Error::new(Code::ConfirmRequired, "nothing was changed"));
        }
        None => return Err(confirm_required("deploy --apply")),
    }
    let (lock, _) = RunLock::acquire(&context.env)?;
    let reply = carry_out_reviewed(context, &lock, &survey, &reviewed.plan)?;
    Ok(reviewed.noted(reply))
}

/// The plan with `applied: false`.
pub(crate) fn show(context: &Context) -> Result<Reply> {
    let (survey, made) = plan::make(context)?;
    let text = if context.wants_text() { terminal::plan(&made) } else { String::new() };
    Ok(Reply {
        data: data(&made),
        warnings: plan::warnings(&survey, &made),
        text,
        ..Reply::default()
    })
}

/// The data of a deploy that has not been applied.
pub(crate) fn data(plan: &Plan) -> Json {
    let mut data = plan.data();
    data["applied"] = false.into();
    data
}

/// Everything a person should see before the question.
fn terminal_preview(survey: &Survey, plan: &Plan, secrets: Secrets) {
    use std::io::Write;
    let diffs = diff(plan, 64 * 1024, secrets);
    let mut warnings = plan::warnings(survey, plan);
    warnings.extend(diffs.iter().filter_map(FileDiff::warning));
    let mut err = anstream::stderr().lock();
    let _ = write!(err, "{}{}", terminal::diffs(&diffs), terminal::plan(plan));
    let _ = write!(err, "{}", terminal::warnings(warnings.iter().map(String::as_str)));
}

fn unchanged(context: &Context, survey: &Survey, plan: &Plan) -> Reply {
    let mut data = data(plan);
    data["reason"] = "no_changes".into();
    let text = if context.wants_text() { terminal::plan(plan) } else { String::new() };
    Reply { data, warnings: plan::warnings(survey, plan), text, ..Reply::default() }
}

/// A plan whose every overwrite the arguments allow.
struct Reviewed {
    plan: Plan,
    /// Edited files that are left out of it.
    kept: usize,
}

impl Reviewed {
    /// Refuses what needs an argument that was not given.
    fn new(plan: Plan, args: Args) -> Result<Self> {
        plan.refuse_blocked()?;
        if !args.adopt {
            plan.refuse_adoptions()?;
        }
        if args.keep_edits {
            let kept = plan.user_edits().count();
            return Ok(Self { plan: plan.keeping_edits(), kept });
        }
        if !args.overwrite_edits {
            plan.refuse_user_edits()?;
        }
        Ok(Self { plan, kept: 0 })
    }

    /// The reply with a word about what was left out.
    fn noted(&self, mut reply: Reply) -> Reply {
        if self.kept > 0 {
            reply
                .warnings
                .push(format!("{} with edits left unchanged", terminal::files(self.kept)));
        }
        reply
    }
}

/// Applies a plan whose every overwrite has been approved.
pub(crate) fn carry_out_reviewed(
    context: &Context,
    lock: &RunLock,
    survey: &Survey,
    plan: &Plan,
) -> Result<Reply> {
    plan.refuse_blocked()?;
    if plan.is_empty() && !plan.manifests_differ {
        return Ok(unchanged(context, survey, plan));
    }
    let purpose = Purpose::Deploy { lock: survey.lock_digest };
    let applied =
        terminal::working(context.output, "writing", || apply(lock, &context.env, plan, &purpose))?;
    let mut data = data(plan);
    data["applied"] = true.into();
    data["snapshot_id"] = applied.snapshot_id.to_string().into();
    let text = if context.wants_text() {
        let count = terminal::files(plan.changes.len());
        format!(
            "{}{}",
            terminal::plan(plan),
            terminal::done(&format!("{count} written; run `agentpack undo` to revert"))
        )
    } else {
        String::new()
    };
    // Who confirmed at the terminal has read the warnings; who said yes beforehand reads them here.
    let mut warnings = Vec::new();
    if context.yes {
        warnings.extend_from_slice(&survey.warnings);
        warnings.extend(lint_main_files(survey, plan));
    }
    warnings.extend(prune_by_policy(context, lock));
    Ok(Reply { data, warnings, text, ..Reply::default() })
}
