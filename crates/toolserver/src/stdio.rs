//! Serving one client over a pair of byte streams, one JSON-RPC message a line: stdin and stdout, or a pipe in a test.
//! The lines themselves are read and written in `stdio/lines.rs`.

mod batch;
mod lines;

use std::sync::Arc;

use rmcp::service::{QuitReason, ServerInitializeError};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::session::{Channel, Session};
use crate::{ServeError, Server};
use lines::Lines;

/// Serves until the reader ends, then lets calls in progress finish for a few seconds and returns.
/// Nothing but protocol is written.
pub async fn serve<R, W>(server: Arc<Server>, reader: R, writer: W) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    server.assert_distinct();
    let lines = Lines::new(reader, writer, server.limits.request_bytes);
    let running = match rmcp::serve_server(Session::new(server, Channel::Stdio), lines).await {
        Ok(running) => running,
        // A client that leaves before it has said anything has done nothing wrong.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(ServeError::Protocol(error.to_string())),
    };
    match running.waiting().await {
        Ok(QuitReason::Closed | QuitReason::Cancelled) => Ok(()),
        Ok(reason) => Err(ServeError::Protocol(format!("{reason:?}"))),
        Err(error) => Err(ServeError::Protocol(error.to_string())),
    }
}
