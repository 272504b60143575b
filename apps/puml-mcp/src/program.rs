//! A command line from its arguments to its exit code.

use std::{ffi::OsString, process::ExitCode};

use clap::{CommandFactory as _, Parser};

/// Serves the puml compiler to agents over the Model Context Protocol.
#[derive(Parser)]
#[command(name = "puml-mcp", version)]
struct Program {
    #[command(flatten)]
    arguments: crate::Arguments,
}

/// Runs a command line; its first word is the program's name.
pub fn main(words: Vec<OsString>) -> ExitCode {
    crate::run(Program::parse_from(words).arguments)
}

/// The command line as data, for completions and manual pages.
pub fn command() -> clap::Command {
    Program::command()
}
