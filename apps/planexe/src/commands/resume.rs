//! `planexe resume`: the next run of a session, to the end.

use std::process::ExitCode;

use clap::Args;
use planexe_core::{Invalidate, Result, SessionState};

use super::new::to_the_end;
use crate::context::Context;

/// Run what is stale, after a stop, a failure or an edit
#[derive(Debug, Args)]
pub(crate) struct Resume {
    /// build_plan, validate_plan or build_plan_and_validate
    #[arg(long, default_value = "build_plan_and_validate")]
    target: String,
    /// Run the consumers of this artifact again
    #[arg(long = "invalidate-artifact", value_name = "ARTIFACT")]
    artifacts: Vec<String>,
    /// Run this task again, with everything behind it, giving up an edit in its place
    #[arg(long = "invalidate-task", value_name = "TASK")]
    tasks: Vec<String>,
}

impl Resume {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let id = context.session()?;
        let artifacts = self.artifacts.iter().map(|name| context.artifact(name));
        let invalidate =
            Invalidate { artifacts: artifacts.collect::<Result<_>>()?, tasks: self.tasks };
        let session = context.engine.session(&context.caller, &id)?;
        let run = if session.state == SessionState::Created {
            context.engine.start(&context.caller, &id, &self.target, &[])?
        } else {
            context.engine.resume(&context.caller, &id, &self.target, &invalidate)?
        };
        to_the_end(context, &id, &run)
    }
}
