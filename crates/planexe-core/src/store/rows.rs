//! Rows as values, and values as columns, the same for every database.

use serde::de::DeserializeOwned;
use serde_json::Value;

use planner::Kind;

use super::StoreError;
use crate::artifact::Artifact;
use crate::clock::Timestamp;
use crate::event::{Cursor, Event, EventKind};
use crate::graph::Target;
use crate::lease::{Claim, ClaimState, Lease};
use crate::run::{Run, RunId, RunState};
use crate::session::{Session, SessionId};

type Result<T> = std::result::Result<T, StoreError>;

/// The columns that [`session`] reads.
pub(super) const SESSION: &str = "id, owner, config, metadata, state, created_at, updated_at";
/// The columns that [`run`] reads.
pub(super) const RUN: &str = "number, target, state, progress, error, started_at, ended_at, \
     progressed_at, lease_owner, lease_epoch, lease_expires_at, session, stop";
/// The columns that [`artifact`] reads.
pub(super) const ARTIFACT: &str =
    "path, version, sha256, size, kind, author, pinned, live, updated_at";
/// The columns that [`event`] reads.
pub(super) const EVENT: &str = "number, ts, type, data";
/// The columns that [`claim`] reads.
pub(super) const CLAIM: &str = "session, task, run, key, inputs, state, owner, epoch, expires_at, \
     news, outcome";

/// One row of an answer, by the position of its columns.
pub(super) trait Columns {
    fn text(&self, idx: usize) -> Result<String>;
    fn number(&self, idx: usize) -> Result<i64>;
    fn optional_text(&self, idx: usize) -> Result<Option<String>>;
    fn optional_number(&self, idx: usize) -> Result<Option<i64>>;
}

impl Columns for rusqlite::Row<'_> {
    fn text(&self, idx: usize) -> Result<String> {
        Ok(self.get(idx)?)
    }

    fn number(&self, idx: usize) -> Result<i64> {
        Ok(self.get(idx)?)
    }

    fn optional_text(&self, idx: usize) -> Result<Option<String>> {
        Ok(self.get(idx)?)
    }

    fn optional_number(&self, idx: usize) -> Result<Option<i64>> {
        Ok(self.get(idx)?)
    }
}

pub(super) fn session(row: &impl Columns) -> Result<Session> {
    Ok(Session {
        id: parsed(&row.text(0)?)?,
        owner: row.text(1)?,
        config: unjson(&row.text(2)?)?,
        metadata: unjson(&row.text(3)?)?,
        state: word(&row.text(4)?)?,
        created_at: Timestamp(row.number(5)?),
        updated_at: Timestamp(row.number(6)?),
    })
}

pub(super) fn run(row: &impl Columns) -> Result<Run> {
    let (target, state) = (row.text(1)?, row.text(2)?);
    Ok(Run {
        id: RunId(row.number(0)? as u32),
        target: Target::parse(&target).ok_or(StoreError::Unreadable(target))?,
        state: RunState::parse(&state).ok_or(StoreError::Unreadable(state))?,
        progress: unjson(&row.text(3)?)?,
        error: unjson(&row.text(4)?)?,
        stop: unjson(&row.text(12)?)?,
        started_at: Timestamp(row.number(5)?),
        ended_at: row.optional_number(6)?.map(Timestamp),
        progressed_at: Timestamp(row.number(7)?),
        lease: Lease {
            owner: row.text(8)?,
            epoch: row.number(9)? as u64,
            expires_at: Timestamp(row.number(10)?),
        },
    })
}

/// A run with the session it belongs to.
pub(super) fn run_of(row: &impl Columns) -> Result<(SessionId, Run)> {
    Ok((parsed(&row.text(11)?)?, run(row)?))
}

pub(super) fn artifact(row: &impl Columns) -> Result<Artifact> {
    Ok(Artifact {
        path: parsed(&row.text(0)?)?,
        version: row.number(1)? as u32,
        sha256: parsed(&row.text(2)?)?,
        size: row.number(3)? as u64,
        kind: word::<Kind>(&row.text(4)?)?,
        author: unjson(&row.text(5)?)?,
        pinned: row.number(6)? != 0,
        live: row.number(7)? != 0,
        updated_at: Timestamp(row.number(8)?),
    })
}

pub(super) fn event(row: &impl Columns) -> Result<Event> {
    let kind = row.text(2)?;
    Ok(Event {
        cursor: Cursor(row.number(0)? as u64),
        ts: Timestamp(row.number(1)?),
        kind: EventKind::parse(&kind).ok_or(StoreError::Unreadable(kind))?,
        data: unjson(&row.text(3)?)?,
    })
}

pub(super) fn claim(row: &impl Columns) -> Result<Claim> {
    let state = row.text(5)?;
    Ok(Claim {
        session: parsed(&row.text(0)?)?,
        task: row.text(1)?.into(),
        run: RunId(row.number(2)? as u32),
        key: parsed(&row.text(3)?)?,
        inputs: unjson(&row.text(4)?)?,
        state: ClaimState::parse(&state).ok_or(StoreError::Unreadable(state))?,
        owner: row.optional_text(6)?,
        epoch: row.number(7)? as u64,
        expires_at: Timestamp(row.number(8)?),
        news: unjson(&row.text(9)?)?,
        outcome: unjson(&row.text(10)?)?,
    })
}

pub(super) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| StoreError::Unreadable(error.to_string()))
}

pub(super) fn unjson<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| StoreError::Unreadable(error.to_string()))
}

/// A plain word that serde knows as an enum.
pub(super) fn word<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_value(Value::String(text.to_owned()))
        .map_err(|error| StoreError::Unreadable(error.to_string()))
}

pub(super) fn parsed<T: std::str::FromStr>(text: &str) -> Result<T>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| StoreError::Unreadable(error.to_string()))
}
