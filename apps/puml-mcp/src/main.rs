//! The `puml-mcp` program.

use std::process::ExitCode;

use clap::Parser as _;

/// Serves the puml compiler to agents over the Model Context Protocol.
#[derive(clap::Parser)]
#[command(name = "puml-mcp", version)]
struct Program {
    #[command(flatten)]
    arguments: puml_mcp::Arguments,
}

fn main() -> ExitCode {
    puml_mcp::run(Program::parse().arguments)
}
