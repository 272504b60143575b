//! A command line from its arguments to its exit code. Each command is a file in `commands/`.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};

use crate::commands::Command;
use crate::context::{self, Context, Shared};

/// Builds project plans like software: run, stop, edit, resume.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    command: Command,
}

/// Runs a command line; its first word is the program's name.
pub fn main(words: Vec<OsString>) -> ExitCode {
    let Arguments { shared, command } = Arguments::parse_from(words);
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

/// The command line as data, for completions and manual pages.
pub fn command() -> clap::Command {
    Arguments::command()
}
