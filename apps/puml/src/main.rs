//! The `puml` command: arguments in, exit code out. What each command does stands in `commands/`.

mod args;
mod commands;
mod compiling;
mod exit;
mod inputs;
mod legacy;
mod output;
mod terminal;

use std::process::ExitCode;

fn main() -> ExitCode {
    exit::guard(|| commands::run(args::parse()?))
}
