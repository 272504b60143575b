//! What a commit does to the tables, once its transaction is open.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use planner::Digest;

use super::Result;
use crate::artifact::{Artifact, ArtifactPath, Author};
use crate::run::RunId;
use crate::session::{Session, SessionId};
use crate::store::rows::{ARTIFACT, SESSION, artifact, json, session};
use crate::store::{Change, Commit, Expected, Guard, NewArtifact, NewSession, StoreError};
use crate::task_name::TaskName;

const INSERT_ARTIFACT: &str = "insert or replace into artifacts (session, path, version, sha256, \
     size, kind, author, pinned, live, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9)";
const INSERT_VERSION: &str = "insert into versions (session, path, version, sha256, size, kind, \
     author, pinned, live, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9)";

const OFFER: &str = "insert into claims (session, task, run, key, inputs, state, epoch, \
     expires_at, news, outcome) values (?1, ?2, ?3, ?4, ?5, 'open', 1, 0, 'null', 'null') \
     on conflict (session, task) do update set run = ?3, inputs = ?5, news = 'null', \
     epoch = epoch + 1, key = ?4, expires_at = 0, \
     state = case when state = 'settled' and key = ?4 and json_extract(outcome, '$.error') \
     is null then 'settled' else 'open' end, \
     outcome = case when state = 'settled' and key = ?4 and json_extract(outcome, '$.error') \
     is null then outcome else 'null' end \
     where run <> ?3 or key <> ?4 or state = 'open'";

/// The session that an equal, earlier request created.
pub(super) fn known_request(tx: &Transaction<'_>, new: &NewSession) -> Result<Option<Session>> {
    if let Some(request) = &new.client_request_id {
        let mut query = tx.prepare_cached(&format!(
            "select {SESSION} from sessions where owner = ?1 and client_request_id = ?2"
        ))?;
        let known = query
            .query_row([&new.session.owner, request], |row| Ok(session(row)))
            .optional()?
            .transpose()?;
        if let Some(known) = known {
            let fingerprint: String = tx.query_row(
                "select fingerprint from sessions where id = ?1",
                [known.id.as_str()],
                |row| row.get(0),
            )?;
            if fingerprint != new.fingerprint.to_string() {
                return Err(StoreError::RequestReused);
            }
            return Ok(Some(known));
        }
    }
    let Some(since) = new.same_since else {
        return Ok(None);
    };
    let mut query = tx.prepare_cached(&format!(
        "select {SESSION} from sessions where owner = ?1 and fingerprint = ?2 and created_at >= ?3 \
         and state <> 'archived' order by created_at desc limit 1"
    ))?;
    let fingerprint = new.fingerprint.to_string();
    query
        .query_row(params![new.session.owner, fingerprint, since.0], |row| Ok(session(row)))
        .optional()?
        .transpose()
}

pub(super) fn check(tx: &Transaction<'_>, session: &SessionId, guard: Guard) -> Result<()> {
    match guard {
        Guard::None => Ok(()),
        Guard::Idle => {
            check_inactive(tx, session)?;
            let state: String = tx
                .prepare_cached("select state from sessions where id = ?1")?
                .query_row([session.as_str()], |row| row.get(0))?;
            if state == "archived" { Err(StoreError::Archived) } else { Ok(()) }
        }
        Guard::Lease(run, epoch) => {
            let held: Option<bool> = tx
                .prepare_cached(
                    "select runs.lease_epoch = ?3 and sessions.epoch = ?3 from runs \
                     join sessions on sessions.id = runs.session where runs.session = ?1 \
                     and number = ?2 and runs.state in ('running', 'stopping')",
                )?
                .query_row(params![session.as_str(), run.0, epoch], |row| row.get(0))
                .optional()?;
            if held == Some(true) { Ok(()) } else { Err(StoreError::Fenced) }
        }
    }
}

pub(super) fn check_inactive(tx: &Transaction<'_>, session: &SessionId) -> Result<()> {
    let active: Option<u32> = tx
        .prepare_cached(
            "select number from runs where session = ?1 and state in ('running', 'stopping')",
        )?
        .query_row([session.as_str()], |row| row.get(0))
        .optional()?;
    active.map_or(Ok(()), |number| Err(StoreError::Active(RunId(number))))
}

