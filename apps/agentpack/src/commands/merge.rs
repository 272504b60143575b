//! `agentpack merge [PATH]`: edited files whose source changed too, merged three ways.

use std::fmt::Write as _;
use std::path::PathBuf;

use agentpack_core::path::posix;
use agentpack_core::{Overlap, Purpose, Result, RunLock, apply, diff, merge_edits};
use serde_json::{Value as Json, json};

use crate::commands::{confirm_required, plan, prune_by_policy};
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Args {
    /// Files or folders to merge [default: every file in conflict]
    paths: Vec<PathBuf>,
    /// Where both sides changed the same lines, write conflict markers into the file
    #[arg(long)]
    markers: bool,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    let overlap = if args.markers { Overlap::Mark } else { Overlap::Leave };
    let paths: Vec<PathBuf> =
        args.paths.iter().map(|path| context.env.project.join(path)).collect();
    let (survey, made) = plan::make(context)?;
    let merged = merge_edits(&survey, made, &paths, overlap)?;
    let mut data = merged.plan.data();
    data["applied"] = false.into();
    data["conflicts"] = merged
        .conflicts
        .iter()
        .map(|(path, reason)| json!({"path": path, "path_posix": posix(path), "reason": reason}))
        .collect::<Json>();
    let mut text = String::new();
    if context.wants_text() {
        text = terminal::diffs(&diff(&merged.plan, usize::MAX, context.secrets));
        for (path, reason) in &merged.conflicts {
            let _ = writeln!(
                text,
                "  {} {}  ({reason})",
                terminal::drift_sign("missing"),
                terminal::shown(path)
            );
        }
        if !merged.conflicts.is_empty() && !args.markers {
            text.push_str(
                "`agentpack merge --markers` marks both versions in the file; `agentpack deploy --apply` with \
                 --overwrite-edits or --keep-edits takes one of them.\n",
            );
        }
    }
    let mut warnings = survey.warnings.clone();
    let exit = u8::from(!merged.conflicts.is_empty());
    if merged.plan.is_empty() || context.dry_run {
        if merged.plan.is_empty() && exit == 0 {
            text = terminal::done("no file is in conflict");
        }
        return Ok(Reply { data, warnings, text, exit });
    }
    if !context.is_approved(&format!("{text}Write these merged files?")) {
        return Err(confirm_required("merge"));
    }
    let (lock, _) = RunLock::acquire(&context.env)?;
    let applied = apply(&lock, &context.env, &merged.plan, &Purpose::Merge)?;
    warnings.extend(prune_by_policy(context, &lock));
    data["applied"] = true.into();
    data["snapshot_id"] = applied.snapshot_id.to_string().into();
    let count = terminal::files(merged.plan.changes.len());
    text.push_str(&terminal::done(&format!(
        "{count} merged; `agentpack evolve propose` brings the edits into the config repo"
    )));
    Ok(Reply { data, warnings, text, exit })
}
