//! `planexe new`: a session for an idea, run to the end.

use std::fmt::Write as _;
use std::io::Read as _;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use planexe_core::{
    Config, Cursor, Error, Luigi, NewSession, Open, Result, Run, RunState, SessionId, StopMode,
};
use serde_json::json;

use crate::context::{Context, say};
use crate::interrupt::on_interrupt;
use crate::{outcome, progress};

/// Plan an idea: create a session and run it to the end
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The idea in your words; `-` reads it from stdin
    idea: String,
    /// build_plan, validate_plan or build_plan_and_validate
    #[arg(long, default_value = "build_plan_and_validate")]
    target: String,
    /// The model that writes the plan; else the one that `planexe model` chose
    #[arg(long)]
    planner_model: Option<String>,
    /// The model that judges the plan; else the one that `planexe model` chose
    #[arg(long)]
    validator_model: Option<String>,
    /// Tasks at the same time
    #[arg(long, default_value_t = 4)]
    workers: usize,
    /// local, or central: luigid hands tasks to workers
    #[arg(long, default_value = "local")]
    scheduler: String,
    /// Seconds after which the run fails, to be resumed
    #[arg(long, default_value_t = 7200, value_name = "SECONDS")]
    max_runtime: u64,
    /// Keep prompt content out of events
    #[arg(long)]
    redact_prompts: bool,
    /// Continue with a generic plan, labelled as such, if the kind of project is unclear
    #[arg(long)]
    assume: bool,
    /// Only create the session
    #[arg(long)]
    no_run: bool,
}

impl New {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let mut idea = self.idea;
        if idea == "-" {
            idea.clear();
            std::io::stdin()
                .read_to_string(&mut idea)
                .map_err(|error| Error::argument(format!("stdin: {error}")))?;
        }
        let chosen = crate::chosen_model::chosen_model(&context.engine);
        let config = Config {
            planner_model: self.planner_model.unwrap_or_else(|| chosen.clone()),
            validator_model: self.validator_model.unwrap_or(chosen),
            max_runtime_sec: self.max_runtime,
            luigi: Luigi { workers: self.workers, scheduler: self.scheduler },
            redact_prompts: self.redact_prompts,
        };
        let new = NewSession { idea, config, metadata: json!({}), client_request_id: None };
        let (session, _) = context.engine.create(&context.caller, new)?;
        if self.assume {
            context.engine.reply(&context.caller, &session.id, "kind", "generic")?;
        }
        if self.no_run {
            context.answer(&planexe::session(&session), &format!("{}\n", session.id))?;
            return Ok(ExitCode::SUCCESS);
        }
        if !context.is_json {
            say(&format!("session {}: {}", session.id, session.title()));
        }
        let run = context.engine.start(&context.caller, &session.id, &self.target, &[])?;
        to_the_end(context, &session.id, &run)
    }
}

/// Follows a run of this process. An interrupt stops it, so that it can be resumed.
pub(super) fn to_the_end(context: &Context, session: &SessionId, run: &Run) -> Result<ExitCode> {
    let since = beginning(context, session, run)?;
    stop_on_interrupt(context, session, run)?;
    warn(context, run);
    let run = progress::follow(context, session, run.id, since)?;
    conclude(context, session, &run)
}

/// Says what the run found when it began.
pub(super) fn warn(context: &Context, run: &Run) {
    // With --json the events and the last line say so.
    if !context.is_json {
        for warning in &run.progress.warnings {
            say(&format!("warning: {warning}"));
        }
    }
}

/// The cursor before a run's first event.
pub(super) fn beginning(context: &Context, session: &SessionId, run: &Run) -> Result<Cursor> {
    let mut since = Cursor::START;
    loop {
        let wait = std::time::Duration::ZERO;
        let page = context.engine.events(&context.caller, session, since, 1000, wait)?;
        for event in &page.events {
            let is_start = event.kind.as_str() == "run_started";
            if is_start && event.data["run_id"] == run.id.to_string() {
                return Ok(Cursor(event.cursor.0 - 1));
            }
        }
        since = page.cursor;
        if !page.has_more {
            return Ok(since);
        }
    }
}

/// Says how a run ended: 0 completed, 1 stopped, 2 failed.
pub(super) fn conclude(context: &Context, session: &SessionId, run: &Run) -> Result<ExitCode> {
    if context.is_json {
        let status = context.engine.status(&context.caller, session)?;
        crate::context::print(&format!("{}\n", planexe::status(&status)))?;
    } else {
        let out = context.engine.out_folder(session);
        let text = match run.state {
            RunState::Completed => {
                let place = if out.is_dir() {
                    out.display().to_string()
                } else {
                    // Sessions of many machines have no folder.
                    format!("`planexe read plan.md -s {session}`")
                };
                format!("completed: {place}\n{}", outcome::told(context, session))
            }
            RunState::Failed => {
                let message = run.error["message"].as_str().unwrap_or_default();
                format!("failed: {message}\ncontinue with `planexe resume -s {session}`\n")
            }
            _ if run.error["reason"] == "needs_answer" => {
                let open = context.engine.open_questions(&context.caller, session)?;
                let told = for_a_person(session, &open);
                format!("stopped at a question that only you can answer\n{told}")
            }
            _ => format!("{}: continue with `planexe resume -s {session}`\n", run.state.as_str()),
        };
        crate::context::print(&text)?;
    }
    Ok(match run.state {
        RunState::Completed => ExitCode::SUCCESS,
        RunState::Failed => ExitCode::from(2),
        _ => ExitCode::from(1),
    })
}

/// Questions that wait for a person, each with the command that answers it.
pub(super) fn for_a_person(session: &SessionId, open: &[Open]) -> String {
    let mut text = String::new();
    for open in open {
        let _ = writeln!(text, "\n{}", open.question);
        for option in &open.options {
            let command = answered_by(session, open, &option.value);
            let _ = writeln!(text, "  {command}   # {}", option.label);
        }
        if open.options.is_empty() {
            let _ = writeln!(text, "  {}", answered_by(session, open, "\"…\""));
        }
    }
    text
}

/// The command that gives an answer to a question of the intake.
pub(super) fn answered_by(session: &SessionId, open: &Open, answer: &str) -> String {
    format!("planexe answer {} {answer} -s {session}", open.id)
}

fn stop_on_interrupt(context: &Context, session: &SessionId, run: &Run) -> Result<()> {
    let (engine, caller) = (Arc::clone(&context.engine), context.caller.clone());
    let (session, run) = (session.clone(), run.id);
    on_interrupt(move || {
        // A run that ended in the meantime needs no stop.
        let _ = engine.stop(&caller, &session, Some(run), StopMode::Graceful, "interrupted");
    })
}
