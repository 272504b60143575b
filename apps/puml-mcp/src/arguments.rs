//! Command-line arguments, and the server they describe.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use mermaid::TimeLimit;
use toolserver::{HTTP_PATH, HttpOptions, RootOptions, RootPolicy, Transport};

use crate::{Settings, Toolset, UrlIncludes, server};

/// Arguments of `puml-mcp`, and of every program that offers the server as a command of its own.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// A folder that tools may read and write; may be given several times
    /// [default: $PUML_MCP_ROOT, $CLAUDE_PROJECT_DIR, the client's roots, or the current folder]
    #[arg(long, value_name = "FOLDER")]
    pub root: Vec<PathBuf>,
    /// Which tools to offer
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Toolset::ALL)]
    pub toolsets: Vec<Toolset>,
    /// Let calls include from public addresses, if they pass allow_url_includes
    #[arg(long)]
    pub allow_url_includes: bool,
    /// CPU seconds that one Mermaid diagram may take [default: 4]
    #[arg(long, value_name = "SECONDS")]
    pub mermaid_time: Option<TimeLimit>,
    /// Serve many clients over HTTP at this address instead of one over stdin and stdout; an address that other
    /// machines can reach requires --token
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub http: Option<SocketAddr>,
    /// Require `Authorization: Bearer TOKEN` from HTTP clients
    #[arg(
        long,
        value_name = "TOKEN",
        env = "PUML_MCP_TOKEN",
        hide_env_values = true,
        requires = "http"
    )]
    pub token: Option<String>,
}

/// The variable that names the allowed folders, as `PATH` does.
const ROOT_VARIABLE: &str = "PUML_MCP_ROOT";

/// Serves until the client leaves; over HTTP until interrupted. Exit code 2 when it could not run.
pub fn run(arguments: Arguments) -> ExitCode {
    match serve(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "puml-mcp: {message}");
            ExitCode::from(2)
        }
    }
}

fn serve(arguments: Arguments) -> Result<(), String> {
    let Arguments { root, toolsets, allow_url_includes, mermaid_time, http, token } = arguments;
    if let Some(limit) = mermaid_time {
        limit.set();
    }
    let options = RootOptions { folders: root, variable: Some(ROOT_VARIABLE.to_owned()) };
    let roots = RootPolicy::resolve(&options).map_err(|error| error.to_string())?;
    let url_includes = if allow_url_includes { UrlIncludes::WhenAsked } else { UrlIncludes::Never };
    let settings = Settings { toolsets, roots, url_includes, ..Settings::default() };
    let transport = match http {
        None => Transport::Stdio,
        Some(address) => Transport::Http {
            address,
            options: HttpOptions { bearer_token: token, ..HttpOptions::default() },
            on_ready: |address| {
                let _ = writeln!(std::io::stderr(), "listening at http://{address}{HTTP_PATH}");
            },
        },
    };
    toolserver::run(server(&settings), transport).map_err(|error| error.to_string())
}
