//! `planexe watch`: follows the latest run, whichever process drives it.

use std::process::ExitCode;

use clap::Args;
use planexe_core::{Error, ErrorCode, Result};

use super::new::{beginning, conclude, warn};
use crate::context::Context;
use crate::progress;

/// Follow the latest run until it ends
#[derive(Debug, Args)]
pub(crate) struct Watch {}

impl Watch {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let Self {} = self;
        let session = context.session()?;
        let status = context.engine.status(&context.caller, &session)?;
        let run = status
            .run
            .ok_or_else(|| Error::new(ErrorCode::RunNotFound, "the session has no run to watch"))?;
        warn(context, &run);
        let since = beginning(context, &session, &run)?;
        let run = progress::follow(context, &session, run.id, since)?;
        conclude(context, &session, &run)
    }
}
