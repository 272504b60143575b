//! `agentpack doctor`: is the machine fit for a deploy? With `--fix`, keeps manifests out of git.

use std::fmt::Write as _;

use agentpack_core::{Error, Result, doctor, survey};

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Add the missing line to .gitignore
    #[arg(long)]
    pub(crate) fix: bool,
}

pub(crate) fn reply(context: &Context, fix: bool) -> Result<Reply> {
    let survey = survey(&context.env, &context.selection)?;
    let found = doctor(&survey);
    let mut fixed = Vec::new();
    if fix && !context.dry_run {
        for (path, bytes) in &found.gitignores {
            std::fs::write(path, bytes).map_err(|error| Error::io("write", path, &error))?;
            fixed.push(path.clone());
        }
    }
    let mut warnings = survey.warnings.clone();
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
        for path in &fixed {
            text.push_str(&terminal::done(&format!("{} keeps manifests out", path.display())));
        }
    }
    Ok(Reply { data: found.data(&context.env.machine_id, &fixed), warnings, text })
}
