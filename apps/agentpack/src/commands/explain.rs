//! `agentpack explain plan|diff|status`: where each file comes from, and what hosts cannot express.

use std::fmt::Write as _;

use agentpack_core::{Result, explain_plan, explain_status, status};

use crate::commands::plan;
use crate::context::Context;
use crate::envelope::{Names, Reply};
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What to explain
    pub(crate) kind: Kind,
}

/// What is explained. A diff shows a plan, so both are explained alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    Plan,
    Diff,
    Status,
}

impl Kind {
    pub(crate) fn names(self) -> Names {
        match self {
            Self::Plan => Names::with_id("explain.plan", "explain plan"),
            Self::Diff => Names::with_id("explain.plan", "explain diff"),
            Self::Status => Names::with_id("explain.status", "explain status"),
        }
    }
}

pub(crate) fn reply(context: &Context, kind: Kind) -> Result<Reply> {
    let (survey, made) = plan::make(context)?;
    let data = match kind {
        Kind::Plan | Kind::Diff => explain_plan(&survey, &made),
        Kind::Status => explain_status(&status(&survey, &made), &made),
    };
    let mut text = String::new();
    if context.wants_text() {
        for entry in data["changes"].as_array().or(data["drift"].as_array()).into_iter().flatten() {
            text.push_str(&terminal::heading(entry["path"].as_str().unwrap_or_default()));
            for module in entry["modules"].as_array().into_iter().flatten() {
                match module.as_str() {
                    Some(id) => {
                        let _ = writeln!(text, "  from {id}");
                    }
                    None => {
                        let _ = writeln!(
                            text,
                            "  from {} ({}, {})",
                            module["module_id"].as_str().unwrap_or_default(),
                            module["layer"].as_str().unwrap_or_default(),
                            module["module_path"].as_str().unwrap_or_default()
                        );
                    }
                }
            }
        }
        for loss in &made.losses {
            let _ =
                writeln!(text, "note: {} for {}: {}", loss.module_id, loss.target, loss.message);
        }
    }
    Ok(Reply { data, warnings: survey.warnings.clone(), text, ..Reply::default() })
}
