//! `puml url`: a link that opens a diagram on a PlantUML server.

use std::fmt::Write as _;

use clap::Args;

use super::encode;
use crate::{
    exit::{Failure, Outcome},
    inputs, terminal,
};

/// Arguments of `puml url`.
#[derive(Debug, Args)]
pub(crate) struct Url {
    /// Files; `-` is standard input
    #[arg(required = true)]
    inputs: Vec<String>,
    /// The server that the link names; nothing is sent to it
    #[arg(long, default_value = share::SERVER, value_name = "ADDRESS")]
    server: String,
    /// The picture's format: svg, png, txt, or uml for the server's page
    #[arg(long, default_value = "svg", value_name = "FORMAT", value_parser = ["svg", "png", "txt", "uml"])]
    format: String,
}

/// Prints one link a line, in the order of the files.
pub(crate) fn run(arguments: &Url) -> Result<Outcome, Failure> {
    let mut out = String::new();
    for path in inputs::expand(&arguments.inputs)? {
        let code = encode::code(&inputs::read(&path)?.text);
        let server = arguments.server.trim_end_matches('/');
        let _ = writeln!(out, "{server}/{}/{code}", arguments.format);
    }
    terminal::put(out.as_bytes())?;
    Ok(Outcome::Fine)
}
