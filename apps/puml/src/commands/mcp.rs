//! Serves agents over the Model Context Protocol; everything else is `puml-mcp`'s.

use std::process::ExitCode;

use crate::exit::{Failure, Outcome};

/// Runs the server until its client leaves.
pub(crate) fn run(arguments: puml_mcp::Arguments) -> Result<Outcome, Failure> {
    if puml_mcp::run(arguments) == ExitCode::SUCCESS {
        Ok(Outcome::Fine)
    } else {
        Err(Failure::Told)
    }
}
