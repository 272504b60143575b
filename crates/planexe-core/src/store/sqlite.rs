//! The embedded store: one SQLite file in WAL mode, shared by every process of the machine.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params,
};
use serde_json::Value;

use changes::{apply, check, check_inactive, head, insert_content, known_request};

use planner::Digest;

use super::blobs::SMALL;
use super::rows::{
    ARTIFACT, CLAIM, EVENT, RUN, SESSION, artifact, claim, event, json, parsed, run, run_of,
    session, unjson,
};
use super::{
    Change, Commit, Created, Guard, Look, MIGRATIONS, NewRun, NewSession, ORPHANS, Overview,
    REMOVALS, Store, StoreError, listed,
};
use crate::artifact::{Artifact, ArtifactPath};
use crate::clock::Timestamp;
use crate::event::{Cursor, Event, Page};
use crate::lease::{Bid, Claim, Hold, Lease};
use crate::run::freshness::Record;
use crate::run::{Progress, Run, RunId, RunState};
use crate::session::{Session, SessionId};
use crate::task_name::TaskName;

mod changes;

type Result<T> = std::result::Result<T, StoreError>;

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
        write_ahead(&writer)?;
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

const PATIENCE: Duration = Duration::from_secs(10);

fn connect(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Switches the file to a write-ahead log. When several processes do that to a new file at once,
/// SQLite sends all but one away without waiting, whatever the time-out: they come back.
#[expect(clippy::disallowed_methods, reason = "giving up needs a clock")]
fn write_ahead(connection: &Connection) -> Result<()> {
    let started = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < PATIENCE =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            done => return Ok(done?),
        }
    }
}

