//! Serving many clients over streamable HTTP: as a router to mount anywhere, or as a listener of its own.

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::serve::ListenerExt as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::Server;
use crate::session::{Channel, Session};

/// Where a server of its own answers.
pub const HTTP_PATH: &str = "/mcp";

const LOOPBACK_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "::1"];
const LOOPBACK_ORIGINS: [&str; 6] = [
    "http://localhost:*",
    "http://127.0.0.1:*",
    "http://[::1]:*",
    "https://localhost:*",
    "https://127.0.0.1:*",
    "https://[::1]:*",
];

/// Who may talk to the server. The default is this machine, without a token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpOptions {
    /// Names the server is reached by, beside the loopback ones: `example.org` or `example.org:8443`.
    pub hosts: Vec<String>,
    /// Pages that may call it from a browser, beside loopback ones: `https://example.org:443`.
    pub origins: Vec<String>,
    /// When set, every request must carry `Authorization: Bearer` with this token.
    pub bearer_token: Option<String>,
}

/// The server as routes: everything happens at the router's own root, so it can be nested under any path.
pub fn router(server: Arc<Server>, options: &HttpOptions) -> Router {
    router_until(server, options, CancellationToken::new())
}

fn router_until(server: Arc<Server>, options: &HttpOptions, shutdown: CancellationToken) -> Router {
    server.assert_distinct();
    let hosts = LOOPBACK_HOSTS.iter().copied().chain(options.hosts.iter().map(String::as_str));
    let origins =
        LOOPBACK_ORIGINS.iter().copied().chain(options.origins.iter().map(String::as_str));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .enforce_origin_validation()
        .with_max_request_body_bytes(server.limits.request_bytes)
        .with_cancellation_token(shutdown);
    let service = StreamableHttpService::new(
        move || Ok(Session::new(Arc::clone(&server), Channel::Http)),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let router = Router::new().route_service("/", service);
    match &options.bearer_token {
        Some(token) => {
            let expected = Arc::new(Sha256::digest(token).to_vec());
            router.layer(middleware::from_fn_with_state(expected, require_token))
        }
        None => router,
    }
}

/// Serves at [`HTTP_PATH`] until `shutdown` completes, then ends every session.
pub async fn serve_http(
    server: Arc<Server>,
    listener: TcpListener,
    options: &HttpOptions,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let sessions = CancellationToken::new();
    let router = Router::new().nest(HTTP_PATH, router_until(server, options, sessions.clone()));
    // Small answers would otherwise wait 40 ms for the client's acknowledgement.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            shutdown.await;
            sessions.cancel();
        })
        .await
}

async fn require_token(
    State(expected): State<Arc<Vec<u8>>>,
    request: Request,
    next: Next,
) -> Response {
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| Sha256::digest(token.trim()));
    match given {
        Some(digest) if is_equal(&digest, &expected) => next.run(request).await,
        _ => (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response(),
    }
}

/// Takes the same time wherever the difference is. Both are digests, so their length tells nothing.
fn is_equal(left: &[u8], right: &[u8]) -> bool {
    let difference =
        left.iter().zip(right).fold(left.len() ^ right.len(), |difference, (one, other)| {
            difference | usize::from(one ^ other)
        });
    std::hint::black_box(difference) == 0
}
