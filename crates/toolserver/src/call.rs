//! The request a handler is working on: how it reports, when it must stop, and which folders it may touch.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{Level, Limits, Roots, ToolError};

/// Handed to every handler. Cheap to make; nothing in it outlives the request.
pub struct Call {
    pub(crate) limits: Limits,
    pub(crate) deadline: Instant,
    pub(crate) stop: CancellationToken,
    pub(crate) reports: mpsc::Sender<Report>,
    pub(crate) roots: RootSource,
    pub(crate) subject: Option<Subject>,
}

/// Who calls, as established before the call came here. A layer around [`crate::router`] that knows puts one into the
/// extensions of the HTTP request; over stdio there is none, and the caller is whoever started the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject(pub String);

/// Something a handler says before its answer.
#[derive(Debug)]
pub(crate) enum Report {
    Progress { done: f64, total: Option<f64>, message: String },
    Log { level: Level, message: String },
}

/// Roots of a call, asked for on first use: a client's answer may take a round trip.
pub(crate) struct RootSource {
    pub(crate) found: OnceLock<Arc<Roots>>,
    pub(crate) ask: Box<dyn Fn() -> Arc<Roots> + Send + Sync>,
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The whole time passed.
    Elapsed,
    /// The call was cancelled, ran out of time, or the client left; return soon, with anything.
    Stopped,
}

impl Call {
    /// Tells the client how far the work is, if it asked to know. `done` must grow from report to report.
    pub fn progress(&self, done: f64, total: Option<f64>, message: impl Into<String>) {
        self.report(Report::Progress { done, total, message: message.into() });
    }

    /// Sends a log message, if the client listens at that level.
    pub fn log(&self, level: Level, message: impl Into<String>) {
        self.report(Report::Log { level, message: message.into() });
    }

    /// Whether nobody waits for the answer any more. Long work asks between steps and returns early.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Sleeps, but wakes when the call is stopped: what a long poll does between looks.
    pub fn wait(&self, duration: Duration) -> Wait {
        let until = Instant::now() + duration;
        // A handler runs on a thread of its own, where sleeping in short steps costs nothing and needs no runtime.
        while !self.is_stopped() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Wait::Elapsed;
            }
            std::thread::sleep(left.min(Duration::from_millis(10)));
        }
        Wait::Stopped
    }

    /// Time left before the call is cut off.
    pub fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The folders this call may touch. The first use may ask the client.
    pub fn roots(&self) -> &Roots {
        self.roots.found.get_or_init(|| (self.roots.ask)())
    }

    /// The text of a file under the roots, within the source limit.
    pub fn read_text(&self, path: impl AsRef<Path>) -> Result<String, ToolError> {
        Ok(self.roots().read_text(path, self.limits.source_bytes)?)
    }

    /// Who calls over HTTP, if a layer before this server has found out.
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_ref().map(|subject| subject.0.as_str())
    }

    /// The bounds this server keeps.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// A report is lost only when nobody is left to read it.
    fn report(&self, report: Report) {
        if !self.is_stopped() {
            let _ = self.reports.blocking_send(report);
        }
    }
}
