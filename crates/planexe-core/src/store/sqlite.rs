//! The embedded store: one SQLite file in WAL mode, shared by every process of the machine.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde_json::Value;

use rows::{artifact, event, json, parsed, run, session, unjson};

use super::{
    Change, Commit, Created, Expected, Guard, NewArtifact, NewRun, NewSession, Store, StoreError,
};
use crate::artifact::{Artifact, ArtifactPath, Author};
use crate::digest::Digest;
use crate::event::{Cursor, Event, Page};
use crate::run::freshness::Record;
use crate::run::{Lease, Progress, Run, RunId, RunState};
use crate::session::{Session, SessionId};

mod rows;

type Result<T> = std::result::Result<T, StoreError>;

const SCHEMA: &str = include_str!("schema.sql");
const SCHEMA_VERSION: i64 = 1;
const SESSION: &str =
    "select id, owner, config, metadata, state, created_at, updated_at from sessions";
const RUN: &str = "select number, target, state, progress, error, started_at, ended_at, \
     progressed_at, lease_owner, lease_epoch, lease_expires_at, session from runs";
const ARTIFACT: &str = "select path, version, sha256, size, kind, author, pinned, live, updated_at";

const INSERT_ARTIFACT: &str = "insert or replace into artifacts (session, path, version, sha256, \
     size, kind, author, pinned, live, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9)";
const INSERT_VERSION: &str = "insert into versions (session, path, version, sha256, size, kind, \
     author, pinned, live, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9)";

/// One connection writes, as SQLite wants it; readers have their own and never wait for it.
pub(crate) struct Sqlite {
    writer: Mutex<Writer>,
    readers: Mutex<Vec<Connection>>,
    path: std::path::PathBuf,
}

