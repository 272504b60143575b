//! `agentpack doctor`: is the machine fit for a deploy? With `--fix`, keeps manifests out of git and sets records
//! aside that cannot be read.

use std::fmt::Write as _;

use agentpack_core::snapshot::{Damage, damage, set_aside};
use agentpack_core::{Error, Result, RunLock, doctor, survey};
use serde_json::json;

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Add the missing line to .gitignore, and set records of past runs aside that cannot be read
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
            std::fs::write(path, bytes).map_err(|error| Error::io("write", path, &error))?;
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
        for root in &found.roots {
            let state =
                if root.issues.is_empty() { "fine".to_owned() } else { root.issues.join(", ") };
            let _ = writeln!(text, "  {:<12} {}  {state}", root.target, root.root.display());
        }
        for Damage { path, aside, .. } in damaged.iter().filter(|_| fix) {
            let moved = format!("{} stands aside as {}", path.display(), aside.display());
            text.push_str(&terminal::done(&moved));
        }
        for path in &fixed {
            text.push_str(&terminal::done(&format!("{} keeps manifests out", path.display())));
        }
    }
    let mut data = found.data(&context.env.machine_id, &fixed);
    if !damaged.is_empty() {
        let row = |it: &Damage| json!({"path": it.path, "reason": it.reason, "set_aside": fix});
        data["damaged_state"] = damaged.iter().map(row).collect();
    }
    Ok(Reply { data, warnings, text })
}
