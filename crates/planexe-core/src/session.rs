//! Sessions: the long-lived container of one planning project, its identity and its configuration.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::Timestamp;
use crate::error::{Error, ErrorCode};

/// `pxe_YYYY_MM_DD__<16 hex digits>`: sortable by day, and not to be guessed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SessionId(String);

impl SessionId {
    /// A fresh id for a session created at `now`.
    pub(crate) fn random(now: Timestamp) -> Result<Self, Error> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)
            .map_err(|error| Error::internal(format!("no random numbers: {error}")))?;
        let (year, month, day) = now.date().parts();
        let random = u64::from_be_bytes(bytes);
        Ok(Self(format!("pxe_{year:04}_{month:02}_{day:02}__{random:016x}")))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SessionId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let well_formed = text.strip_prefix("pxe_").is_some_and(|rest| {
            (1..=60).contains(&rest.len())
                && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        });
        if well_formed {
            Ok(Self(text.to_owned()))
        } else {
            Err(Error::new(
                ErrorCode::SessionNotFound,
                format!("{text:?} is not a session id; they look like pxe_2026_01_14__…"),
            ))
        }
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A session as stored.
#[derive(Debug, Clone)]
pub struct Session {
    /// Stable and unique.
    pub id: SessionId,
    /// The subject that created it; nobody else may see it.
    pub owner: String,
    /// Fixed at creation.
    pub config: Config,
    /// Whatever the client attached; `user_id` in it is a label, not an identity.
    pub metadata: Value,
    /// Whether runs exist and whether new ones may.
    pub state: SessionState,
    /// When it was created.
    pub created_at: Timestamp,
    /// When anything in it last changed.
    pub updated_at: Timestamp,
}

/// Where a session is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// No run was started yet.
    Created,
    /// At least one run exists.
    Active,
    /// Frozen: it can be read, nothing else.
    Archived,
}

impl SessionState {
    /// The spelling on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Active => "active",
            Self::Archived => "archived",
        }
    }
}

/// The configuration of a session, immutable after creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// The provider that writes the plan.
    pub planner_model: String,
    /// The provider that judges it.
    pub validator_model: String,
    /// A run that takes longer fails with `max_runtime_exceeded` and can be resumed.
    pub max_runtime_sec: u64,
    /// How tasks are scheduled.
    pub luigi: Luigi,
    /// Whether prompt content is kept out of events; the log, a sensitive artifact, still has it.
    pub redact_prompts: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            planner_model: "embedded".to_owned(),
            validator_model: "embedded".to_owned(),
            max_runtime_sec: 7200,
            luigi: Luigi::default(),
            redact_prompts: false,
        }
    }
}

/// The scheduling part of a [`Config`], under the specification's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Luigi {
    /// Tasks that may run at the same time, 1 to 64.
    pub workers: usize,
    /// `local`: the tasks run in the process that owns the run. `central`: a luigid hands them to
    /// workers on any machine.
    pub scheduler: String,
}

impl Default for Luigi {
    fn default() -> Self {
        Self { workers: 4, scheduler: "local".to_owned() }
    }
}

impl Luigi {
    /// Whether tasks go to workers on other machines.
    pub(crate) fn is_central(&self) -> bool {
        self.scheduler == "central"
    }
}

impl Config {
    /// Refuses values no run could honour.
    pub fn check(&self) -> Result<(), Error> {
        if !(1..=64).contains(&self.luigi.workers) {
            return Err(Error::argument("config.luigi.workers must be 1 to 64"));
        }
        if !["local", "central"].contains(&self.luigi.scheduler.as_str()) {
            return Err(Error::argument(format!(
                "config.luigi.scheduler {:?} is not known; use \"local\" or \"central\"",
                self.luigi.scheduler
            )));
        }
        if self.max_runtime_sec == 0 {
            return Err(Error::argument("config.max_runtime_sec must be at least 1"));
        }
        Ok(())
    }
}

/// Who makes a call: the OS user over stdio, the authenticated subject over HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller(pub String);

impl Session {
    /// What people call it: the title in its metadata, else its id.
    pub fn title(&self) -> &str {
        let title = self.metadata["title"].as_str().map(str::trim);
        title.filter(|title| !title.is_empty()).unwrap_or(self.id.as_str())
    }

    /// Refuses callers that do not own the session.
    pub fn admit(&self, caller: &Caller) -> Result<(), Error> {
        if self.owner == caller.0 {
            Ok(())
        } else {
            Err(Error::new(
                ErrorCode::PermissionDenied,
                format!("session {} belongs to somebody else", self.id),
            ))
        }
    }
}
