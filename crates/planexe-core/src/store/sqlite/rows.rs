//! Rows as values, and values as columns.

use rusqlite::Row;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Result;
use crate::artifact::{Artifact, Kind};
use crate::clock::Timestamp;
use crate::event::{Cursor, Event, EventKind};
use crate::graph::Target;
use crate::run::{Lease, Run, RunId, RunState};
use crate::session::Session;
use crate::store::StoreError;

pub(super) fn session(row: &Row<'_>) -> Result<Session> {
    Ok(Session {
        id: parsed(&row.get::<_, String>(0)?)?,
        owner: row.get(1)?,
        config: unjson(&row.get::<_, String>(2)?)?,
        metadata: unjson(&row.get::<_, String>(3)?)?,
        state: word(&row.get::<_, String>(4)?)?,
        created_at: Timestamp(row.get(5)?),
        updated_at: Timestamp(row.get(6)?),
    })
}

pub(super) fn run(row: &Row<'_>) -> Result<Run> {
    let (target, state): (String, String) = (row.get(1)?, row.get(2)?);
    Ok(Run {
        id: RunId(row.get(0)?),
        target: Target::parse(&target).ok_or(StoreError::Unreadable(target))?,
        state: RunState::parse(&state).ok_or(StoreError::Unreadable(state))?,
        progress: unjson(&row.get::<_, String>(3)?)?,
        error: unjson(&row.get::<_, String>(4)?)?,
        started_at: Timestamp(row.get(5)?),
        ended_at: row.get::<_, Option<i64>>(6)?.map(Timestamp),
        progressed_at: Timestamp(row.get(7)?),
        lease: Lease {
            owner: row.get(8)?,
            epoch: row.get(9)?,
            expires_at: Timestamp(row.get(10)?),
        },
    })
}

pub(super) fn artifact(row: &Row<'_>) -> Result<Artifact> {
    Ok(Artifact {
        path: parsed(&row.get::<_, String>(0)?)?,
        version: row.get(1)?,
        sha256: parsed(&row.get::<_, String>(2)?)?,
        size: row.get::<_, i64>(3)? as u64,
        kind: word::<Kind>(&row.get::<_, String>(4)?)?,
        author: unjson(&row.get::<_, String>(5)?)?,
        pinned: row.get(6)?,
        live: row.get(7)?,
        updated_at: Timestamp(row.get(8)?),
    })
}

pub(super) fn event(row: &Row<'_>) -> Result<Event> {
    let kind: String = row.get(2)?;
    Ok(Event {
        cursor: Cursor(row.get(0)?),
        ts: Timestamp(row.get(1)?),
        kind: EventKind::parse(&kind).ok_or(StoreError::Unreadable(kind))?,
        data: unjson(&row.get::<_, String>(3)?)?,
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
