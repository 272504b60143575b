//! `puml man`: the manual page, one for the program and one per command.

use clap::{Args, CommandFactory as _};

use crate::{
    args::Arguments,
    exit::{Failure, Outcome},
    terminal,
};

/// Arguments of `puml man`.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// A command; the page of puml itself without one
    command: Option<String>,
}

/// Prints the page in roff.
pub(crate) fn run(arguments: &Man) -> Result<Outcome, Failure> {
    let mut program = Arguments::command();
    program.build();
    let page = match &arguments.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::Usage(format!("no command `{name}`; see puml --help")))?,
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    terminal::put(&roff)?;
    Ok(Outcome::Fine)
}
