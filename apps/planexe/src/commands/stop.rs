//! `planexe stop`: ends the active run, whichever process drives it.

use std::process::ExitCode;

use clap::Args;
use planexe_core::{Result, RunState, StopMode};

use crate::context::Context;

/// Stop the active run, to be resumed later
#[derive(Debug, Args)]
pub(crate) struct Stop {
    /// The run [default: the active one]
    #[arg(long, value_name = "ID")]
    run: Option<String>,
    /// Do not let running tasks finish
    #[arg(long)]
    now: bool,
}

impl Stop {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let run = self.run.as_deref().map(str::parse).transpose()?;
        let mode = if self.now { StopMode::Immediate } else { StopMode::Graceful };
        let session = context.session()?;
        let run = context.engine.stop(&context.caller, &session, run, mode, "user_stopped")?;
        context.answer(&planexe::run(&run), &format!("{} {}\n", run.id, run.state.as_str()))?;
        Ok(if run.state == RunState::Stopping { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}