impl Sqlite {
    /// Opens, and makes if needed, the database file.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let mut writer = connect(path)?;
        writer.pragma_update(None, "journal_mode", "wal")?;
        migrate(&mut writer)?;
        Ok(Self {
            writer: Mutex::new(Writer { connection: writer, durability: None }),
            readers: Mutex::new(Vec::new()),
            path: path.to_owned(),
        })
    }

    fn read<T>(&self, query: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.path)?,
        };
        let found = query(&connection);
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        found
    }

    /// Runs `work` in a transaction that excludes other writers from its start.
    fn write<T>(
        &self,
        durability: Durability,
        work: impl FnOnce(&Transaction<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.promise(durability)?;
        let transaction =
            writer.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

/// The writing connection, and what its commits survive at present.
struct Writer {
    connection: Connection,
    durability: Option<Durability>,
}

impl Writer {
    fn promise(&mut self, durability: Durability) -> Result<()> {
        if self.durability != Some(durability) {
            let level = match durability {
                Durability::Process => "normal",
                Durability::Power => "full",
            };
            self.connection.pragma_update(None, "synchronous", level)?;
            self.durability = Some(durability);
        }
        Ok(())
    }
}

/// What a commit must survive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Durability {
    /// The end of the process, however it ends.
    Process,
    /// A power cut.
    Power,
}

fn connect(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("pragma user_version", [], |row| row.get(0))?;
    match version {
        0 => {
            transaction.execute_batch(SCHEMA)?;
            transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        }
        SCHEMA_VERSION => {}
        newer => {
            return Err(StoreError::Unreadable(format!(
                "schema {newer}; this program knows {SCHEMA_VERSION}"
            )));
        }
    }
    Ok(transaction.commit()?)
}

impl Store for Sqlite {
    fn create(&self, new: &NewSession, changes: &[Change]) -> Result<Created> {
        self.write(Durability::Power, |tx| {
            if let Some(known) = known_request(tx, new)? {
                return Ok(Created::Known(Box::new(known)));
            }
            let session = &new.session;
            tx.prepare_cached(
                "insert into sessions (id, owner, config, metadata, state, client_request_id, \
                 fingerprint, created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
            )?
            .execute(params![
                session.id.as_str(),
                session.owner,
                json(&session.config)?,
                json(&session.metadata)?,
                session.state.as_str(),
                new.client_request_id,
                new.fingerprint.to_string(),
                session.created_at.0,
            ])?;
            let at = session.created_at;
            apply(tx, &Commit { session: &session.id, guard: Guard::None, changes, at })?;
            Ok(Created::New)
        })
    }

    fn session(&self, id: &SessionId) -> Result<Option<Session>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!("{SESSION} where id = ?1"))?;
            query.query_row([id.as_str()], |row| Ok(session(row))).optional()?.transpose()
        })
    }

    fn sessions(&self, owner: &str) -> Result<Vec<Session>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "{SESSION} where owner = ?1 order by created_at desc, rowid desc"
            ))?;
            query.query_map([owner], |row| Ok(session(row)))?.map(|row| row?).collect()
        })
    }

    fn begin(&self, new: &NewRun, changes: &dyn Fn(&Run) -> Vec<Change>) -> Result<Run> {
        self.write(Durability::Power, |tx| {
            check(tx, &new.session, Guard::Idle)?;
            let (number, epoch) = tx
                .prepare_cached(
                    "update sessions set last_run = last_run + 1, epoch = epoch + 1, \
                     state = 'active' where id = ?1 returning last_run, epoch",
                )?
                .query_row([new.session.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let run = Run {
                id: RunId(number),
                target: new.target,
                state: RunState::Running,
                progress: Progress::none(),
                started_at: new.at,
                ended_at: None,
                progressed_at: new.at,
                error: Value::Null,
                lease: Lease { owner: new.owner.clone(), epoch, expires_at: new.expires_at },
            };
            tx.prepare_cached(
                "insert into runs (session, number, target, state, progress, started_at, \
                 progressed_at, lease_owner, lease_epoch, lease_expires_at) \
                 values (?1, ?2, ?3, 'running', ?4, ?5, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                new.session.as_str(),
                number,
                new.target.as_str(),
                json(&run.progress)?,
                new.at.0,
                new.owner,
                epoch,
                new.expires_at.0,
            ])?;
            let (guard, changes) = (super::guard(&run), changes(&run));
            apply(tx, &Commit { session: &new.session, guard, changes: &changes, at: new.at })?;
            Ok(run)
        })
    }

    fn commit(&self, commit: &Commit<'_>) -> Result<()> {
        let is_light = |change: &Change| {
            matches!(
                change,
                Change::Event(..) | Change::Progress(_) | Change::Renew(_) | Change::LiveLog { .. }
            )
        };
        let durability = if commit.changes.iter().all(is_light) {
            Durability::Process
        } else {
            Durability::Power
        };
        self.write(durability, |tx| {
            check(tx, commit.session, commit.guard)?;
            apply(tx, commit)
        })
    }

    fn run(&self, session: &SessionId, id: Option<RunId>) -> Result<Option<Run>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "{RUN} where session = ?1 and number = \
                 coalesce(?2, (select max(number) from runs where session = ?1))"
            ))?;
            let id = id.map(|id| id.0);
            query
                .query_row(params![session.as_str(), id], |row| Ok(run(row)))
                .optional()?
                .transpose()
        })
    }

    fn active(&self) -> Result<Vec<(SessionId, Run)>> {
        self.read(|db| {
            let mut query =
                db.prepare_cached(&format!("{RUN} where state in ('running', 'stopping')"))?;
            let rows = query.query_map([], |row| Ok((row.get::<_, String>(11), run(row))))?;
            rows.map(|row| {
                let (id, run) = row?;
                Ok((parsed(&id?)?, run?))
            })
            .collect()
        })
    }

    fn artifacts(&self, session: &SessionId, prefix: &str) -> Result<Vec<Artifact>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "{ARTIFACT} from artifacts where session = ?1 and path >= ?2 \
                 and substr(path, 1, length(?2)) = ?2 order by path"
            ))?;
            let rows = query.query_map([session.as_str(), prefix], |row| Ok(artifact(row)))?;
            rows.map(|row| row?).collect()
        })
    }

    fn latest(&self, session: &SessionId, limit: usize) -> Result<Vec<Artifact>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "{ARTIFACT} from artifacts where session = ?1 \
                 order by updated_at desc, path limit ?2"
            ))?;
            let rows = query
                .query_map(params![session.as_str(), limit as i64], |row| Ok(artifact(row)))?;
            rows.map(|row| row?).collect()
        })
    }

    fn standing(&self, session: &SessionId, paths: &[&str]) -> Result<Vec<Option<Artifact>>> {
        self.read(|db| {
            // One transaction: a single lock, and a single moment for all paths.
            let moment = db.unchecked_transaction()?;
            paths.iter().map(|path| head(&moment, session, path)).collect()
        })
    }

    fn artifact(&self, session: &SessionId, path: &ArtifactPath) -> Result<Option<Artifact>> {
        self.read(|db| head(db, session, path.as_str()))
    }

    fn versions(&self, session: &SessionId, path: &ArtifactPath) -> Result<Vec<Artifact>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "{ARTIFACT} from versions where session = ?1 and path = ?2 order by version"
            ))?;
            let rows =
                query.query_map([session.as_str(), path.as_str()], |row| Ok(artifact(row)))?;
            rows.map(|row| row?).collect()
        })
    }

    fn records(&self, session: &SessionId) -> Result<Vec<(String, Record)>> {
        self.read(|db| {
            let mut query =
                db.prepare_cached("select task, record from records where session = ?1")?;
            let rows = query.query_map([session.as_str()], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })?;
            rows.map(|row| {
                let (task, record) = row?;
                Ok((task, unjson(&record)?))
            })
            .collect()
        })
    }

    fn put_content(&self, digest: &Digest, bytes: &[u8]) -> Result<()> {
        // A later commit syncs the same log file, and this content with it.
        self.write(Durability::Process, |tx| insert_content(tx, digest, bytes))
    }

    fn content(&self, digest: &Digest) -> Result<Option<Vec<u8>>> {
        self.read(|db| {
            let mut query = db.prepare_cached("select bytes from contents where sha256 = ?1")?;
            Ok(query.query_row([digest.to_string()], |row| row.get(0)).optional()?)
        })
    }

    fn events(&self, session: &SessionId, since: Cursor, limit: usize) -> Result<Page> {
        self.read(|db| {
            // The last number is read first: events that arrive in between are for the next page.
            let last: u64 = db
                .prepare_cached("select last_event from sessions where id = ?1")?
                .query_row([session.as_str()], |row| row.get(0))?;
            if since.0 > last {
                return Err(StoreError::Ahead(Cursor(last)));
            }
            let mut query = db.prepare_cached(
                "select number, ts, type, data from events \
                 where session = ?1 and number > ?2 and number <= ?3 order by number limit ?4",
            )?;
            let rows = query
                .query_map(params![session.as_str(), since.0, last, limit as i64], |row| {
                    Ok(event(row))
                })?;
            let events = rows.map(|row| row?).collect::<Result<Vec<Event>>>()?;
            let cursor = events.last().map_or(since, |event| event.cursor);
            Ok(Page { has_more: cursor.0 < last, cursor, events })
        })
    }
}

