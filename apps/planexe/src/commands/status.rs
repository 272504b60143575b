//! `planexe status`: where a session stands, and what the next run would do.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use planexe_core::Result;

use crate::context::Context;

/// Show state, progress and what is stale
#[derive(Debug, Args)]
pub(crate) struct Status {}

impl Status {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let Self {} = self;
        let status = context.engine.status(&context.caller, &context.session()?)?;
        let mut text = format!("session {}: {}\n", status.session.id, status.session.title());
        if let Some(run) = &status.run {
            let percent = (run.progress.overall * 100.0).round();
            let _ = writeln!(
                text,
                "{} {} ({}), {percent}% of {}",
                run.id,
                run.state.as_str(),
                run.progress.phase.as_str(),
                run.target.as_str()
            );
            if let Some(message) = run.error["message"].as_str() {
                let _ = writeln!(text, "error: {message}");
            }
        } else {
            text.push_str("no run yet\n");
        }
        for task in status.tasks.iter().filter(|task| task.why.is_some()) {
            let why = serde_json::to_value(&task.why).unwrap_or_default();
            let _ =
                writeln!(text, "  {:8} {:24} {}", task.standing.as_str(), task.name, reason(&why));
        }
        let is_active = status.run.as_ref().is_some_and(|run| run.state.is_active());
        if !is_active {
            for path in context.engine.changed_files(&context.caller, &status.session.id)? {
                let _ = writeln!(text, "  changed  out/{path}: `planexe resume` takes it over");
            }
        }
        for warning in &status.warnings {
            let _ = writeln!(text, "warning: {warning}");
        }
        context.answer(&planexe::status(&status), &text)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A reason as a few words: `inputs_changed plan.md`.
fn reason(why: &serde_json::Value) -> String {
    let mut words = vec![why["reason"].as_str().unwrap_or_default().to_owned()];
    for field in ["paths", "tasks"] {
        let list = why[field].as_array().into_iter().flatten();
        words.extend(list.filter_map(|item| item.as_str().map(str::to_owned)));
    }
    words.extend(["by", "path"].iter().filter_map(|field| why[*field].as_str().map(str::to_owned)));
    words.join(" ")
}
