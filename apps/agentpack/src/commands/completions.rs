//! `agentpack completions SHELL`: a script for the shell to source.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::Arguments;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "agentpack", &mut script);
    // A reader that left is no error.
    let _ = std::io::stdout().write_all(&script);
    ExitCode::SUCCESS
}
