//! `straightedge token`: the token that `serve` has made, for the settings of MCP clients.

use std::io::Write as _;

use clap::Args;

use crate::token_file::{self, TokenError};

/// Print the token that `serve` created
#[derive(Debug, Args)]
pub(crate) struct Token {}

/// Prints it alone on its line, so that a shell can take it.
pub(crate) fn run(_: &Token) -> Result<(), TokenError> {
    let path = token_file::path()?;
    let token = token_file::kept(&path)?;
    writeln!(std::io::stdout(), "{token}").map_err(|error| TokenError::Io(path, error))
}
