//! The limits of every request and session, in one table. What happens past one is decided where it is reached.

use std::time::Duration;

/// Sizes and times past which a request is refused or cut off, each with an error that names the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one JSON-RPC message, on stdio and in an HTTP body alike.
    pub request_bytes: usize,
    /// Bytes of one string among the arguments, and of one file read through the roots.
    pub source_bytes: usize,
    /// Bytes of one answer as JSON, images and text twin included.
    pub output_bytes: usize,
    /// How long one call may take; a tool may set its own.
    pub time: Duration,
    /// How long the body of an HTTP request may take to arrive, from its first byte to its last.
    pub body_time: Duration,
    /// Sessions over HTTP at once; a new one beyond this closes the least recently used.
    pub sessions: usize,
    /// Sessions over HTTP of one client; a new one beyond this closes its least recently used.
    pub sessions_per_client: usize,
    /// How long a session over HTTP lives after its last request.
    pub session_time: Duration,
    /// Entries on one page of a list.
    pub page_size: usize,
}

impl Default for Limits {
    /// 8 MiB in, 1 MiB of source, 8 MiB out, 30 seconds; 256 sessions, 32 per client, for 10 minutes.
    fn default() -> Self {
        Self {
            request_bytes: 8 << 20,
            source_bytes: 1 << 20,
            output_bytes: 8 << 20,
            time: Duration::from_secs(30),
            body_time: Duration::from_secs(10),
            sessions: 256,
            sessions_per_client: 32,
            session_time: Duration::from_mins(10),
            page_size: 100,
        }
    }
}
