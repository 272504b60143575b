//! Events: the ordered record of what happened in a session, and the cursors that point into it.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::clock::Timestamp;
use crate::error::{Error, ErrorCode};

/// One thing that happened. Numbers are per session, start at 1 and have no gaps.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The event's own position; reading since it continues behind it.
    pub cursor: Cursor,
    /// When it was committed.
    pub ts: Timestamp,
    /// What happened, with the data of that kind of event.
    pub kind: EventKind,
    /// The payload, an object whose fields depend on `kind`.
    pub data: Value,
}

/// The types of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// The session exists, with its prompt.
    SessionCreated,
    /// The session is frozen.
    SessionArchived,
    /// A run holds the session.
    RunStarted,
    /// A stop was asked for; tasks are being cancelled.
    RunStopping,
    /// The run ended because somebody stopped it.
    RunStopped,
    /// The run reached its target.
    RunCompleted,
    /// The run ended on an error.
    RunFailed,
    /// The run moved on to the next phase.
    PhaseChanged,
    /// Overall progress grew.
    ProgressUpdated,
    /// A task began; says why it was not up to date.
    TaskStarted,
    /// A task's outputs are committed, or were up to date already (`cached`).
    TaskCompleted,
    /// A task gave up.
    TaskFailed,
    /// Somebody made tasks stale by hand.
    TasksInvalidated,
    /// A path has its first content.
    ArtifactCreated,
    /// A path has new content.
    ArtifactUpdated,
    /// A line of the run's log, thinned out under bursts.
    Log,
}

impl EventKind {
    const ALL: [Self; 16] = [
        Self::SessionCreated,
        Self::SessionArchived,
        Self::RunStarted,
        Self::RunStopping,
        Self::RunStopped,
        Self::RunCompleted,
        Self::RunFailed,
        Self::PhaseChanged,
        Self::ProgressUpdated,
        Self::TaskStarted,
        Self::TaskCompleted,
        Self::TaskFailed,
        Self::TasksInvalidated,
        Self::ArtifactCreated,
        Self::ArtifactUpdated,
        Self::Log,
    ];

    /// The spelling on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SessionCreated => "session_created",
            Self::SessionArchived => "session_archived",
            Self::RunStarted => "run_started",
            Self::RunStopping => "run_stopping",
            Self::RunStopped => "run_stopped",
            Self::RunCompleted => "run_completed",
            Self::RunFailed => "run_failed",
            Self::PhaseChanged => "phase_changed",
            Self::ProgressUpdated => "progress_updated",
            Self::TaskStarted => "task_started",
            Self::TaskCompleted => "task_completed",
            Self::TaskFailed => "task_failed",
            Self::TasksInvalidated => "tasks_invalidated",
            Self::ArtifactCreated => "artifact_created",
            Self::ArtifactUpdated => "artifact_updated",
            Self::Log => "log",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A position in a session's events, `cursor_<n>`; 0 stands before the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor(pub u64);

impl Cursor {
    /// Before the first event.
    pub const START: Self = Self(0);
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cursor_{}", self.0)
    }
}

impl FromStr for Cursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let number = text.strip_prefix("cursor_").and_then(|digits| digits.parse().ok());
        number.map(Self).ok_or_else(|| {
            Error::new(ErrorCode::InvalidCursor, format!("{text:?} is not of the form cursor_<n>"))
        })
    }
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A page of a session's events.
#[derive(Debug, Clone)]
pub struct Page {
    /// In order, without gaps.
    pub events: Vec<Event>,
    /// Where the next page begins.
    pub cursor: Cursor,
    /// Whether more events were there already.
    pub has_more: bool,
}