pub(super) fn apply(tx: &Transaction<'_>, commit: &Commit<'_>) -> Result<()> {
    let (session, at) = (commit.session.as_str(), commit.at.0);
    let events = commit.changes.iter().filter(|change| matches!(change, Change::Event(..))).count();
    let last: u64 = tx
        .prepare_cached(
            "update sessions set last_event = last_event + ?2, updated_at = ?3 where id = ?1 \
             returning last_event",
        )?
        .query_row(params![session, events as i64, at], |row| row.get(0))?;
    let mut number = last - events as u64;
    for change in commit.changes {
        match change {
            Change::Content(digest, bytes) => insert_content(tx, digest, bytes)?,
            Change::Artifact(new) => write_artifact(tx, commit, new)?,
            Change::LiveLog { path, sha256, size } => write_log(tx, commit, path, *sha256, *size)?,
            Change::Record(task, record) => {
                tx.prepare_cached(
                    "insert or replace into records (session, task, record) values (?1, ?2, ?3)",
                )?
                .execute(params![session, task.as_str(), json(record)?])?;
                withdraw(tx, session, task)?;
            }
            Change::Offer { task, key, inputs } => {
                let Guard::Lease(run, _) = commit.guard else {
                    return Err(StoreError::Fenced);
                };
                tx.prepare_cached(OFFER)?.execute(params![
                    session,
                    task.as_str(),
                    run.0,
                    key.to_string(),
                    json(inputs)?
                ])?;
            }
            Change::Withdraw(task) => withdraw(tx, session, task)?,
            Change::Invalidate(task, reason) => {
                withdraw(tx, session, task)?;
                tx.prepare_cached(
                    "update records set record = json_set(record, '$.invalidated', ?3) \
                     where session = ?1 and task = ?2",
                )?
                .execute(params![session, task.as_str(), reason])?;
            }
            Change::Unpin(path) => {
                tx.prepare_cached(
                    "update artifacts set pinned = 0 where session = ?1 and path = ?2",
                )?
                .execute(params![session, path.as_str()])?;
            }
            Change::Event(kind, data) => {
                number += 1;
                tx.prepare_cached(
                    "insert into events (session, number, ts, type, data) \
                     values (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![
                    session,
                    number,
                    at,
                    kind.as_str(),
                    json(data)?
                ])?;
            }
            Change::Archive => {
                tx.prepare_cached("update sessions set state = 'archived' where id = ?1")?
                    .execute([session])?;
            }
            Change::Describe(metadata) => {
                tx.prepare_cached("update sessions set metadata = ?2 where id = ?1")?
                    .execute(params![session, json(metadata)?])?;
            }
            Change::Progress(_)
            | Change::Renew(_)
            | Change::Adopt { .. }
            | Change::Stop(..)
            | Change::End(..) => {
                change_run(tx, commit, change)?;
            }
        }
    }
    Ok(())
}

