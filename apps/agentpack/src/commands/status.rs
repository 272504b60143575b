//! `agentpack status`: how the disk differs from what was deployed.

use std::fmt::Write as _;

use agentpack_core::{Result, State, Status, status};
use clap::builder::PossibleValuesParser;

use crate::check::{Findings, Scope};
use crate::commands::plan;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Only these kinds of drift
    #[arg(long, value_delimiter = ',', value_parser = PossibleValuesParser::new(["missing", "modified", "extra"]))]
    pub(crate) only: Vec<String>,
    /// Exit with 1 when anything is pending or drifted; `--check=project` looks at the project's files alone
    #[arg(long, value_name = "FILES", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(crate) check: Option<Scope>,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    let only = &args.only;
    let (survey, made) = plan::make(context)?;
    let found = status(&survey, &made);
    let mut warnings = survey.warnings.clone();
    if !found.has_manifests {
        warnings.push(
            "nothing was deployed here yet; comparing the desired files with the disk".into(),
        );
    }
    let text = if context.wants_text() { text(&found, only) } else { String::new() };
    let mut reply = Reply {
        data: found.data(&made, only, &context.prefix()),
        warnings,
        text,
        ..Reply::default()
    };
    if let Some(scope) = args.check {
        let findings = Findings::new(&made, &context.env, scope);
        reply.data["check"] = findings.data();
        (reply.exit, reply.text) = (findings.exit(), findings.text());
    }
    Ok(reply)
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
        let _ = writeln!(
            text,
            "  {sign} {}  ({})",
            terminal::shown(&drift.path),
            state.replace('_', " ")
        );
    }
    for drift in &found.pending {
        let _ = writeln!(
            text,
            "  {} {}  (source changed, not deployed)",
            terminal::drift_sign("pending"),
            terminal::shown(&drift.path)
        );
    }
    if text.is_empty() {
        return terminal::done("no drift");
    }
    terminal::heading("Drift") + &text
}
