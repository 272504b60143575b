//! The store of many machines: one PostgreSQL database, shared by every process that can reach it.
//!
//! A lost connection is no failure: work is repeated until the database is back, and a commit whose
//! answer was lost is looked up by the receipt it left, so that nothing happens twice.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPool, PgPoolOptions};
use sqlx::{query, query_scalar};
use tokio::runtime::Runtime;

use changes::{apply, check, insert_content, known_request};
use receipts::Receipts;

use planner::Digest;

use super::blobs::SMALL;
use super::rows::{
    ARTIFACT, CLAIM, Columns as _, EVENT, RUN, SESSION, artifact, claim, event, json, parsed,
    run_of, session,
};
use super::{
    Change, Commit, Created, Guard, Look, MIGRATIONS, MISSING, NewRun, NewSession, ORPHANS,
    Overview, REMOVALS, Store, StoreError,
};
use crate::artifact::{Artifact, ArtifactPath};
use crate::clock::{Deadline, Timestamp};
use crate::event::{Cursor, Event, Page};
use crate::lease::{Bid, Claim, Hold, Lease};
use crate::run::freshness::Record;
use crate::run::{Progress, Run, RunId, RunState};
use crate::session::{Session, SessionId};
use crate::task_name::TaskName;

mod changes;
mod questions;
mod receipts;

type Result<T> = std::result::Result<T, StoreError>;

/// Carries the id of every session that changes, behind the process that changed it.
const CHANNEL: &str = "planexe";
/// Stands in the place of a process when only the tasks offered to workers changed.
const CLAIMS: &str = "claims";
/// How long a database may be away before a call fails.
const PATIENCE: Duration = Duration::from_secs(30);
/// Between two attempts to reach it.
const PAUSE: Duration = Duration::from_millis(200);
/// Connections of one process for changes.
const WRITERS: u32 = 8;
/// Connections of one process for questions, which so never wait for changes; one of them listens.
const READERS: u32 = 5;

/// A database, reached over a few connections.
pub(crate) struct Postgres {
    writers: PgPool,
    readers: PgPool,
    runtime: Runtime,
    receipts: Receipts,
    /// Tells our own notifications from those of others.
    origin: String,
}

/// What a process is told about the changes of others.
#[derive(Debug, Clone)]
pub(crate) enum Notice {
    /// The session has new events, or another state.
    Session(SessionId),
    /// A task of the session was offered to workers, or one of them said something.
    Claims(SessionId),
    /// The connection was lost in between.
    Anything,
}

impl Postgres {
    /// Connects to `postgres://…` and brings the tables up to date.
    pub(crate) fn connect(url: &str) -> Result<Self> {
        let options: PgConnectOptions =
            url.parse().map_err(|error: sqlx::Error| unreadable(&error.to_string()))?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(|error| StoreError::Database(format!("no runtime: {error}").into()))?;
        let pool = |most: u32| {
            PgPoolOptions::new()
                .max_connections(most)
                .acquire_timeout(Duration::from_secs(5))
                // A dead connection is found by its first use, which is repeated: asking each time
                // before would double the way to the server and back.
                .test_before_acquire(false)
                .connect_lazy_with(options.clone())
        };
        let (writers, readers) = runtime.block_on(async { (pool(WRITERS), pool(READERS)) });
        let mut origin = [0; 8];
        getrandom::fill(&mut origin)
            .map_err(|error| unreadable(&format!("no random numbers: {error}")))?;
        let origin = format!("{:016x}", u64::from_be_bytes(origin));
        let store = Self { writers, readers, runtime, receipts: Receipts::default(), origin };
        store.prepare()?;
        Ok(store)
    }

