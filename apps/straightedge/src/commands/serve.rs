//! `straightedge serve`: from arguments to a listening server.

use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use diagrams::{SystemFonts, TimeLimit};
use straightedge::{Clients, Guard, Limits, Metering, OpenError, Proxy, Reach, Settings, Site};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::token_file::{self, TokenError};

/// Serve the page, the HTTP API, the PlantUML routes and the MCP servers
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches of the command line")]
pub(crate) struct Serve {
    /// Address to listen on; port 0 chooses a free port
    #[arg(
        long,
        env = "STRAIGHTEDGE_LISTEN",
        default_value = "127.0.0.1:7878",
        value_name = "ADDRESS"
    )]
    listen: SocketAddr,
    /// Serve diagrams to anybody who can reach the address, without a token
    #[arg(long)]
    public: bool,
    /// Require this bearer token for everything [default: one that is made and kept, for plans and agent
    /// configuration only]
    #[arg(long, env = "STRAIGHTEDGE_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    token: Option<String>,
    /// A host name the server is reached by, beside localhost
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A web page's origin, such as https://example.org, that may draw and call MCP from a browser; * for any
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// A project folder whose agent configuration may be deployed over /mcp/agentpack; without one it is not offered
    #[arg(long, value_name = "FOLDER")]
    root: Vec<PathBuf>,
    /// Serve diagrams only: no plans, no agent configuration
    #[arg(long)]
    diagrams_only: bool,
    /// Folder of planning sessions [default: the one that the planexe command uses]
    #[arg(long, env = "PLANEXE_HOME", value_name = "FOLDER")]
    plans: Option<PathBuf>,
    /// Serve counters for Prometheus at /metrics
    #[arg(long)]
    metrics: bool,
    /// Behind a proxy: take client addresses from X-Forwarded-For and request ids from X-Request-Id
    #[arg(long)]
    forwarded: bool,
    /// Use the bundled fonts only, so that PNG and PDF have the same bytes on every machine
    #[arg(long)]
    bundled_fonts: bool,
    /// A font file, or a folder of them, for glyphs that the bundled fonts lack, in PNG and PDF; may be repeated
    #[arg(long, value_name = "FILE|DIR")]
    font: Vec<PathBuf>,
    /// Draw sources from public addresses for /proxy
    #[arg(long)]
    proxy: bool,
    /// Requests per minute and client; 0 for no limit
    #[arg(long, default_value_t = 1200, value_name = "NUMBER")]
    rate_limit: u32,
    /// Requests to the encoder per hour and client; 0 for no limit
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    encoder_rate_limit: u32,
    /// Seconds of drawing per minute and client; 0 for no limit
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    draw_rate_limit: u32,
    /// Requests in flight; more are refused with 503
    #[arg(long, default_value_t = 256, value_name = "NUMBER")]
    max_requests: usize,
    /// Requests in flight per client; more are refused with 429
    #[arg(long, default_value_t = 32, value_name = "NUMBER")]
    max_client_requests: usize,
    /// Open connections; more are refused with 503
    #[arg(long, default_value_t = 2048, value_name = "NUMBER")]
    max_connections: usize,
    /// Open connections per client; more are refused with 429
    #[arg(long, default_value_t = 128, value_name = "NUMBER")]
    max_client_connections: usize,
    /// MCP sessions per server; a new one beyond this closes the least recently used
    #[arg(long, default_value_t = 256, value_name = "NUMBER")]
    max_sessions: usize,
    /// Seconds an MCP session lives after its last request
    #[arg(long, default_value = "600", value_parser = seconds, value_name = "SECONDS")]
    session_timeout: Duration,
    /// Largest request body, in bytes
    #[arg(long, default_value_t = 1 << 20, value_name = "BYTES")]
    max_body: usize,
    /// Seconds for the head of a request to arrive, and again for its whole body
    #[arg(long, default_value = "10", value_parser = seconds, value_name = "SECONDS")]
    read_timeout: Duration,
    /// Seconds for a diagram to be drawn
    #[arg(long, default_value = "10", value_parser = seconds, value_name = "SECONDS")]
    draw_timeout: Duration,
    /// CPU seconds that one Mermaid diagram may take [default: 4]
    #[arg(long, value_name = "SECONDS")]
    mermaid_time: Option<TimeLimit>,
    /// Seconds between the signal to stop, from which /readyz answers 503, and the end of accepting connections
    #[arg(long, default_value = "0", value_parser = seconds_or_none, value_name = "SECONDS")]
    stop_delay: Duration,
    /// Seconds for open requests to finish after that
    #[arg(long, default_value = "10", value_parser = seconds, value_name = "SECONDS")]
    drain_timeout: Duration,
    /// What to log to stderr, as JSON lines: error, warn, info, debug, or a filter
    #[arg(long, env = "STRAIGHTEDGE_LOG", default_value = "info", value_name = "FILTER")]
    log: EnvFilter,
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// Others could reach it, and nothing says that they may.
    #[error(
        "{0} can be reached from other machines: pass --token (or STRAIGHTEDGE_TOKEN) to let in those who know it, \
         or --public to serve diagrams to anybody"
    )]
    Exposed(IpAddr),
    /// The address is taken or not ours.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// A font that was named cannot be read.
    #[error("cannot read the font {}: {}", .0.display(), .1)]
    Font(PathBuf, std::io::Error),
    /// Nobody would know the token.
    #[error("the token is empty")]
    EmptyToken,
    /// No token can be kept.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// What lies behind the routes could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The machine refused something else.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Serves until it is interrupted or told to end.
