//! The `straightedge` program: arguments, and where an error becomes an exit code.

mod commands;
mod token_file;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The C library keeps what a large drawing needed for ever; this gives it back some seconds later.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// One server for diagrams and plans: a page, an HTTP API, a PlantUML server and MCP
#[derive(Debug, Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<commands::serve::Serve>),
    Token(commands::token::Token),
}

/// 0 fine, 2 could not run, 3 internal error.
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ended = std::panic::catch_unwind(|| match arguments.command {
        Command::Serve(serve) => commands::serve::run(*serve).map_err(|it| it.to_string()),
        Command::Token(token) => commands::token::run(&token).map_err(|it| it.to_string()),
    });
    match ended {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(problem)) => {
            let _ = writeln!(std::io::stderr(), "straightedge: {problem}");
            ExitCode::from(2)
        }
        Err(_) => ExitCode::from(3),
    }
}
