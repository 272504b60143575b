//! What a server is told when it starts. Nothing here is read from the machine.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use diagrams::{PictureOptions, SvgText, SystemFonts};

/// Choices for one server; the default serves diagrams to this machine.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Limits on size, time and number.
    pub limits: Limits,
    /// The bearer token. [`Reach::Machine`] requires one.
    pub token: Option<String>,
    /// What the token protects.
    pub guard: Guard,
    /// Names the server is reached by, beside the loopback ones; `*` for any.
    pub hosts: Vec<String>,
    /// Pages elsewhere that may draw and call the MCP servers from a browser, such as `https://example.org`; `*` for
    /// any.
    pub origins: Vec<String>,
    /// Which routes the server has.
    pub reach: Reach,
    /// Projects whose agent configuration may be planned and deployed; without any, agentpack is not offered.
    pub roots: Vec<PathBuf>,
    /// Where planning sessions live; `None` offers no plans.
    pub plans: Option<PathBuf>,
    /// How the address of a client is known.
    pub clients: Clients,
    /// Whether `/metrics` is offered.
    pub metrics: Metering,
    /// Font files for glyphs that the bundled fonts lack, in PNG and PDF.
    pub fonts: Vec<Arc<[u8]>>,
    /// Whether fonts of this machine draw what neither those nor the bundled ones do.
    pub system_fonts: SystemFonts,
    /// Whether `/proxy` draws sources that lie elsewhere.
    pub proxy: Proxy,
}

impl Settings {
    /// How files are drawn that somebody takes along: their letters look the same everywhere.
    pub(crate) fn picture_options(&self) -> PictureOptions {
        PictureOptions {
            fonts: self.fonts.clone(),
            system_fonts: self.system_fonts,
            text: SvgText::Embedded,
            max_pixels: crate::drawing::PIXELS,
            ..PictureOptions::default()
        }
    }
}

/// What the token protects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Guard {
    /// What keeps sessions, changes files or tells about other clients; diagrams are open.
    #[default]
    Private,
    /// Everything but the page's own files and the health routes.
    Everything,
}

/// Whether sources that lie elsewhere are fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Proxy {
    /// Diagrams are never fetched from other servers.
    #[default]
    Off,
    /// From public addresses, when a request asks for it.
    Public,
}

/// Which routes the server has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Only what keeps nothing and touches nothing: diagrams. Safe for anybody.
    #[default]
    Diagrams,
    /// Also what keeps sessions and changes files: for the owner of the machine, behind the token.
    Machine,
}

/// How the address of a client is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clients {
    /// By the address of the connection.
    #[default]
    Peer,
    /// By the last entry of `X-Forwarded-For`, which the proxy in front of this server adds.
    Forwarded,
}

/// Whether counters are published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Metering {
    /// `/metrics` does not exist.
    #[default]
    Off,
    /// `/metrics` answers in the Prometheus text format, to those who know the token if there is one.
    On,
}

/// The limits of the server, in one table. Past each of them a client gets an answer that says so.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Largest request body, in bytes; beyond it the answer is 413.
    pub body_bytes: usize,
    /// For the head of a request to arrive; also how long an idle connection is kept.
    pub head_time: Duration,
    /// For the whole body of a request to arrive; then 408.
    pub body_time: Duration,
    /// For a diagram to be drawn, waiting for its turn included; then 503.
    pub draw_time: Duration,
    /// How long `/readyz` says no before the server stops accepting connections.
    pub notice_time: Duration,
    /// For open requests to finish after the server has stopped accepting connections.
    pub drain_time: Duration,
    /// Open connections; then 503.
    pub connections: usize,
    /// Open connections of one client; then 429.
    pub connections_per_client: usize,
    /// Requests in flight; then 503.
    pub requests: usize,
    /// Requests in flight of one client; then 429.
    pub requests_per_client: usize,
    /// Diagrams drawn at once; further ones wait their turn. More than processors, so that the system's scheduler
    /// lets small drawings overtake large ones.
    pub drawings: usize,
    /// Diagrams of one client drawn at once; further ones wait their turn.
    pub drawings_per_client: usize,
    /// Seconds of drawing a minute and client; then 429. 0 is no limit.
    pub drawing_seconds_per_minute: u32,
    /// Requests a minute and client, on every route but the encoder's and the health routes; then 429. 0 is no limit.
    pub requests_per_minute: u32,
    /// Requests to the encoder an hour and client; then 429. 0 is no limit.
    pub encodings_per_hour: u32,
    /// MCP sessions of each server; a new one beyond this closes the least recently used.
    pub sessions: usize,
    /// MCP sessions of one client; a new one beyond this closes its least recently used.
    pub sessions_per_client: usize,
    /// How long an MCP session lives after its last request.
    pub session_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            body_bytes: 1 << 20,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            draw_time: Duration::from_secs(10),
            notice_time: Duration::ZERO,
            drain_time: Duration::from_secs(10),
            connections: 2048,
            connections_per_client: 128,
            requests: 256,
            requests_per_client: 32,
            drawings: 4 * processors,
            drawings_per_client: processors,
            drawing_seconds_per_minute: 60,
            requests_per_minute: 1200,
            encodings_per_hour: 0,
            sessions: 256,
            sessions_per_client: 32,
            session_time: Duration::from_mins(10),
        }
    }
}