pub(crate) fn run(arguments: Serve) -> Result<(), Problem> {
    let settings = settings(&arguments)?;
    if let Some(limit) = arguments.mermaid_time {
        limit.set();
    }
    // A token that the owner has chosen is not printed.
    let link_token = settings.token.clone().filter(|_| settings.guard == Guard::Private);
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter(arguments.log)
        .with_writer(std::io::stderr)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = arguments.listen;
        let listener =
            TcpListener::bind(address).await.map_err(|error| Problem::Listen(address, error))?;
        let site = Site::open(settings)?;
        let address = listener.local_addr()?;
        let stop = told_to_stop()?;
        tracing::info!(%address, "listening");
        announce(address, link_token.as_deref())?;
        straightedge::serve(site, listener, stop).await?;
        tracing::info!("stopped");
        Ok(())
    })
}

/// The first line is for people, and for programs that chose port 0; the second is a link that carries the token
/// behind its `#`, where browsers keep it to themselves.
fn announce(address: SocketAddr, token: Option<&str>) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "listening on http://{address}")?;
    if let Some(token) = token {
        writeln!(out, "plans and agent configuration: http://{address}/plans#token={token}")?;
    }
    out.flush()
}

fn settings(arguments: &Serve) -> Result<Settings, Problem> {
    let address = arguments.listen.ip();
    if !address.is_loopback() && arguments.token.is_none() && !arguments.public {
        return Err(Problem::Exposed(address));
    }
    if arguments.token.as_ref().is_some_and(|token| token.trim().is_empty()) {
        return Err(Problem::EmptyToken);
    }
    // What keeps sessions or changes files is for the owner: on this machine, or with the token.
    let is_open = arguments.public && arguments.token.is_none();
    let reach = if is_open || arguments.diagrams_only { Reach::Diagrams } else { Reach::Machine };
    let (token, guard) = match (&arguments.token, reach) {
        (Some(token), _) => (Some(token.clone()), Guard::Everything),
        (None, Reach::Machine) => {
            (Some(token_file::kept_or_made(&token_file::path()?)?), Guard::Private)
        }
        (None, Reach::Diagrams) => (None, Guard::Private),
    };
    let (mut hosts, mut origins) = (arguments.host.clone(), arguments.origin.clone());
    if is_open {
        // Anybody may draw, from any page and by any name.
        hosts.push("*".to_owned());
        origins.push("*".to_owned());
    } else if !address.is_loopback() && !address.is_unspecified() {
        hosts.push(address.to_string());
    }
    let mut fonts = Vec::new();
    for path in &arguments.font {
        if path.is_dir() {
            fonts.extend(diagrams::fonts_in(path));
            continue;
        }
        let bytes = std::fs::read(path).map_err(|error| Problem::Font(path.clone(), error))?;
        fonts.push(bytes.into());
    }
    Ok(Settings {
        fonts,
        system_fonts: if arguments.bundled_fonts {
            SystemFonts::Unused
        } else {
            SystemFonts::WhereNeeded
        },
        proxy: if arguments.proxy { Proxy::Public } else { Proxy::Off },
        limits: limits(arguments),
        token,
        guard,
        hosts,
        origins,
        reach,
        roots: arguments.root.clone(),
        plans: arguments.plans.clone().or_else(plans_folder),
        clients: if arguments.forwarded { Clients::Forwarded } else { Clients::Peer },
        metrics: if arguments.metrics { Metering::On } else { Metering::Off },
    })
}

fn limits(arguments: &Serve) -> Limits {
    Limits {
        body_bytes: arguments.max_body,
        head_time: arguments.read_timeout,
        body_time: arguments.read_timeout,
        draw_time: arguments.draw_timeout,
        notice_time: arguments.stop_delay,
        drain_time: arguments.drain_timeout,
        connections: arguments.max_connections,
        connections_per_client: arguments.max_client_connections,
        requests: arguments.max_requests,
        requests_per_client: arguments.max_client_requests,
        drawing_seconds_per_minute: arguments.draw_rate_limit,
        requests_per_minute: arguments.rate_limit,
        encodings_per_hour: arguments.encoder_rate_limit,
        sessions: arguments.max_sessions,
        session_time: arguments.session_timeout,
        ..Limits::default()
    }
}

/// Where the planexe command keeps its sessions, so that the page shows the same ones.
fn plans_folder() -> Option<PathBuf> {
    token_file::data_folder().map(|data| data.join("planexe"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse().map(TimeLimit::duration)
}

fn seconds_or_none(text: &str) -> Result<Duration, String> {
    if text == "0" { Ok(Duration::ZERO) } else { seconds(text) }
}

/// Completes on Ctrl+C, or when the machine asks the process to end. It listens for that from the moment of the call.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Completes on Ctrl+C.
#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
