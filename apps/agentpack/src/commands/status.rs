//! `agentpack status`: how the disk differs from what was deployed.

use std::fmt::Write as _;

use agentpack_core::{Result, State, Status, status};
use clap::builder::PossibleValuesParser;

use crate::commands::plan;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these kinds of drift
    #[arg(long, value_delimiter = ',', value_parser = PossibleValuesParser::new(["missing", "modified", "extra"]))]
    pub(crate) only: Vec<String>,
}

pub(crate) fn reply(context: &Context, only: &[String]) -> Result<Reply> {
    let (survey, made) = plan::make(context)?;
    let found = status(&survey, &made);
    let mut warnings = survey.warnings.clone();
    if !found.has_manifests {
        warnings.push(
            "nothing was deployed here yet; the desired files are compared with the disk".into(),
        );
    }
    let text = if context.wants_text() { text(&found, only) } else { String::new() };
    Ok(Reply { data: found.data(&made, only, &context.prefix()), warnings, text })
}

fn text(found: &Status, only: &[String]) -> String {
    let mut text = String::new();
    let shown = found
        .drift
        .iter()
        .filter(|drift| only.is_empty() || only.iter().any(|kind| kind == drift.kind.name()));
    for drift in shown {
        let state = match drift.state {
            Some(State::ModifiedByUser | State::Conflict) => drift.state.map_or("", State::name),
            _ => drift.kind.name(),
        };
        let sign = terminal::drift_sign(drift.kind.name());
        let _ = writeln!(text, "  {sign} {}  ({})", drift.path.display(), state.replace('_', " "));
    }
    for drift in &found.pending {
        let _ = writeln!(
            text,
            "  {} {}  (waits to be deployed)",
            terminal::drift_sign("pending"),
            drift.path.display()
        );
    }
    if text.is_empty() {
        return terminal::done("no drift");
    }
    terminal::heading("Drift") + &text
}
