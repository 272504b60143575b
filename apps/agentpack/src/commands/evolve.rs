//! `agentpack evolve propose|restore`: edits of deployed files back into overlays, and missing files back on disk.

use std::fmt::Write as _;

use agentpack_core::evolve::{Into, Proposal, propose};
use agentpack_core::path::posix;
use agentpack_core::{Layer, Plan, Purpose, Result, RunLock, apply};
use serde_json::{Value as Json, json};

use crate::commands::overlay::Scope;
use crate::commands::{confirm_required, plan};
use crate::context::Context;
use crate::envelope::{Names, Reply};
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Action {
    /// Turn edits of deployed files into overlays on a branch
    Propose {
        /// Only this module
        #[arg(long, value_name = "ID")]
        module_id: Option<String>,
        /// Where the overlays apply
        #[arg(long, default_value = "global")]
        scope: Scope,
        /// What to change: an overlay, or a local module itself
        #[arg(long, default_value = "overlay")]
        into: Destination,
        /// Branch to create [default: evolve/propose-SCOPE-MODULE-TIME]
        #[arg(long)]
        branch: Option<String>,
    },
    /// Restore deployed files that are missing; change nothing else
    Restore {
        /// Only this module
        #[arg(long, value_name = "ID")]
        module_id: Option<String>,
    },
}

/// What an edit changes in the config repo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Destination {
    /// An overlay, which leaves the module alone
    Overlay,
    /// The module itself where it is local, else an overlay
    Module,
}

impl From<Destination> for Into {
    fn from(destination: Destination) -> Self {
        match destination {
            Destination::Overlay => Self::Overlay,
            Destination::Module => Self::Module,
        }
    }
}

impl Args {
    pub(crate) fn names(&self) -> Names {
        match self.action {
            Action::Propose { .. } => Names::with_id("evolve.propose", "evolve propose"),
            Action::Restore { .. } => Names::with_id("evolve.restore", "evolve restore"),
        }
    }
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    match &args.action {
        Action::Propose { module_id, scope, into, branch } => {
            let place = (scope.layer(), Into::from(*into));
            propose_reply(context, module_id.as_deref(), place, branch.as_deref())
        }
        Action::Restore { module_id } => restore_reply(context, module_id.as_deref()),
    }
}

/// Approval is asked for once there is something to write: an empty run needs none.
pub(crate) fn propose_reply(
    context: &Context,
    module_id: Option<&str>,
    (layer, into): (Layer, Into),
    branch: Option<&str>,
) -> Result<Reply> {
    let (survey, made) = plan::make(context)?;
    let proposal = propose(&survey, &made, module_id, layer, into)?;
    let mut data = proposal.data();
    data["created"] = false.into();
    let warnings = survey.warnings.clone();
    let text = if context.wants_text() { listed(&proposal) } else { String::new() };
    if proposal.candidates.is_empty() {
        let nothing = proposal.skipped.is_empty();
        data["reason"] = if nothing { "no_drift" } else { "no_proposeable_drift" }.into();
        return Ok(Reply { data, warnings, text, ..Reply::default() });
    }
    if context.dry_run {
        data["reason"] = "dry_run".into();
        return Ok(Reply { data, warnings, text, ..Reply::default() });
    }
    if !context.is_approved(&format!("{text}Write a branch with these?")) {
        return Err(confirm_required("evolve propose"));
    }
    let (branch, commit) = proposal.write_branch(&survey, branch)?;
    let files: Vec<_> = proposal.files().map(|file| context.env.repo.join(file)).collect();
    data["branch"] = branch.as_str().into();
    data["commit"] = commit.into();
    data["committed"] = true.into();
    data["created"] = true.into();
    data["files_posix"] = files.iter().map(|file| posix(file)).collect::<Json>();
    data["files"] = json!(files);
    let done = terminal::done(&format!("branch {branch}; merge it, then deploy"));
    Ok(Reply { data, warnings, text: format!("{text}{done}"), ..Reply::default() })
}

fn listed(proposal: &Proposal) -> String {
    let mut text = String::new();
    for candidate in &proposal.candidates {
        let _ = writeln!(
            text,
            "  {} {} -> {} of {}",
            terminal::drift_sign("modified"),
            candidate.path.display(),
            candidate.rel,
            candidate.module_id
        );
    }
    for skipped in &proposal.skipped {
        let _ = writeln!(
            text,
            "  {} {}  ({})",
            terminal::drift_sign("missing"),
            skipped.path.display(),
            skipped.reason.message()
        );
    }
    if text.is_empty() { terminal::done("no drift") } else { text }
}

/// Creates missing files and nothing else.
pub(crate) fn restore_reply(context: &Context, module_id: Option<&str>) -> Result<Reply> {
    let (survey, made) = plan::make(context)?;
    if let Some(id) = module_id {
        survey.config.module(id)?;
    }
    let existing = made.changes.iter().filter(|change| change.before.is_some()).count();
    let missing = made.restoring(module_id);
    let count = missing.changes.len();
    let mut data = restored(&missing, existing);
    let warnings = survey.warnings.clone();
    let text = if context.wants_text() { terminal::plan(&missing) } else { String::new() };
    if count == 0 || context.dry_run {
        data["reason"] = if count == 0 { "no_missing" } else { "dry_run" }.into();
        return Ok(Reply { data, warnings, text, ..Reply::default() });
    }
    if !context.is_approved(&format!("{text}Restore these?")) {
        return Err(confirm_required("evolve restore"));
    }
    let (lock, _) = RunLock::acquire(&context.env)?;
    let purpose = Purpose::Deploy { lock: survey.lock_digest };
    let applied = terminal::working(context.output, "writing", || {
        apply(&lock, &context.env, &missing, &purpose)
    })?;
    data["reason"] = "restored".into();
    data["snapshot_id"] = applied.snapshot_id.to_string().into();
    data["summary"]["restored"] = count.into();
    let done = format!("{} restored; run `agentpack undo` to revert", terminal::files(count));
    let text = format!("{text}{}", terminal::done(&done));
    Ok(Reply { data, warnings, text, ..Reply::default() })
}

fn restored(plan: &Plan, existing: usize) -> Json {
    let listed: Vec<Json> = plan
        .changes
        .iter()
        .map(|change| {
            json!({
                "module_ids": change.modules, "path": change.path, "path_posix": posix(&change.path),
                "target": change.target,
            })
        })
        .collect();
    json!({
        "restored": listed,
        "summary": {
            "missing": listed.len(), "restored": 0, "skipped_existing": existing, "skipped_read_error": 0,
        },
    })
}
