//! The `planexe` program: arguments in, exit code out. Each command is a file in `commands/`.

mod commands;
mod context;
mod interrupt;
mod outcome;
mod progress;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;

use commands::Command;
use context::{Context, Shared};

/// Builds project plans like software: run, stop, edit, resume.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let Arguments { shared, command } = Arguments::parse();
    let is_json = shared.json;
    let work = || {
        if let Command::Doctor(doctor) = &command
            && shared.store.is_none()
            && let Some(told) = doctor.look(&shared.home()?, is_json)
        {
            return told;
        }
        Context::open(shared).and_then(|context| command.run(&context))
    };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            context::complain(&error, is_json);
            ExitCode::from(2)
        }
        // The message is on stderr already.
        Err(_) => ExitCode::from(3),
    }
}
