//! `agentpack doctor`: checks the machine before a deploy. With `--fix`, adds manifests to `.gitignore` and renames
//! records of past runs that cannot be read.

use std::fmt::Write as _;

use agentpack_core::snapshot::{Damage, damage, set_aside};
use agentpack_core::{Checkup, Result, RootCheck, RunLock, doctor, replace_file, survey};
use serde_json::json;

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Add the missing line to .gitignore, and rename records of past runs that cannot be read
    #[arg(long)]
    pub(crate) fix: bool,
}

pub(crate) fn reply(context: &Context, fix: bool) -> Result<Reply> {
    let fix = fix && !context.dry_run;
    let state = context.env.state();
    let mut damaged = damage(&state);
    if fix && !damaged.is_empty() {
        let (lock, _) = RunLock::acquire(&context.env)?;
        damaged = set_aside(&lock, &state)?;
    }
    let survey = survey(&context.env, &context.selection)?;
    let found = doctor(&survey);
    let mut fixed = Vec::new();
    if fix {
        for (path, bytes) in &found.gitignores {
            replace_file(path, bytes)?;
            fixed.push(path.clone());
        }
    }
    let mut warnings = survey.warnings.clone();
    if !fix {
        warnings.extend(damaged.iter().map(|it| it.reason.clone()));
    }
    if fixed.is_empty() && !found.gitignores.is_empty() {
        warnings.push(format!(
            "manifests are not git-ignored in {}; `agentpack doctor --fix` adds the line",
            context.env.project.display()
        ));
    }
    warnings.extend(found.warnings.iter().cloned());
    let mut text = String::new();
    if context.wants_text() {
        text.push_str(&terminal::heading(&format!("Machine {}", context.env.machine_id)));
        text.push_str(&folders(&found));
        if !found.requests.is_empty() {
            text.push_str(&terminal::heading("What hosts still ask of you"));
        }
        for (host, says) in &found.requests {
            let _ = writeln!(text, "  {:<12} {says}", host.name());
        }
        for Damage { path, aside, .. } in damaged.iter().filter(|_| fix) {
            let moved = format!("{} renamed to {}", path.display(), aside.display());
            text.push_str(&terminal::done(&moved));
        }
        for path in &fixed {
            text.push_str(&terminal::done(&format!("{} now ignores manifests", path.display())));
        }
    }
    let mut data = found.data(&context.env.machine_id, &fixed);
    if !damaged.is_empty() {
        let row = |it: &Damage| json!({"path": it.path, "reason": it.reason, "set_aside": fix});
        data["damaged_state"] = damaged.iter().map(row).collect();
    }
    Ok(Reply { data, warnings, text, ..Reply::default() })
}

/// The folders in few words: those that a deploy cannot use one by one, the others counted.
fn folders(found: &Checkup) -> String {
    let mut text = String::new();
    let is_usable = |root: &&RootCheck| root.issues.iter().all(|issue| *issue == "missing");
    for root in found.roots.iter().filter(|root| !is_usable(root)) {
        let issues = root.issues.join(", ");
        let _ = writeln!(text, "  {:<12} {}  {issues}", root.target, root.root.display());
    }
    let usable: Vec<&RootCheck> = found.roots.iter().filter(is_usable).collect();
    let new = usable.iter().filter(|root| !root.exists).count();
    let _ = writeln!(
        text,
        "  {} folders are usable; {new} of them do not exist yet and are created when needed",
        usable.len()
    );
    text
}
