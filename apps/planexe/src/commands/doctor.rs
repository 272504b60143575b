//! `planexe doctor`: whether this machine can keep and run sessions.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use planexe_core::{Result, RunState};
use serde_json::json;

use crate::context::Context;

/// Check the store, its content and the editor
#[derive(Debug, Args)]
pub(crate) struct Doctor {}

impl Doctor {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let Self {} = self;
        let engine = &context.engine;
        let sessions = engine.sessions(&context.caller)?;
        let mut damaged = Vec::new();
        let mut failed = Vec::new();
        for session in &sessions {
            damaged.extend(engine.damage(&context.caller, &session.id)?);
            let status = engine.status(&context.caller, &session.id)?;
            if status.run.is_some_and(|run| run.state == RunState::Failed) {
                failed.push(session.id.clone());
            }
        }
        let has_editor = ["VISUAL", "EDITOR"].iter().any(|name| std::env::var_os(name).is_some());
        let mut text = format!("home      {}\n", engine.home().display());
        let _ = writeln!(text, "subject   {}", context.caller.0);
        let _ = writeln!(text, "models    {}", engine.models().join(", "));
        let _ = writeln!(text, "sessions  {}", sessions.len());
        let editor = if has_editor { "found" } else { "set VISUAL or EDITOR for `planexe edit`" };
        let _ = writeln!(text, "editor    {editor}");
        let checks = engine.checks();
        for check in &checks {
            let found = match &check.found {
                Ok(found) => found.clone(),
                Err(wrong) => format!("WRONG: {wrong}"),
            };
            let _ = writeln!(text, "{:9} {found}", check.name);
        }
        for session in &failed {
            let _ = writeln!(text, "failed    {session}: `planexe status -s {session}`");
        }
        for uri in &damaged {
            let _ = writeln!(text, "damaged   {uri}: its content is missing or altered");
        }
        let answer = json!({
            "home": engine.home(), "subject": context.caller.0, "models": engine.models(),
            "sessions": sessions.len(), "editor": has_editor, "failed": failed, "damaged": damaged,
            "checks": checks.iter().map(|check| json!({
                "name": check.name, "found": check.found.as_ref().ok(),
                "wrong": check.found.as_ref().err(),
            })).collect::<Vec<_>>(),
        });
        context.answer(&answer, &text)?;
        let is_well = damaged.is_empty() && checks.iter().all(|check| check.found.is_ok());
        Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
