//! `planexe mcp`: the engine as an MCP server on stdin and stdout.

use std::io::Cursor;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use planexe::{Names, Service, announce, server};
use planexe_core::{Error, Result};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use toolserver::{Changes, ServeError, Server};

use crate::context::Context;
use crate::interrupt;

/// Serve agents over MCP on stdin and stdout
#[derive(Debug, Args)]
pub(crate) struct Mcp {
    /// How tools are listed; calls are understood in both spellings
    #[arg(long, value_enum, default_value_t = Spelling::Auto)]
    tool_names: Spelling,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Spelling {
    /// planexe.session.create, as specified
    Dotted,
    /// planexe_session_create
    Underscore,
    /// Dotted, unless the client is known to refuse dots
    Auto,
}

/// Beginnings of the names of clients that refuse tool names with dots.
const STRICT_CLIENTS: [&str; 5] =
    ["claude-ai", "claude-desktop", "cursor", "github-copilot", "copilot"];
/// Longest first line that is looked at.
const LONGEST_GREETING: u64 = 1 << 20;

impl Mcp {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let service = Service::by_subject(Arc::clone(&context.engine), context.caller.clone());
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Error::internal(format!("no runtime: {error}")))?;
        let changes = Changes::default();
        announce(&context.engine, context.caller.clone(), changes.clone())?;
        let served = runtime.block_on(async {
            let signal = interrupt::signal()?;
            tokio::select! {
                served = serve(&service, self.tool_names, changes) => served,
                () = signal => Ok(()),
            }
        });
        // The client is gone, or we have to go: its runs are stopped, so that they can be resumed.
        context.engine.shut_down();
        runtime.shutdown_background();
        served.map_err(|error| Error::internal(error.to_string()))?;
        Ok(ExitCode::SUCCESS)
    }
}

async fn serve(
    service: &Service,
    spelling: Spelling,
    changes: Changes,
) -> std::result::Result<(), ServeError> {
    let mut input = BufReader::new(tokio::io::stdin());
    let mut greeting = Vec::new();
    let names = match spelling {
        Spelling::Dotted => Names::Dotted,
        Spelling::Underscore => Names::Underscore,
        Spelling::Auto => {
            (&mut input).take(LONGEST_GREETING).read_until(b'\n', &mut greeting).await?;
            names_for(&greeting)
        }
    };
    // The server reads the greeting again, as if nobody had looked.
    let input = Cursor::new(greeting).chain(input);
    let server = Server { changes: Some(changes), ..server(service, names) };
    toolserver::serve(Arc::new(server), input, tokio::io::stdout()).await
}

/// The spelling a client can take, told by the name it gives in its first message.
fn names_for(greeting: &[u8]) -> Names {
    let message: Value = serde_json::from_slice(greeting).unwrap_or_default();
    let params = &message["params"];
    let named = &params["clientInfo"]["name"];
    let modern = &params["_meta"]["io.modelcontextprotocol/clientInfo"]["name"];
    let name = named.as_str().or(modern.as_str()).unwrap_or_default().to_lowercase();
    let is_strict = STRICT_CLIENTS.iter().any(|strict| name.starts_with(strict));
    if is_strict { Names::Underscore } else { Names::Dotted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_clients_get_underscores_in_both_protocol_eras() {
        let handshake = br#"{"method":"initialize","params":{"clientInfo":{"name":"claude-ai"}}}"#;
        let modern = br#"{"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"Cursor-vscode"}}}}"#;
        assert_eq!(names_for(handshake), Names::Underscore);
        assert_eq!(names_for(modern), Names::Underscore);
        assert_eq!(names_for(br#"{"params":{"clientInfo":{"name":"codex"}}}"#), Names::Dotted);
        assert_eq!(names_for(b"not JSON"), Names::Dotted);
    }
}
