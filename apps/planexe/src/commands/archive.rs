//! `planexe archive`: freezes a session.

use std::process::ExitCode;

use clap::Args;
use planexe_core::Result;

use crate::context::Context;

/// Freeze a session: it can be read, not changed
#[derive(Debug, Args)]
pub(crate) struct Archive {}

impl Archive {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let Self {} = self;
        let session = context.engine.archive(&context.caller, &context.session()?)?;
        context.answer(
            &planexe::session(&session),
            &format!("{} archived: {}\n", session.id, session.title()),
        )?;
        Ok(ExitCode::SUCCESS)
    }
}