fn change_run(tx: &Transaction<'_>, commit: &Commit<'_>, change: &Change) -> Result<()> {
    let (session, at) = (commit.session.as_str(), commit.at.0);
    let number = match (commit.guard, change) {
        (_, &Change::Stop(run, _)) | (Guard::Lease(run, _), _) => run.0,
        _ => return Err(StoreError::Fenced),
    };
    match change {
        Change::Progress(progress) => {
            tx.prepare_cached(
                "update runs set progress = ?3, progressed_at = ?4 \
                 where session = ?1 and number = ?2",
            )?
            .execute(params![session, number, json(progress)?, at])?;
        }
        Change::Renew(expires) => {
            tx.prepare_cached(
                "update runs set lease_expires_at = ?3 where session = ?1 and number = ?2",
            )?
            .execute(params![session, number, expires.0])?;
        }
        Change::Adopt { owner, expires_at } => {
            let adopted = tx
                .prepare_cached(
                    "update runs set lease_owner = ?3, lease_expires_at = ?4, \
                     lease_epoch = lease_epoch + 1 \
                     where session = ?1 and number = ?2 and lease_expires_at < ?5",
                )?
                .execute(params![session, number, owner, expires_at.0, at])?;
            if adopted == 0 {
                return Err(StoreError::Fenced);
            }
            tx.prepare_cached("update sessions set epoch = epoch + 1 where id = ?1")?
                .execute([session])?;
        }
        Change::Stop(_, reason) => {
            let asked = tx
                .prepare_cached(
                    "update runs set state = 'stopping', stop = ?3 \
                     where session = ?1 and number = ?2 and state in ('running', 'stopping')",
                )?
                .execute(params![session, number, json(reason)?])?;
            if asked == 0 {
                return Err(StoreError::Fenced);
            }
        }
        Change::End(state, error) => {
            tx.prepare_cached(
                "update runs set state = ?3, error = ?4, ended_at = ?5 \
                 where session = ?1 and number = ?2",
            )?
            .execute(params![session, number, state.as_str(), json(error)?, at])?;
            tx.prepare_cached("update sessions set epoch = epoch + 1 where id = ?1")?
                .execute([session])?;
        }
        _ => {}
    }
    Ok(())
}

fn write_artifact(tx: &Transaction<'_>, commit: &Commit<'_>, new: &NewArtifact) -> Result<()> {
    if let Expected::Exactly(expected) = new.expected {
        let actual = head(tx, commit.session, new.path.as_str())?.map(|artifact| artifact.sha256);
        if expected != actual {
            return Err(StoreError::Conflict { path: new.path.clone(), actual });
        }
    }
    let latest: u32 = tx
        .prepare_cached(
            "select coalesce(max(version), 0) from versions where session = ?1 and path = ?2",
        )?
        .query_row([commit.session.as_str(), new.path.as_str()], |row| row.get(0))?;
    let (sha256, author) = (new.sha256.to_string(), json(&new.author)?);
    for statement in [INSERT_ARTIFACT, INSERT_VERSION] {
        tx.prepare_cached(statement)?.execute(params![
            commit.session.as_str(),
            new.path.as_str(),
            latest + 1,
            sha256,
            new.size as i64,
            new.kind.as_str(),
            author,
            new.pinned,
            commit.at.0,
        ])?;
    }
    Ok(())
}

fn withdraw(tx: &Transaction<'_>, session: &str, task: &TaskName) -> Result<()> {
    tx.prepare_cached("delete from claims where session = ?1 and task = ?2")?
        .execute([session, task.as_str()])?;
    Ok(())
}

pub(super) fn insert_content(tx: &Transaction<'_>, digest: &Digest, bytes: &[u8]) -> Result<()> {
    // Content that was altered on disk is replaced.
    tx.prepare_cached(
        "insert into contents (sha256, bytes) values (?1, ?2) on conflict (sha256) \
         do update set bytes = excluded.bytes where contents.bytes <> excluded.bytes",
    )?
    .execute(params![digest.to_string(), bytes])?;
    Ok(())
}

fn write_log(
    tx: &Transaction<'_>,
    commit: &Commit<'_>,
    path: &ArtifactPath,
    sha256: Digest,
    size: u64,
) -> Result<()> {
    tx.prepare_cached(
        "insert into artifacts (session, path, version, sha256, size, kind, author, pinned, live, \
         updated_at) values (?1, ?2, 0, ?3, ?4, 'log', ?5, 0, 1, ?6) \
         on conflict (session, path) do update set sha256 = ?3, size = ?4, live = 1, updated_at = ?6",
    )?
    .execute(params![
        commit.session.as_str(),
        path.as_str(),
        sha256.to_string(),
        size as i64,
        json(&Author::Engine)?,
        commit.at.0,
    ])?;
    Ok(())
}

pub(super) fn head(db: &Connection, session: &SessionId, path: &str) -> Result<Option<Artifact>> {
    let mut query = db.prepare_cached(&format!(
        "select {ARTIFACT} from artifacts where session = ?1 and path = ?2"
    ))?;
    query.query_row([session.as_str(), path], |row| Ok(artifact(row))).optional()?.transpose()
}