    /// Calls `changed` with what other processes change, and with the claims of any, from now on
    /// until it says that nobody listens.
    pub(crate) fn listen(&self, changed: impl Fn(Notice) -> bool + Send + 'static) {
        let (pool, own) = (self.readers.clone(), self.origin.clone());
        self.runtime.spawn(async move {
            loop {
                if let Ok(mut listener) = PgListener::connect_with(&pool).await
                    && listener.listen(CHANNEL).await.is_ok()
                {
                    // What was said before we listened is lost as well.
                    let mut is_wanted = changed(Notice::Anything);
                    while is_wanted && let Ok(told) = listener.try_recv().await {
                        is_wanted = match told {
                            None => changed(Notice::Anything),
                            Some(told) => notice(told.payload(), &own).is_none_or(&changed),
                        };
                    }
                    if !is_wanted {
                        return;
                    }
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    /// The server's version, which also shows that it answers.
    pub(crate) fn version(&self) -> Result<String> {
        self.read(async |db| {
            Ok(query_scalar("select current_setting('server_version')").fetch_one(db).await?)
        })
    }

    /// The server's own time.
    pub(crate) fn clock(&self) -> Result<Timestamp> {
        self.read(async |db| {
            let now = "select (extract(epoch from clock_timestamp()) * 1000)::bigint";
            Ok(Timestamp(query_scalar(now).fetch_one(db).await?))
        })
    }

    #[expect(clippy::needless_pass_by_value, reason = "closures read better in their place")]
    fn read<T>(&self, work: impl AsyncFn(&mut PgConnection) -> Result<T>) -> Result<T> {
        let attempt = async || {
            let mut connection = self.readers.acquire().await?;
            work(&mut connection).await
        };
        self.runtime.block_on(patiently(attempt))
    }

    /// Brings the tables up to date. Doing it again does nothing, so no receipt is needed.
    fn prepare(&self) -> Result<()> {
        let attempt = async || {
            let mut transaction = self.writers.begin().await?;
            migrate(&mut transaction).await?;
            receipts::sweep(&mut transaction).await?;
            Ok(transaction.commit().await?)
        };
        self.runtime.block_on(patiently(attempt))
    }

    /// Runs `work` in a transaction, once.
    #[expect(clippy::needless_pass_by_value, reason = "closures read better in their place")]
    fn transact<T>(&self, work: impl AsyncFn(&mut PgConnection) -> Result<T>) -> Result<T> {
        let attempt = async || {
            let mut transaction = self.writers.begin().await?;
            let token = self.receipts.leave(&mut transaction).await?;
            let done = work(&mut transaction).await?;
            match transaction.commit().await.map_err(StoreError::from) {
                Ok(()) => {
                    self.receipts.spend(token);
                    Ok(done)
                }
                // The answer is lost, not necessarily the commit.
                Err(StoreError::Away(_)) if self.is_committed(&token).await? => Ok(done),
                Err(error) => Err(error),
            }
        };
        self.runtime.block_on(patiently(attempt))
    }

    async fn is_committed(&self, token: &str) -> Result<bool> {
        patiently(async || {
            let mut connection = self.readers.acquire().await?;
            receipts::is_committed(&mut connection, token).await
        })
        .await
    }
}

/// Repeats an attempt while the database is away.
async fn patiently<T, F: Future<Output = Result<T>>>(attempt: impl Fn() -> F) -> Result<T> {
    let deadline = Deadline::after(PATIENCE);
    loop {
        match attempt().await {
            Err(StoreError::Away(_)) if !deadline.left().is_zero() => {
                tokio::time::sleep(PAUSE).await;
            }
            other => return other,
        }
    }
}

async fn migrate(db: &mut PgConnection) -> Result<()> {
    // Two processes that come first at the same time would both make the tables.
    query("select pg_advisory_xact_lock(7052639)").execute(&mut *db).await?;
    query("create table if not exists planexe_schema (version bigint not null)")
        .execute(&mut *db)
        .await?;
    let version: Option<i64> =
        query_scalar("select max(version) from planexe_schema").fetch_one(&mut *db).await?;
    let version = version.unwrap_or(0) as usize;
    let missing = MIGRATIONS.get(version..).ok_or_else(|| {
        unreadable(&format!("schema {version}; this program knows {}", MIGRATIONS.len()))
    })?;
    for migration in missing {
        sqlx::raw_sql(*migration).execute(&mut *db).await?;
    }
    if !missing.is_empty() {
        query("delete from planexe_schema").execute(&mut *db).await?;
        query("insert into planexe_schema (version) values ($1)")
            .bind(MIGRATIONS.len() as i64)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// A statement from the fixed column lists and the text of this file; values are always bound.
fn sql(text: String) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(text)
}

/// What a notification says, unless it is our own.
fn notice(payload: &str, own: &str) -> Option<Notice> {
    let (origin, session) = payload.split_once(' ')?;
    let session = session.parse().ok()?;
    match origin {
        CLAIMS => Some(Notice::Claims(session)),
        origin if origin == own => None,
        _ => Some(Notice::Session(session)),
    }
}

async fn tell(db: &mut PgConnection, origin: &str, session: &SessionId) -> Result<()> {
    let payload = format!("{origin} {session}");
    query("select pg_notify($1, $2)").bind(CHANNEL).bind(payload).execute(db).await?;
    Ok(())
}

impl Store for Postgres {
    fn create(&self, new: &NewSession, changes: &[Change]) -> Result<Created> {
        self.transact(async |db| {
            if let Some(known) = known_request(db, new).await? {
                return Ok(Created::Known(Box::new(known)));
            }
            let session = &new.session;
            query(
                "insert into sessions (id, owner, config, metadata, state, client_request_id, \
                 fingerprint, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)",
            )
            .bind(session.id.as_str())
            .bind(&session.owner)
            .bind(json(&session.config)?)
            .bind(json(&session.metadata)?)
            .bind(session.state.as_str())
            .bind(&new.client_request_id)
            .bind(new.fingerprint.to_string())
            .bind(session.created_at.0)
            .execute(&mut *db)
            .await?;
            let at = session.created_at;
            let commit = Commit { session: &session.id, guard: Guard::None, changes, at };
            apply(db, &commit).await?;
            tell(db, &self.origin, &session.id).await?;
            Ok(Created::New)
        })
    }

    fn session(&self, id: &SessionId) -> Result<Option<Session>> {
        self.read(async |db| questions::session(db, id).await)
    }

    fn sessions(&self, owner: &str) -> Result<Vec<Session>> {
        self.read(async |db| {
            let text = format!(
                "select {SESSION} from sessions where owner = $1 order by created_at desc, id desc"
            );
            let rows = query(sql(text)).bind(owner).fetch_all(db).await?;
            rows.iter().map(session).collect()
        })
    }

    fn begin(&self, new: &NewRun, changes: &dyn Fn(&Run) -> Vec<Change>) -> Result<Run> {
        self.transact(async |db| {
            check(db, &new.session, Guard::Idle).await?;
            let row = query(
                "update sessions set last_run = last_run + 1, epoch = epoch + 1, \
                 state = 'active' where id = $1 returning last_run, epoch",
            )
            .bind(new.session.as_str())
            .fetch_one(&mut *db)
            .await?;
            let (number, epoch) = (row.number(0)?, row.number(1)?);
            let run = Run {
                id: RunId(number as u32),
                target: new.target,
                state: RunState::Running,
                progress: Progress::none(),
                started_at: new.at,
                ended_at: None,
                progressed_at: new.at,
                error: Value::Null,
                stop: None,
                lease: Lease {
                    owner: new.owner.clone(),
                    epoch: epoch as u64,
                    expires_at: new.expires_at,
                },
            };
            query(
                "insert into runs (session, number, target, state, progress, started_at, \
                 progressed_at, lease_owner, lease_epoch, lease_expires_at) \
                 values ($1, $2, $3, 'running', $4, $5, $5, $6, $7, $8)",
            )
            .bind(new.session.as_str())
            .bind(number)
            .bind(new.target.as_str())
            .bind(json(&run.progress)?)
            .bind(new.at.0)
            .bind(&new.owner)
            .bind(epoch)
            .bind(new.expires_at.0)
            .execute(&mut *db)
            .await?;
            let (guard, changes) = (crate::lease::guard(&run), changes(&run));
            let commit = Commit { session: &new.session, guard, changes: &changes, at: new.at };
            apply(db, &commit).await?;
            tell(db, &self.origin, &new.session).await?;
            Ok(run)
        })
    }

    fn commit(&self, commit: &Commit<'_>) -> Result<()> {
        self.transact(async |db| {
            check(db, commit.session, commit.guard).await?;
            apply(db, commit).await?;
            if commit.changes.iter().any(|it| matches!(it, Change::Offer { .. })) {
                tell(db, CLAIMS, commit.session).await?;
            }
            tell(db, &self.origin, commit.session).await
        })
    }

    fn remove(&self, session: &SessionId) -> Result<Vec<Digest>> {
        self.transact(async |db| {
            match check(db, session, Guard::Idle).await {
                Ok(()) | Err(StoreError::Archived) => {}
                Err(error) => return Err(error),
            }
            let orphans: Vec<String> = query_scalar(ORPHANS)
                .bind(session.as_str())
                .bind(SMALL as i64)
                .fetch_all(&mut *db)
                .await?;
            for removal in REMOVALS {
                query(removal).bind(session.as_str()).execute(&mut *db).await?;
            }
            tell(db, &self.origin, session).await?;
            orphans.iter().map(|text| parsed(text)).collect()
        })
    }

    fn run(&self, session: &SessionId, id: Option<RunId>) -> Result<Option<Run>> {
        self.read(async |db| questions::run(db, session, id).await)
    }

    fn active(&self) -> Result<Vec<(SessionId, Run)>> {
        self.read(async |db| {
            let text = format!("select {RUN} from runs where state in ('running', 'stopping')");
            query(sql(text)).fetch_all(db).await?.iter().map(run_of).collect()
        })
    }

    fn lapsed(&self, at: Timestamp) -> Result<Vec<(SessionId, Run)>> {
        self.read(async |db| {
            let text = format!(
                "select {RUN} from runs where state in ('running', 'stopping') \
                 and lease_expires_at < $1 order by lease_expires_at limit 16"
            );
            query(sql(text)).bind(at.0).fetch_all(db).await?.iter().map(run_of).collect()
        })
    }

    fn overview(&self, look: &Look<'_>) -> Result<Option<Overview>> {
        self.read(async |db| questions::overview(db, look).await)
    }

    fn artifacts(&self, session: &SessionId, prefix: &str) -> Result<Vec<Artifact>> {
        self.read(async |db| {
            let text = format!(
                "select {ARTIFACT} from artifacts where session = $1 and starts_with(path, $2) \
                 order by path collate \"C\""
            );
            let rows = query(sql(text)).bind(session.as_str()).bind(prefix).fetch_all(db).await?;
            rows.iter().map(artifact).collect()
        })
    }

    fn standing(&self, session: &SessionId, paths: &[&str]) -> Result<Vec<Option<Artifact>>> {
        self.read(async |db| {
            let text =
                format!("select {ARTIFACT} from artifacts where session = $1 and path = any($2)");
            let rows = query(sql(text)).bind(session.as_str()).bind(paths).fetch_all(db).await?;
            let found = rows.iter().map(artifact).collect::<Result<Vec<_>>>()?;
            let at = |path: &&str| found.iter().find(|it| it.path.as_str() == *path).cloned();
            Ok(paths.iter().map(at).collect())
        })
    }

    fn artifact(&self, session: &SessionId, path: &ArtifactPath) -> Result<Option<Artifact>> {
        Ok(self.standing(session, &[path.as_str()])?.pop().flatten())
    }

    fn versions(&self, session: &SessionId, path: &ArtifactPath) -> Result<Vec<Artifact>> {
        self.read(async |db| {
            let text = format!(
                "select {ARTIFACT} from versions where session = $1 and path = $2 order by version"
            );
            let rows =
                query(sql(text)).bind(session.as_str()).bind(path.as_str()).fetch_all(db).await?;
            rows.iter().map(artifact).collect()
        })
    }

    fn records(&self, session: &SessionId) -> Result<Vec<(TaskName, Record)>> {
        self.read(async |db| questions::records(db, session).await)
    }

    fn put_content(&self, digest: &Digest, bytes: &[u8]) -> Result<()> {
        self.transact(async |db| insert_content(db, digest, bytes).await)
    }

    fn content(&self, digest: &Digest) -> Result<Option<Vec<u8>>> {
        self.read(async |db| {
            Ok(query_scalar("select bytes from contents where sha256 = $1")
                .bind(digest.to_string())
                .fetch_optional(db)
                .await?)
        })
    }

    fn missing(&self, session: &SessionId) -> Result<Vec<String>> {
        self.read(async |db| {
            let missing = query_scalar(MISSING).bind(session.as_str()).bind(SMALL as i64);
            Ok(missing.fetch_all(db).await?)
        })
    }

    fn events(&self, session: &SessionId, since: Cursor, limit: usize) -> Result<Page> {
        self.read(async |db| {
            // The last number is read first: events that arrive in between are for the next page.
            let last: i64 = query_scalar("select last_event from sessions where id = $1")
                .bind(session.as_str())
                .fetch_one(&mut *db)
                .await?;
            if since.0 > last as u64 {
                return Err(StoreError::Ahead(Cursor(last as u64)));
            }
            let text = format!(
                "select {EVENT} from events where session = $1 and number > $2 and number <= $3 \
                 order by number limit $4"
            );
            let rows = query(sql(text))
                .bind(session.as_str())
                .bind(since.0 as i64)
                .bind(last)
                .bind(limit as i64)
                .fetch_all(db)
                .await?;
            let events = rows.iter().map(event).collect::<Result<Vec<Event>>>()?;
            let cursor = events.last().map_or(since, |event| event.cursor);
            Ok(Page { has_more: cursor.0 < last as u64, cursor, events })
        })
    }

    fn claims(&self, session: &SessionId) -> Result<Vec<Claim>> {
        self.read(async |db| {
            let text = format!("select {CLAIM} from claims where session = $1");
            let rows = query(sql(text)).bind(session.as_str()).fetch_all(db).await?;
            rows.iter().map(claim).collect()
        })
    }

    fn take(&self, bid: &Bid<'_>) -> Result<Option<Claim>> {
        self.transact(async |db| {
            let text = format!(
                "update claims set state = 'taken', owner = $4, epoch = epoch + 1, \
                 expires_at = $6, news = 'null' where session = $1 and run = $2 and task = $3 and \
                 (state = 'open' or state = 'taken' and expires_at < $5) and exists (select 1 \
                 from runs where session = $1 and number = $2 and state = 'running') \
                 returning {CLAIM}"
            );
            let won = query(sql(text))
                .bind(bid.session.as_str())
                .bind(i64::from(bid.run.0))
                .bind(bid.task)
                .bind(bid.owner)
                .bind(bid.at.0)
                .bind(bid.expires_at.0)
                .fetch_optional(&mut *db)
                .await?;
            won.as_ref().map(claim).transpose()
        })
    }

    fn renew(&self, hold: &Hold<'_>, expires_at: Timestamp, news: &Value) -> Result<()> {
        self.transact(async |db| {
            let kept = query(
                "update claims set expires_at = $5, news = $6 where session = $1 and run = $2 \
                 and task = $3 and epoch = $4 and state = 'taken' and exists (select 1 from runs \
                 where session = $1 and number = $2 and state = 'running')",
            )
            .bind(hold.session.as_str())
            .bind(i64::from(hold.run.0))
            .bind(hold.task)
            .bind(hold.epoch as i64)
            .bind(expires_at.0)
            .bind(json(news)?)
            .execute(&mut *db)
            .await?;
            held(kept.rows_affected())?;
            tell(db, CLAIMS, hold.session).await
        })
    }

    fn settle(
        &self,
        hold: &Hold<'_>,
        outcome: &Value,
        contents: &[(Digest, Arc<[u8]>)],
    ) -> Result<()> {
        self.transact(async |db| {
            let kept = query(
                "update claims set state = 'settled', outcome = $5 where session = $1 \
                 and run = $2 and task = $3 and epoch = $4 and state = 'taken' and exists \
                 (select 1 from runs where session = $1 and number = $2 \
                 and state in ('running', 'stopping'))",
            )
            .bind(hold.session.as_str())
            .bind(i64::from(hold.run.0))
            .bind(hold.task)
            .bind(hold.epoch as i64)
            .bind(json(outcome)?)
            .execute(&mut *db)
            .await?;
            held(kept.rows_affected())?;
            for (digest, bytes) in contents {
                insert_content(db, digest, bytes).await?;
            }
            tell(db, CLAIMS, hold.session).await
        })
    }

    fn release(&self, hold: &Hold<'_>) -> Result<()> {
        self.transact(async |db| {
            let released = query(
                "update claims set state = 'open', epoch = epoch + 1, expires_at = 0 \
                 where session = $1 and run = $2 and task = $3 and epoch = $4 and state = 'taken'",
            )
            .bind(hold.session.as_str())
            .bind(i64::from(hold.run.0))
            .bind(hold.task)
            .bind(hold.epoch as i64)
            .execute(&mut *db)
            .await?;
            held(released.rows_affected())?;
            tell(db, CLAIMS, hold.session).await
        })
    }
}

fn held(rows: u64) -> Result<()> {
    if rows == 1 { Ok(()) } else { Err(StoreError::Fenced) }
}

fn unreadable(text: &str) -> StoreError {
    StoreError::Unreadable(text.to_owned())
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let is_away = match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed => true,
            // 08 connection, 57P shutdown and start, 53300 too many connections, 40 conflict of two
            // transactions, 23505 two equal requests at the same moment: the next attempt finds
            // the first one.
            sqlx::Error::Database(fault) => fault.code().is_some_and(|code| {
                ["08", "57P", "53300", "40", "23505"].iter().any(|it| code.starts_with(it))
            }),
            _ => false,
        };
        if is_away { Self::Away(error.into()) } else { Self::Database(error.into()) }
    }
}