/// The session that an equal, earlier request created.
fn known_request(tx: &Transaction<'_>, new: &NewSession) -> Result<Option<Session>> {
    if let Some(request) = &new.client_request_id {
        let mut query =
            tx.prepare_cached(&format!("{SESSION} where owner = ?1 and client_request_id = ?2"))?;
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
        "{SESSION} where owner = ?1 and fingerprint = ?2 and created_at >= ?3 \
         and state <> 'archived' order by created_at desc limit 1"
    ))?;
    let fingerprint = new.fingerprint.to_string();
    query
        .query_row(params![new.session.owner, fingerprint, since.0], |row| Ok(session(row)))
        .optional()?
        .transpose()
}

fn check(tx: &Transaction<'_>, session: &SessionId, guard: Guard) -> Result<()> {
    match guard {
        Guard::None => Ok(()),
        Guard::Idle => {
            let active: Option<u32> = tx
                .prepare_cached(
                    "select number from runs where session = ?1 \
                     and state in ('running', 'stopping')",
                )?
                .query_row([session.as_str()], |row| row.get(0))
                .optional()?;
            if let Some(number) = active {
                return Err(StoreError::Active(RunId(number)));
            }
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

fn apply(tx: &Transaction<'_>, commit: &Commit<'_>) -> Result<()> {
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
                .execute(params![session, task, json(record)?])?;
            }
            Change::Invalidate(task, reason) => {
                tx.prepare_cached(
                    "update records set record = json_set(record, '$.invalidated', ?3) \
                     where session = ?1 and task = ?2",
                )?
                .execute(params![session, task, reason])?;
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
            Change::Progress(_) | Change::Renew(_) | Change::Stop(..) | Change::End(..) => {
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
        Change::Stop(_, reason) => {
            let asked = tx
                .prepare_cached(
                    "update runs set state = 'stopping', error = ?3 \
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

fn insert_content(tx: &Transaction<'_>, digest: &Digest, bytes: &[u8]) -> Result<()> {
    tx.prepare_cached("insert or ignore into contents (sha256, bytes) values (?1, ?2)")?
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

fn head(db: &Connection, session: &SessionId, path: &str) -> Result<Option<Artifact>> {
    let mut query =
        db.prepare_cached(&format!("{ARTIFACT} from artifacts where session = ?1 and path = ?2"))?;
    query.query_row([session.as_str(), path], |row| Ok(artifact(row))).optional()?.transpose()
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.to_string())
    }
}

#[cfg(test)]
mod tests;
