//! The `puml` command as a library, for the program of its name and for `straightedge`, which contains it: arguments in,
//! exit code out. What each command does stands in `commands/`.

mod args;
mod commands;
mod compiling;
mod exit;
mod inputs;
mod legacy;
mod output;
mod parts;
mod terminal;

use std::{ffi::OsString, process::ExitCode};

use clap::CommandFactory as _;

/// Runs a command line; its first word is the program's name.
#[expect(clippy::needless_pass_by_value, reason = "every program is started in the same way")]
pub fn main(words: Vec<OsString>) -> ExitCode {
    exit::guard(|| commands::run(args::parse(&words)?))
}

/// The command line as data, for completions and manual pages.
pub fn command() -> clap::Command {
    args::Arguments::command()
}