fn migrate(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: usize = transaction.query_row("pragma user_version", [], |row| row.get(0))?;
    let missing = MIGRATIONS.get(version..).ok_or_else(|| {
        let known = MIGRATIONS.len();
        StoreError::Unreadable(format!("schema {version}; this program knows {known}"))
    })?;
    for migration in missing {
        // Clustered tables: what PostgreSQL has no word for is a comment there.
        transaction.execute_batch(&migration.replace("/* without rowid */", "without rowid"))?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len())?;
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
            let mut query =
                db.prepare_cached(&format!("select {SESSION} from sessions where id = ?1"))?;
            query.query_row([id.as_str()], |row| Ok(session(row))).optional()?.transpose()
        })
    }

    fn sessions(&self, owner: &str) -> Result<Vec<Session>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "select {SESSION} from sessions where owner = ?1 order by created_at desc, rowid desc"
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
                stop: None,
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
            let (guard, changes) = (crate::lease::guard(&run), changes(&run));
            apply(tx, &Commit { session: &new.session, guard, changes: &changes, at: new.at })?;
            Ok(run)
        })
    }

    fn remove(&self, session: &SessionId) -> Result<Vec<Digest>> {
        self.write(Durability::Power, |tx| {
            check_inactive(tx, session)?;
            let orphans: Vec<String> = tx
                .prepare(&ORPHANS.replace('$', "?"))?
                .query_map(params![session.as_str(), SMALL as i64], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for removal in REMOVALS {
                tx.execute(&removal.replace('$', "?"), [session.as_str()])?;
            }
            orphans.iter().map(|text| parsed(text)).collect()
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
                "select {RUN} from runs where session = ?1 and number = \
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
            let mut query = db.prepare_cached(&format!(
                "select {RUN} from runs where state in ('running', 'stopping')"
            ))?;
            let rows = query.query_map([], |row| Ok(run_of(row)))?;
            rows.map(|row| row?).collect()
        })
    }

    fn lapsed(&self, at: Timestamp) -> Result<Vec<(SessionId, Run)>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "select {RUN} from runs where state in ('running', 'stopping') \
                 and lease_expires_at < ?1 order by lease_expires_at limit 16"
            ))?;
            let rows = query.query_map([at.0], |row| Ok(run_of(row)))?;
            rows.map(|row| row?).collect()
        })
    }

    fn overview(&self, look: &Look<'_>) -> Result<Option<Overview>> {
        let Some(session) = self.session(look.session)? else {
            return Ok(None);
        };
        let paths = serde_json::to_string(look.paths).unwrap_or_default();
        let found: Vec<Artifact> = self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "select {ARTIFACT} from artifacts where session = ?1 and path in \
                 (select value from json_each(?2) union select path from (select path \
                 from artifacts where session = ?1 order by updated_at desc, path limit ?3))"
            ))?;
            let parameters = params![look.session.as_str(), paths, look.latest as i64];
            query.query_map(parameters, |row| Ok(artifact(row)))?.map(|row| row?).collect()
        })?;
        let (standing, latest) = listed(look, &found);
        Ok(Some(Overview {
            session,
            run: self.run(look.session, None)?,
            records: self.records(look.session)?,
            standing,
            latest,
        }))
    }

    fn artifacts(&self, session: &SessionId, prefix: &str) -> Result<Vec<Artifact>> {
        self.read(|db| {
            let mut query = db.prepare_cached(&format!(
                "select {ARTIFACT} from artifacts where session = ?1 and path >= ?2 \
                 and substr(path, 1, length(?2)) = ?2 order by path"
            ))?;
            let rows = query.query_map([session.as_str(), prefix], |row| Ok(artifact(row)))?;
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
                "select {ARTIFACT} from versions where session = ?1 and path = ?2 order by version"
            ))?;
            let rows =
                query.query_map([session.as_str(), path.as_str()], |row| Ok(artifact(row)))?;
            rows.map(|row| row?).collect()
        })
    }

    fn records(&self, session: &SessionId) -> Result<Vec<(TaskName, Record)>> {
        self.read(|db| {
            let mut query =
                db.prepare_cached("select task, record from records where session = ?1")?;
            let rows = query.query_map([session.as_str()], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })?;
            rows.map(|row| {
                let (task, record) = row?;
                Ok((task.into(), unjson(&record)?))
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

    fn missing(&self, session: &SessionId) -> Result<Vec<String>> {
        self.read(|db| {
            let mut query = db.prepare_cached(
                "select path, artifacts.sha256, bytes from artifacts left join contents \
                 using (sha256) where session = ?1 and size <= ?2 and live = 0",
            )?;
            let mut rows = query.query(params![session.as_str(), SMALL as i64])?;
            let mut missing = Vec::new();
            while let Some(row) = rows.next()? {
                let sha256: String = row.get(1)?;
                let is_whole = |bytes: &[u8]| Digest::of(bytes).to_string() == sha256;
                if !row.get_ref(2)?.as_blob().is_ok_and(is_whole) {
                    missing.push(row.get(0)?);
                }
            }
            Ok(missing)
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
            let mut query = db.prepare_cached(&format!(
                "select {EVENT} from events \
                 where session = ?1 and number > ?2 and number <= ?3 order by number limit ?4"
            ))?;
            let rows = query
                .query_map(params![session.as_str(), since.0, last, limit as i64], |row| {
                    Ok(event(row))
                })?;
            let events = rows.map(|row| row?).collect::<Result<Vec<Event>>>()?;
            let cursor = events.last().map_or(since, |event| event.cursor);
            Ok(Page { has_more: cursor.0 < last, cursor, events })
        })
    }

    fn claims(&self, session: &SessionId) -> Result<Vec<Claim>> {
        self.read(|db| {
            let mut query =
                db.prepare_cached(&format!("select {CLAIM} from claims where session = ?1"))?;
            let rows = query.query_map([session.as_str()], |row| Ok(claim(row)))?;
            rows.map(|row| row?).collect()
        })
    }

    fn take(&self, bid: &Bid<'_>) -> Result<Option<Claim>> {
        self.write(Durability::Process, |tx| {
            let mut query = tx.prepare_cached(&format!(
                "update claims set state = 'taken', owner = ?4, epoch = epoch + 1, \
                 expires_at = ?6, news = 'null' where session = ?1 and run = ?2 and task = ?3 and \
                 (state = 'open' or state = 'taken' and expires_at < ?5) and exists (select 1 \
                 from runs where session = ?1 and number = ?2 and state = 'running') \
                 returning {CLAIM}"
            ))?;
            let (session, run) = (bid.session.as_str(), bid.run.0);
            query
                .query_row(
                    params![session, run, bid.task, bid.owner, bid.at.0, bid.expires_at.0],
                    |row| Ok(claim(row)),
                )
                .optional()?
                .transpose()
        })
    }

    fn renew(&self, hold: &Hold<'_>, expires_at: Timestamp, news: &Value) -> Result<()> {
        self.write(Durability::Process, |tx| {
            let (session, run, epoch) = (hold.session.as_str(), hold.run.0, hold.epoch);
            let kept = tx
                .prepare_cached(
                    "update claims set expires_at = ?5, news = ?6 where session = ?1 \
                     and run = ?2 and task = ?3 and epoch = ?4 and state = 'taken' and exists \
                     (select 1 from runs where session = ?1 and number = ?2 \
                     and state = 'running')",
                )?
                .execute(params![session, run, hold.task, epoch, expires_at.0, json(news)?])?;
            if kept == 1 { Ok(()) } else { Err(StoreError::Fenced) }
        })
    }

    fn settle(
        &self,
        hold: &Hold<'_>,
        outcome: &Value,
        contents: &[(Digest, Arc<[u8]>)],
    ) -> Result<()> {
        self.write(Durability::Power, |tx| {
            let (session, run, epoch) = (hold.session.as_str(), hold.run.0, hold.epoch);
            let kept = tx
                .prepare_cached(
                    "update claims set state = 'settled', outcome = ?5 where session = ?1 \
                     and run = ?2 and task = ?3 and epoch = ?4 and state = 'taken' and exists \
                     (select 1 from runs where session = ?1 and number = ?2 \
                     and state in ('running', 'stopping'))",
                )?
                .execute(params![session, run, hold.task, epoch, json(outcome)?])?;
            if kept == 0 {
                return Err(StoreError::Fenced);
            }
            contents.iter().try_for_each(|(digest, bytes)| insert_content(tx, digest, bytes))
        })
    }

    fn release(&self, hold: &Hold<'_>) -> Result<()> {
        self.write(Durability::Process, |tx| {
            let released = tx
                .prepare_cached(
                    "update claims set state = 'open', epoch = epoch + 1, expires_at = 0 \
                     where session = ?1 and run = ?2 and task = ?3 and epoch = ?4 \
                     and state = 'taken'",
                )?
                .execute(params![hold.session.as_str(), hold.run.0, hold.task, hold.epoch])?;
            if released == 1 { Ok(()) } else { Err(StoreError::Fenced) }
        })
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(error.into())
            }
            _ => Self::Database(error.into()),
        }
    }
}
