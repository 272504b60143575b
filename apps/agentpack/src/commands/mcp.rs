//! `agentpack mcp serve`: the tools of `tools/` for an agent, over stdio.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use toolserver::{RootOptions, RootPolicy, Transport};

use crate::tools;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Serve over stdin and stdout
    Serve {
        /// The project [default: $AGENTPACK_PROJECT, the client's root, or the current folder]
        #[arg(long, value_name = "FOLDER")]
        root: Vec<PathBuf>,
    },
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let Action::Serve { root } = &args.action;
    let options = RootOptions { folders: root.clone(), variable: Some("AGENTPACK_PROJECT".into()) };
    let served =
        RootPolicy::resolve(&options).map_err(|error| error.to_string()).and_then(|roots| {
            toolserver::run(tools::server(roots), Transport::Stdio)
                .map_err(|error| error.to_string())
        });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(anstream::stderr(), "error: {message}");
            ExitCode::from(1)
        }
    }
}
