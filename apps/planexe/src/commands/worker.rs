//! `planexe worker`: runs tasks of any session, on this machine, until it is interrupted.

use std::process::ExitCode;

use clap::Args;
use planexe_core::{Cancel, Error, Result, Slots};

use crate::context::{Context, say};

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
        stop_on_interrupt(stop.clone())?;
        say(&format!("{} slots on {host}; an interrupt ends them", self.slots));
        context.engine.work(&Slots { host, count: self.slots }, &stop)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Lets running tasks go; others take them over when their leases end.
fn stop_on_interrupt(stop: Cancel) -> Result<()> {
    let fault = |error: std::io::Error| Error::internal(format!("interrupts: {error}"));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(fault)?;
    let wait = move || {
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            stop.cancel();
        }
    };
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(wait).map(drop).map_err(fault)
}
