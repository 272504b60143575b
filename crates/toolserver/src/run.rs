//! From a table to a process: the one call at the end of a server program's `main`.

use std::future::{Future as _, poll_fn};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::task::Poll;

use crate::{HttpOptions, Server, serve, serve_http};

/// A handler may recurse over what a client sent.
const HANDLER_STACK_BYTES: usize = 8 << 20;

/// How clients reach the process.
#[derive(Clone, Debug)]
pub enum Transport {
    /// One client, over stdin and stdout.
    Stdio,
    /// Many clients, at `http://ADDRESS/mcp`.
    Http {
        /// Where to listen. Port 0 lets the system choose.
        address: SocketAddr,
        /// Which host names, pages and token are accepted.
        options: HttpOptions,
        /// Told the address once it listens, to print it on stderr.
        on_ready: fn(SocketAddr),
    },
}

/// Why a server stopped other than by its client leaving.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Other machines can reach the address, and no token keeps them out.
    #[error("{0} can be reached from other machines: set a token, or listen on 127.0.0.1")]
    Exposed(IpAddr),
    /// The system refused a socket, a thread or a stream.
    #[error("input or output failed: {0}")]
    Io(#[from] io::Error),
    /// The client broke the protocol.
    #[error("the MCP connection failed: {0}")]
    Protocol(String),
}

/// Serves until the client closes stdin, or over HTTP until interrupted. Makes its own runtime, and does not wait for
/// handlers that ignore being stopped. An address that other machines can reach requires a token.
pub fn run(server: Server, transport: Transport) -> Result<(), ServeError> {
    if let Transport::Http { address, options, .. } = &transport
        && !address.ip().to_canonical().is_loopback()
        && options.bearer_token.as_ref().is_none_or(|token| token.trim().is_empty())
    {
        return Err(ServeError::Exposed(address.ip()));
    }
    let server = Arc::new(server);
    let mut builder = match transport {
        // One client needs no second thread beside those of the handlers.
        Transport::Stdio => tokio::runtime::Builder::new_current_thread(),
        Transport::Http { .. } => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = builder.enable_all().thread_stack_size(HANDLER_STACK_BYTES).build()?;
    let result = runtime.block_on(async {
        match transport {
            Transport::Stdio => serve(server, tokio::io::stdin(), tokio::io::stdout()).await,
            Transport::Http { address, options, on_ready } => {
                let listener = tokio::net::TcpListener::bind(address).await?;
                let mut interrupted = Box::pin(interrupted());
                // The first poll installs the handler: whoever learns the address may interrupt at once.
                poll_fn(|context| Poll::Ready(interrupted.as_mut().poll(context).is_ready())).await;
                on_ready(listener.local_addr()?);
                serve_http(server, listener, &options, interrupted).await?;
                Ok(())
            }
        }
    });
    runtime.shutdown_background();
    result
}

/// Without signals there is nothing to wait for, and the process ends by being killed.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
