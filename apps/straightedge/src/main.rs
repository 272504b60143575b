//! The `straightedge` program: arguments, and where an error becomes an exit code. Under another program's name, or with that
//! name as its first argument, it is that program.

mod commands;
mod programs;
mod token_file;

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

/// The C library keeps what a large drawing needed for ever; this gives it back at once.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// One server for diagrams and plans: a page, an HTTP API, a PlantUML server and MCP
#[derive(Debug, Parser)]
#[command(version, about, after_help = programs::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<commands::serve::Serve>),
    Token(commands::token::Token),
    #[command(hide = true)]
    Extras(commands::extras::Extras),
}

/// 0 fine, 2 could not run, 3 internal error.
fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let words = match programs::meant(words) {
        Ok((program, words)) => return program(words),
        Err(words) => words,
    };
    let arguments = Arguments::parse_from(words);
    let ended = std::panic::catch_unwind(|| match arguments.command {
        Command::Serve(serve) => commands::serve::run(*serve).map_err(|it| it.to_string()),
        Command::Token(token) => commands::token::run(&token).map_err(|it| it.to_string()),
        Command::Extras(extras) => {
            commands::extras::run(&extras, Arguments::command()).map_err(|it| it.to_string())
        }
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
