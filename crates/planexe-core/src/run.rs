//! Runs: one attempt to reach a target. `step` decides what happens next, `driver` does it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use planner::Phase;

use crate::clock::Timestamp;
use crate::error::{Error, ErrorCode};
use crate::graph::Target;
use crate::lease::Lease;

pub(crate) mod dispatch;
pub(crate) mod driver;
pub(crate) mod freshness;
pub(crate) mod ledger;
pub(crate) mod log;
pub(crate) mod step;
pub(crate) mod work;
pub(crate) mod workers;

/// `run_0001` and up, per session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u32);

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "run_{:04}", self.0)
    }
}

impl FromStr for RunId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let number = text.strip_prefix("run_").and_then(|digits| digits.parse().ok());
        number.map(Self).ok_or_else(|| {
            Error::new(ErrorCode::RunNotFound, format!("{text:?} is not a run id like run_0001"))
        })
    }
}

impl Serialize for RunId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A run as stored.
#[derive(Debug, Clone)]
pub struct Run {
    /// Its number in the session.
    pub id: RunId,
    /// What it is to reach.
    pub target: Target,
    /// Where it is in its life.
    pub state: RunState,
    /// How far it is, as last committed.
    pub progress: Progress,
    /// When it took the session.
    pub started_at: Timestamp,
    /// When it let go; none while active.
    pub ended_at: Option<Timestamp>,
    /// When the progress last changed.
    pub progressed_at: Timestamp,
    /// Why it failed, or which question stopped it, in the shape of `run_error.json`; null otherwise.
    pub error: Value,
    /// What somebody asked of it who wanted it to end.
    pub stop: Option<StopRequest>,
    /// Who may commit for it.
    pub lease: Lease,
}

/// A request to end a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopRequest {
    /// In the words of whoever asked.
    pub reason: String,
    /// How hard.
    pub mode: StopMode,
}

/// How hard a stop is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopMode {
    /// Model calls are cancelled; a task that finishes at once is kept.
    Graceful,
    /// Nothing is waited for.
    Immediate,
}

/// Where a run is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Tasks are being run.
    Running,
    /// A stop was asked for and is being carried out.
    Stopping,
    /// Stopped by somebody; can be resumed.
    Stopped,
    /// The target is reached.
    Completed,
    /// Ended on an error; the error says whether a resume may help.
    Failed,
}

impl RunState {
    const ALL: [Self; 5] =
        [Self::Running, Self::Stopping, Self::Stopped, Self::Completed, Self::Failed];

    /// The spelling on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Stopping => "stopping",
            Self::Stopped => "stopped",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }

    /// Whether the run still holds its session.
    pub fn is_active(self) -> bool {
        matches!(self, Self::Running | Self::Stopping)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// How far a run is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The phase of the earliest unfinished task; only moves forward.
    pub phase: Phase,
    /// 0 to 1, never falls, and is 1 only when the run is completed.
    pub overall: f64,
    /// What runs now, in graph order.
    pub running: Vec<RunningTask>,
    /// Tasks that need nothing more.
    pub done: usize,
    /// Tasks the target needs.
    pub total: usize,
    /// Tasks that were up to date, or pinned, and did not run.
    pub cached: usize,
    /// Share done of each phase the target touches.
    pub phases: Vec<(Phase, f64)>,
    /// What a person should know of what the run found when it began: an edit that is lost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Progress {
    /// No task has finished yet.
    pub(crate) fn none() -> Self {
        Self {
            phase: Phase::Initializing,
            overall: 0.0,
            running: Vec::new(),
            done: 0,
            total: 0,
            cached: 0,
            phases: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// A task that is running now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunningTask {
    /// Unique in the graph.
    pub name: String,
    /// Its share done, if the task says.
    pub pct: Option<f64>,
}
