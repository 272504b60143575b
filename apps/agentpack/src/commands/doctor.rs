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
        for (path, text) in &found.gitignores {
            std::fs::write(path, text).map_err(|error| Error::io("write", path, &error))?;
            fixed.push(path.clone());
        }
    }
    let mut warnings = survey.warnings.clone();
    warnings.extend(found.warnings.iter().cloned());
    let mut text = String::new();
    if context.wants_text() {
        text.push_str(&terminal::heading(&format!("Machine {}", context.env.machine_id)));
        for root in &found.roots {
            let state =
                if root.issues.is_empty() { "fine".to_owned() } else { root.issues.join(", ") };
            let _ = writeln!(text, "  {:<12} {}  {state}", root.target, root.root.display());
        }
    }
    Ok(Reply { data: found.data(&context.env.machine_id, &fixed), warnings, text })
}
