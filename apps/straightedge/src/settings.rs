//! What a server is told when it starts. Nothing here is read from the machine.

use std::path::PathBuf;
use std::time::Duration;

/// Choices for one server; the default serves diagrams to this machine.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Bounds on size, time and number.
    pub limits: Limits,
    /// When set, everything but the page's own files and `/healthz` wants it as a bearer token.
    pub token: Option<String>,
    /// Names the server is reached by, beside the loopback ones.
    pub hosts: Vec<String>,
    /// Pages elsewhere that may call the MCP servers from a browser, such as `https://example.org:443`.
    pub origins: Vec<String>,
    /// What is offered.
    pub reach: Reach,
    /// Projects whose agent configuration may be planned and deployed; without any, the folder the server runs in.
    pub roots: Vec<PathBuf>,
    /// Where planning sessions live; `None` offers no plans.
    pub plans: Option<PathBuf>,
    /// How the address of a client is known.
    pub clients: Clients,
}

/// What is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Only what keeps nothing and touches nothing: diagrams. Safe for anybody.
    #[default]
    Diagrams,
    /// Also what keeps sessions and changes files: for the owner of the machine.
    Machine,
}

/// How the address of a client is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clients {
    /// By its connection.
    #[default]
    Peer,
    /// By the last entry of `X-Forwarded-For`, which the proxy in front of this server adds.
    Forwarded,
}

/// Bounds. Past each of them a client gets an answer that says so.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// For the head of a request to arrive; also how long an idle connection is kept.
    pub head_time: Duration,
    /// For the body of a request to arrive.
    pub body_time: Duration,
    /// For a diagram to be drawn, waiting for its turn included.
    pub draw_time: Duration,
    /// For open requests to finish after the server is told to stop.
    pub drain_time: Duration,
    /// Open connections; further ones wait to be accepted.
    pub connections: usize,
    /// Requests worked on at once; further ones are refused with 503.
    pub requests: usize,
    /// Diagrams drawn at once; further ones wait their turn.
    pub drawings: usize,
    /// Requests to the REST API an hour and client; 0 is no limit.
    pub api_per_hour: u32,
    /// Requests of the page and of PlantUML clients a minute and client; 0 is no limit.
    pub page_per_minute: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 1 << 20,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            draw_time: Duration::from_secs(10),
            drain_time: Duration::from_secs(10),
            connections: 2048,
            requests: 256,
            drawings: std::thread::available_parallelism().map_or(2, usize::from),
            api_per_hour: 100,
            page_per_minute: 600,
        }
    }
}
