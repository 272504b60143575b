//! The `puml-lsp` program: arguments in, exit code out.

use std::process::ExitCode;

use clap::Parser;
use puml_lsp::{Ending, Options};

/// The language server for sequence diagrams. An editor starts it and speaks LSP over standard input and output.
#[derive(Debug, Parser)]
#[command(name = "puml-lsp", version)]
struct Arguments {
    #[command(flatten)]
    options: Options,
}

fn main() -> ExitCode {
    match puml_lsp::run(&Arguments::parse().options) {
        Ok(Ending::Asked) => ExitCode::SUCCESS,
        Ok(Ending::Unasked) | Err(_) => ExitCode::FAILURE,
    }
}
