//! The `puml` command: arguments in, exit code out. What each command does stands in `commands/`.

mod args;
mod commands;
mod diagrams;
mod exit;
mod inputs;
mod legacy;
mod markdown;
mod output;
mod terminal;
mod world;

use std::process::ExitCode;

fn main() -> ExitCode {
    exit::guard(|| commands::run(args::parse()?))
}
