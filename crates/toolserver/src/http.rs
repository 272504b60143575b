//! Serving many clients over streamable HTTP: as a router to mount anywhere, or as a listener of its own.

mod auth;
mod body;
mod cross_origin;
mod refusal;
mod session_limit;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::serve::ListenerExt as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::Server;
use crate::session::{Channel, Session};
use body::MessageLimits;
use session_limit::Sessions;

pub use session_limit::ClientAddress;

/// Where a server of its own answers.
pub const HTTP_PATH: &str = "/mcp";

/// In a list of hosts or origins: all of them.
const ANY: &str = "*";

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
    /// Names the server is reached by, beside the loopback ones: `example.org` or `example.org:8443`; `*` for any.
    pub hosts: Vec<String>,
    /// Pages that may call it from a browser: `https://example.org`; `*` for any.
    pub origins: Vec<String>,
    /// When set, every request must carry `Authorization: Bearer` with this token.
    pub bearer_token: Option<String>,
}

/// The server as routes: everything happens at the router's own root, so it can be nested under any path.
///
/// Sessions are counted by [`ClientAddress`], if a layer around the router puts one into the request.
pub fn router(server: Arc<Server>, options: &HttpOptions) -> Router {
    router_until(server, options, CancellationToken::new())
}

fn router_until(server: Arc<Server>, options: &HttpOptions, shutdown: CancellationToken) -> Router {
    server.assert_distinct();
    let limits = server.limits;
    let config = StreamableHttpServerConfig::default()
        .with_max_request_body_bytes(limits.request_bytes)
        .with_cancellation_token(shutdown);
    let mut manager = LocalSessionManager::default();
    manager.session_config.keep_alive = Some(limits.session_time);
    let manager = Arc::new(manager);
    let sessions = Arc::new(Sessions::new(Arc::clone(&manager), &limits));
    let service = StreamableHttpService::new(
        move || Ok(Session::new(Arc::clone(&server), Channel::Http)),
        manager,
        allowed(config, options),
    );
    let router = Router::new()
        .route_service("/", service)
        .layer(middleware::from_fn_with_state(sessions, session_limit::count))
        .layer(middleware::from_fn(refusal::reword))
        .layer(middleware::from_fn_with_state(MessageLimits::of(&limits), body::read));
    let router = match &options.bearer_token {
        Some(token) => {
            let token = Arc::new(auth::Token::new(token));
            router.layer(middleware::from_fn_with_state(token, auth::require_token))
        }
        None => router,
    };
    let origins: Arc<[String]> = options.origins.iter().cloned().collect();
    router.layer(middleware::from_fn_with_state(origins, cross_origin::allow))
}

/// Who knows the token may call the server by any name: a page that was led here by a false name does not know it.
fn allowed(
    config: StreamableHttpServerConfig,
    options: &HttpOptions,
) -> StreamableHttpServerConfig {
    let any_host = options.bearer_token.is_some() || options.hosts.iter().any(|it| it == ANY);
    let hosts = LOOPBACK_HOSTS.iter().copied().chain(options.hosts.iter().map(String::as_str));
    let config =
        if any_host { config.disable_allowed_hosts() } else { config.with_allowed_hosts(hosts) };
    if options.origins.iter().any(|it| it == ANY) {
        return config.disable_allowed_origins();
    }
    let named = options.origins.iter().map(|it| cross_origin::with_port(it));
    let origins = LOOPBACK_ORIGINS.iter().map(ToString::to_string).chain(named);
    config.with_allowed_origins(origins).enforce_origin_validation()
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
    axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(async move {
            shutdown.await;
            sessions.cancel();
        })
        .await
}
