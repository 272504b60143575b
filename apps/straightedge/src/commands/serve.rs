//! `straightedge serve`: from arguments to a listening server.

use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use straightedge::{Clients, Limits, OpenError, Reach, Settings, Site};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// Serve the page, the HTTP API, the PlantUML routes and the MCP servers
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where to listen; port 0 lets the machine choose
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
    /// Ask for this bearer token
    #[arg(long, env = "STRAIGHTEDGE_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    token: Option<String>,
    /// A name the server is reached by, beside localhost
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A page elsewhere that may call the MCP servers from a browser, such as https://example.org:443
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// A folder whose agent configuration may be deployed over /mcp/agentpack
    #[arg(long, value_name = "FOLDER")]
    root: Vec<PathBuf>,
    /// Serve diagrams only: no plans, no agent configuration
    #[arg(long)]
    diagrams_only: bool,
    /// Where planning sessions live [default: where the planexe command keeps them]
    #[arg(long, env = "PLANEXE_HOME", value_name = "FOLDER")]
    plans: Option<PathBuf>,
    /// Take the address of clients from X-Forwarded-For, behind a proxy that sets it
    #[arg(long)]
    forwarded: bool,
    /// Requests to the REST API an hour and client; 0 is no limit
    #[arg(long, default_value_t = 100, value_name = "NUMBER")]
    rate_limit: u32,
    /// Requests of the page and of PlantUML clients a minute and client; 0 is no limit
    #[arg(long, default_value_t = 600, value_name = "NUMBER")]
    page_rate_limit: u32,
    /// Requests worked on at once; more are refused with 503
    #[arg(long, default_value_t = 256, value_name = "NUMBER")]
    max_requests: usize,
    /// Open connections; more wait to be accepted
    #[arg(long, default_value_t = 2048, value_name = "NUMBER")]
    max_connections: usize,
    /// Bytes of a request's body
    #[arg(long, default_value_t = 1 << 20, value_name = "BYTES")]
    max_body: usize,
    /// Seconds for a request to arrive
    #[arg(long, default_value_t = 10.0, value_parser = seconds, value_name = "SECONDS")]
    read_timeout: f64,
    /// Seconds for a diagram to be drawn
    #[arg(long, default_value_t = 10.0, value_parser = seconds, value_name = "SECONDS")]
    draw_timeout: f64,
    /// Seconds for open requests to finish when the server is told to stop
    #[arg(long, default_value_t = 10.0, value_parser = seconds, value_name = "SECONDS")]
    drain_timeout: f64,
    /// What is logged to stderr, as JSON lines: error, warn, info, debug, or a filter
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
    /// Nobody would know the token.
    #[error("the token is empty")]
    EmptyToken,
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
        // The one line on stdout: for people, and for programs that chose port 0.
        writeln!(std::io::stdout(), "listening on http://{address}")?;
        straightedge::serve(site, listener, stop).await?;
        tracing::info!("stopped");
        Ok(())
    })
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
    let mut hosts = arguments.host.clone();
    if !address.is_loopback() && !address.is_unspecified() {
        hosts.push(address.to_string());
    }
    Ok(Settings {
        limits: Limits {
            body_bytes: arguments.max_body,
            head_time: Duration::from_secs_f64(arguments.read_timeout),
            body_time: Duration::from_secs_f64(arguments.read_timeout),
            draw_time: Duration::from_secs_f64(arguments.draw_timeout),
            drain_time: Duration::from_secs_f64(arguments.drain_timeout),
            connections: arguments.max_connections,
            requests: arguments.max_requests,
            api_per_hour: arguments.rate_limit,
            page_per_minute: arguments.page_rate_limit,
            ..Limits::default()
        },
        token: arguments.token.clone(),
        hosts,
        origins: arguments.origin.clone(),
        reach,
        roots: arguments.root.clone(),
        plans: arguments.plans.clone().or_else(plans_folder),
        clients: if arguments.forwarded { Clients::Forwarded } else { Clients::Peer },
    })
}

/// Where the planexe command keeps its sessions, so that the page shows the same ones.
fn plans_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = variable("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".local/share")));
    data.or_else(|| variable("LOCALAPPDATA").map(PathBuf::from)).map(|data| data.join("planexe"))
}

fn seconds(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let is_usable = value.is_finite() && (0.01..=3600.0).contains(&value);
    if is_usable { Ok(value) } else { Err("must lie between 0.01 and 3600".to_owned()) }
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
