//! `puml completions`: what a shell needs to complete our commands.

use clap::{Args, CommandFactory as _};

use crate::{
    args::Arguments,
    exit::{Failure, Outcome},
    terminal,
};

/// Arguments of `puml completions`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Which shell
    shell: clap_complete::Shell,
}

/// Prints the script.
pub(crate) fn run(arguments: &Completions) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "puml", &mut script);
    terminal::put(&script)?;
    Ok(Outcome::Fine)
}
