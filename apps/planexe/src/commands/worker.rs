//! `planexe worker`: runs tasks of any session, on this machine, until it is interrupted.

use std::process::ExitCode;

use clap::Args;
use planexe_core::{Cancel, Result, Slots};

use crate::context::{Context, say};
use crate::interrupt::on_interrupt;

/// Take tasks of sessions with the scheduler `central`
#[derive(Debug, Args)]
pub(crate) struct Worker {
    /// Tasks at the same time
    #[arg(long, default_value_t = 2)]
    slots: usize,
}

impl Worker {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let host = whoami::hostname().unwrap_or_else(|_| "worker".to_owned());
        let stop = Cancel::default();
        // Running tasks are let go; others take them over.
        let stopping = stop.clone();
        on_interrupt(move || stopping.cancel())?;
        say(&format!("{} slots on {host}; an interrupt ends them", self.slots));
        context.engine.work(&Slots { host, count: self.slots }, &stop)?;
        Ok(ExitCode::SUCCESS)
    }
}
