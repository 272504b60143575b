//! The language server: editor requests over stdio, answered by `puml-ide`.
//!
//! The main loop owns the documents and takes every message in order; requests are answered by
//! workers on a snapshot. Positions are translated at the rim, in UTF-8 or UTF-16 as the client asks.
//! One file per request in `requests/`, one per notification in `notifications/`.

mod capabilities;
mod fault;
mod features;
mod notifications;
mod position;
mod requests;
mod server;
mod transport;
mod uri;
mod workspace;

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};

pub use features::{FEATURES, Feature, page};
pub use server::{Ending, serve};
pub use transport::Connection;

/// How the server is started.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Options {
    /// Another folder that files may be included from
    #[arg(long, value_name = "FOLDER")]
    pub include_root: Vec<PathBuf>,
    /// Use standard input and output. This is always the case; the flag is for editors that pass it
    #[arg(long)]
    pub stdio: bool,
}

/// The language server for diagrams. An editor starts it and speaks LSP over standard input and output.
#[derive(Debug, Parser)]
#[command(name = "puml-lsp", version)]
struct Arguments {
    #[command(flatten)]
    options: Options,
}

/// Runs a command line; its first word is the program's name.
pub fn main(words: Vec<OsString>) -> ExitCode {
    match run(&Arguments::parse_from(words).options) {
        Ok(Ending::Asked) => ExitCode::SUCCESS,
        Ok(Ending::Unasked) | Err(_) => ExitCode::FAILURE,
    }
}

/// The command line as data, for completions and manual pages.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Serves one editor over standard input and output until it leaves.
///
/// The folders in the variable `PUML_INCLUDE_ROOTS` count like `--include-root`.
pub fn run(options: &Options) -> io::Result<Ending> {
    let mut roots = options.include_root.clone();
    if let Some(more) = std::env::var_os("PUML_INCLUDE_ROOTS") {
        roots.extend(std::env::split_paths(&more).filter(|it| !it.as_os_str().is_empty()));
    }
    converse(BufReader::new(io::stdin()), io::stdout(), roots)
}

/// Serves one editor over a pair of byte streams until it leaves. `roots` are folders that files may
/// always be included from.
pub fn converse(
    input: impl BufRead + Send + 'static,
    out: impl Write + Send + 'static,
    roots: Vec<PathBuf>,
) -> io::Result<Ending> {
    let (connection, threads) = transport::start(input, out);
    let ending = serve(connection, roots);
    threads.finish()?;
    Ok(ending)
}
