//! Leases: who drives a run and who works on a task, until when, and how a late commit is refused.
//!
//! The stores keep them, `engine/recovery.rs` and `engine/adoption.rs` act when one ends.

use std::collections::BTreeMap;

use serde_json::Value;

use planner::Digest;

use crate::clock::Timestamp;
use crate::run::{Run, RunId};
use crate::session::SessionId;
use crate::store::Guard;
use crate::task_name::TaskName;

/// The right to commit for a run, until it expires or somebody raises the epoch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The process that drives the run.
    pub owner: String,
    /// Rises whenever a session changes hands; commits with an older one are refused.
    pub epoch: u64,
    /// After this the run may be declared lost.
    pub expires_at: Timestamp,
}

/// What a commit requires that is made under the lease of a run.
pub(crate) fn guard(run: &Run) -> Guard {
    let Lease { epoch, .. } = run.lease;
    Guard::Lease(run.id, epoch)
}

/// A task offered to workers on other machines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Claim {
    pub(crate) session: SessionId,
    pub(crate) task: TaskName,
    /// The run that wants the result.
    pub(crate) run: RunId,
    /// The digest of all that the result depends on.
    pub(crate) key: Digest,
    /// Content to be read, by path.
    pub(crate) inputs: BTreeMap<String, Digest>,
    /// Whether somebody has it.
    pub(crate) state: ClaimState,
    /// Who has or had it.
    pub(crate) owner: Option<String>,
    /// Rises whenever the task changes hands.
    pub(crate) epoch: u64,
    /// When somebody else may take it.
    pub(crate) expires_at: Timestamp,
    /// What the worker said last.
    pub(crate) news: Value,
    /// What came of it; null until settled.
    pub(crate) outcome: Value,
}

/// Where a [`Claim`] is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClaimState {
    /// Nobody has it.
    Open,
    /// A worker has it until its lease ends.
    Taken,
    /// The outcome is there for the run to take over.
    Settled,
}

impl ClaimState {
    /// The state that a database row names.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "open" => Some(Self::Open),
            "taken" => Some(Self::Taken),
            "settled" => Some(Self::Settled),
            _ => None,
        }
    }
}

/// A worker's wish to have a task.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bid<'a> {
    pub(crate) session: &'a SessionId,
    /// The run the worker was told of.
    pub(crate) run: RunId,
    /// The task's name.
    pub(crate) task: &'a str,
    /// The worker that asks, by the name it leases under.
    pub(crate) owner: &'a str,
    /// The time of the request, from which the lease counts.
    pub(crate) at: Timestamp,
    /// When the lease ends unless it is renewed.
    pub(crate) expires_at: Timestamp,
}

/// A task that a worker has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hold<'a> {
    pub(crate) session: &'a SessionId,
    /// The run that wants the result.
    pub(crate) run: RunId,
    /// The task's name.
    pub(crate) task: &'a str,
    /// The epoch the worker took it with.
    pub(crate) epoch: u64,
}
