//! Where sessions live. The trait is what a database must do; `blobs.rs` keeps large content beside it.
//!
//! Every change goes through [`Store::commit`]: a list of changes that become true together or not
//! at all, guarded by the state of the session, and numbered events along with them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::Value;

use planner::{Digest, Kind};

use crate::artifact::{Artifact, ArtifactPath, Author};
use crate::clock::Timestamp;
use crate::event::{Cursor, EventKind, Page};
use crate::graph::Target;
use crate::lease::{Bid, Claim, Hold};
use crate::run::freshness::Record;
use crate::run::{Progress, Run, RunId, RunState, StopRequest};
use crate::session::{Session, SessionId};
use crate::task_name::TaskName;

pub(crate) mod blobs;
pub(crate) mod objects;
pub(crate) mod owner;
pub(crate) mod postgres;
mod rows;
pub(crate) mod salvage;
pub(crate) mod scratch;
pub(crate) mod sqlite;
pub(crate) mod view;

/// What the databases are made of, in order. The same text serves every one of them.
const MIGRATIONS: [&str; 3] = [
    include_str!("store/migrations/0001_sessions.sql"),
    include_str!("store/migrations/0002_claims.sql"),
    include_str!("store/migrations/0003_receipts.sql"),
];

/// What removes a session, in this order. Content that another session has as well stays.
const REMOVALS: [&str; 8] = [
    "delete from contents where sha256 in (select sha256 from versions where session = $1) \
     and sha256 not in (select sha256 from versions where session <> $1) \
     and not exists (select 1 from runs where state in ('running', 'stopping'))",
    "delete from claims where session = $1",
    "delete from events where session = $1",
    "delete from records where session = $1",
    "delete from versions where session = $1",
    "delete from artifacts where session = $1",
    "delete from runs where session = $1",
    "delete from sessions where id = $1",
];

/// Large content that goes when a session is removed: nobody else has it. While a run is active
/// anywhere nothing goes, since it may be about to refer to content that is there already.
const ORPHANS: &str = "select distinct sha256 from versions where session = $1 and size > $2 \
     and sha256 not in (select sha256 from versions where session <> $1) \
     and not exists (select 1 from runs where state in ('running', 'stopping'))";

/// Small content that a session refers to and a PostgreSQL database, which checks its pages itself, does not have.
const MISSING: &str = "select path from artifacts where session = $1 and size <= $2 and live = 0 \
     and not exists (select 1 from contents where contents.sha256 = artifacts.sha256)";

/// A database of sessions. Methods block; implementations are shared between threads.
pub(crate) trait Store: Send + Sync {
    /// Stores a session with its first changes. A known `client_request_id` of the same owner
    /// creates nothing and gives the session it created then.
    fn create(&self, new: &NewSession, changes: &[Change]) -> Result<Created, StoreError>;

    /// The session of that id.
    fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError>;

    /// The sessions of one owner, newest first.
    fn sessions(&self, owner: &str) -> Result<Vec<Session>, StoreError>;

    /// Takes the session for a new run. Exactly one of several callers wins; the others learn
    /// which run is [`StoreError::Active`].
    fn begin(&self, new: &NewRun, changes: &dyn Fn(&Run) -> Vec<Change>)
    -> Result<Run, StoreError>;

    /// Makes all changes true, or none of them.
    fn commit(&self, commit: &Commit<'_>) -> Result<(), StoreError>;

    /// Removes a session and all that belongs to it alone, while no run is active; archived ones too.
    /// Gives the large content that nobody refers to any more.
    fn remove(&self, session: &SessionId) -> Result<Vec<Digest>, StoreError>;

    /// One run, or the latest.
    fn run(&self, session: &SessionId, run: Option<RunId>) -> Result<Option<Run>, StoreError>;

    /// Every active run of every session, for finding lost ones.
    fn active(&self) -> Result<Vec<(SessionId, Run)>, StoreError>;

    /// Some active runs whose lease ended before `at`, longest ago first.
    fn lapsed(&self, at: Timestamp) -> Result<Vec<(SessionId, Run)>, StoreError>;

    /// How a session stands, in one visit: what a status needs must not wait in line for each part.
    fn overview(&self, look: &Look<'_>) -> Result<Option<Overview>, StoreError>;

    /// What stands at each path that begins with `prefix`, in path order.
    fn artifacts(&self, session: &SessionId, prefix: &str) -> Result<Vec<Artifact>, StoreError>;

    /// What stands at each of `paths`, in their order. The cost does not grow with the session.
    fn standing(
        &self,
        session: &SessionId,
        paths: &[&str],
    ) -> Result<Vec<Option<Artifact>>, StoreError>;

    /// What stands at one path.
    fn artifact(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
    ) -> Result<Option<Artifact>, StoreError>;

    /// Every version of one path, oldest first.
    fn versions(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
    ) -> Result<Vec<Artifact>, StoreError>;

    /// How each task of a session last finished, by task name.
    fn records(&self, session: &SessionId) -> Result<Vec<(TaskName, Record)>, StoreError>;

    /// Keeps small content under its digest. The next commit makes it as durable as itself.
    fn put_content(&self, digest: &Digest, bytes: &[u8]) -> Result<(), StoreError>;

    /// Small content by its digest.
    fn content(&self, digest: &Digest) -> Result<Option<Vec<u8>>, StoreError>;

    /// Paths of a session whose small content is gone.
    fn missing(&self, session: &SessionId) -> Result<Vec<String>, StoreError>;

    /// At most `limit` events behind a cursor. A cursor beyond the last event is
    /// [`StoreError::Ahead`].
    fn events(&self, session: &SessionId, since: Cursor, limit: usize) -> Result<Page, StoreError>;

    /// The tasks of a session that are offered to workers, or done by them and not taken over yet.
    fn claims(&self, session: &SessionId) -> Result<Vec<Claim>, StoreError>;

    /// Takes an offered task of a running run, or one whose worker let its lease run out. Exactly
    /// one of several callers wins; the others get none.
    fn take(&self, bid: &Bid<'_>) -> Result<Option<Claim>, StoreError>;

    /// Moves the lease on a task and tells the run what is new. [`StoreError::Fenced`] when the
    /// task has changed hands or the run does not want it any more.
    fn renew(&self, hold: &Hold<'_>, expires_at: Timestamp, news: &Value)
    -> Result<(), StoreError>;

    /// Hands in what came of a task, with its small content. Fenced like [`Store::renew`].
    fn settle(
        &self,
        hold: &Hold<'_>,
        outcome: &Value,
        contents: &[(Digest, Arc<[u8]>)],
    ) -> Result<(), StoreError>;

    /// Gives a task back, for the next who asks. Fenced like [`Store::renew`].
    fn release(&self, hold: &Hold<'_>) -> Result<(), StoreError>;
}

/// What [`Store::overview`] is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look<'a> {
    pub(crate) session: &'a SessionId,
    /// Paths of interest.
    pub(crate) paths: &'a [&'a str],
    /// How many of the artifacts written last.
    pub(crate) latest: usize,
}

/// A session with all that tells how it stands.
#[derive(Debug, Clone)]
pub(crate) struct Overview {
    pub(crate) session: Session,
    /// The latest run; none before the first.
    pub(crate) run: Option<Run>,
    /// How each task last finished, by task name.
    pub(crate) records: Vec<(TaskName, Record)>,
    /// What stands at each path of interest, in their order.
    pub(crate) standing: Vec<Option<Artifact>>,
    /// The artifacts written last, newest first.
    pub(crate) latest: Vec<Artifact>,
}

/// The lists of an [`Overview`], from all artifacts that belong to either.
fn listed(look: &Look<'_>, found: &[Artifact]) -> (Vec<Option<Artifact>>, Vec<Artifact>) {
    let by_path: HashMap<&str, &Artifact> = found.iter().map(|it| (it.path.as_str(), it)).collect();
    let standing = look.paths.iter().map(|path| by_path.get(path).copied().cloned()).collect();
    let mut latest: Vec<&Artifact> = found.iter().collect();
    latest.sort_by(|a, b| (b.updated_at, &a.path).cmp(&(a.updated_at, &b.path)));
    (standing, latest.into_iter().take(look.latest).cloned().collect())
}

/// A new session, for [`Store::create`].
#[derive(Debug, Clone)]
pub(crate) struct NewSession {
    /// The session itself, in state `created`.
    pub(crate) session: Session,
    /// The client's own name for the request; makes it repeatable.
    pub(crate) client_request_id: Option<String>,
    /// Digest of idea and configuration, to tell a repeated request from another one.
    pub(crate) fingerprint: Digest,
    /// A session of the same owner and fingerprint created after this is taken instead.
    pub(crate) same_since: Option<Timestamp>,
}

/// What came of [`Store::create`].
#[derive(Debug, Clone)]
pub(crate) enum Created {
    /// A new session.
    New,
    /// The request was known.
    Known(Box<Session>),
}

/// A new run, for [`Store::begin`].
#[derive(Debug, Clone)]
pub(crate) struct NewRun {
    /// The session to take.
    pub(crate) session: SessionId,
    /// What the run is to reach.
    pub(crate) target: Target,
    /// The process that will drive it.
    pub(crate) owner: String,
    /// The time of the request.
    pub(crate) at: Timestamp,
    /// When the lease ends unless it is renewed.
    pub(crate) expires_at: Timestamp,
}

/// Changes to one session that belong together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Commit<'a> {
    pub(crate) session: &'a SessionId,
    /// The condition under which the changes are made.
    pub(crate) guard: Guard,
    /// The changes, all made or none.
    pub(crate) changes: &'a [Change],
    /// The time of all events.
    pub(crate) at: Timestamp,
}

/// What must hold at the moment of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// The changes are made in any case.
    None,
    /// No run is active and the session is not archived.
    Idle,
    /// The run is active and its lease has this epoch.
    Lease(RunId, u64),
}

/// One change within a commit.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// Small content under its digest, for artifacts of the same commit.
    Content(Digest, Arc<[u8]>),
    /// The next version of an artifact.
    Artifact(NewArtifact),
    /// The state of a log that is still written; makes no version.
    LiveLog {
        /// The log's path.
        path: ArtifactPath,
        /// Digest of what is there by now.
        sha256: Digest,
        /// Length of what is there by now.
        size: u64,
    },
    /// How a task finished. What a worker handed in for it is taken over, and goes.
    Record(TaskName, Box<Record>),
    /// Offers a task of the guarded run to workers. What a worker handed in for an equal offer of
    /// an earlier run stands, and whoever has the same offer of this run keeps it.
    Offer {
        /// The task that workers may take.
        task: TaskName,
        /// The digest of all that the result depends on.
        key: Digest,
        /// Content to be read, by path.
        inputs: BTreeMap<String, Digest>,
    },
    /// Takes back an offer, whoever has it.
    Withdraw(TaskName),
    /// Makes a task stale for the reason given. What a worker handed in for it goes.
    Invalidate(TaskName, String),
    /// Lets runs overwrite a user's edit.
    Unpin(ArtifactPath),
    /// How far the guarded run is.
    Progress(Progress),
    /// Moves the guarded run's lease.
    Renew(Timestamp),
    /// Takes the guarded run from an owner whose lease has ended: the epoch rises by one. Refused
    /// as [`StoreError::Fenced`] when the lease has not ended.
    Adopt {
        /// The process that drives it from now on.
        owner: String,
        /// When its lease ends unless it is renewed.
        expires_at: Timestamp,
    },
    /// Asks a run to stop.
    Stop(RunId, StopRequest),
    /// Ends the guarded run; raises the epoch, so that late commits are refused.
    End(RunState, Value),
    /// Freezes the session.
    Archive,
    /// What the client keeps with the session, in place of what was there.
    Describe(Value),
    /// An event, numbered by the store.
    Event(EventKind, Value),
}

/// A version to be.
#[derive(Debug, Clone)]
pub(crate) struct NewArtifact {
    /// Its path within the session.
    pub(crate) path: ArtifactPath,
    /// The digest of content that is already in the blob store.
    pub(crate) sha256: Digest,
    /// The content's length in bytes.
    pub(crate) size: u64,
    /// Whether it is the plan, a report on it, a log, state or an intermediate result.
    pub(crate) kind: Kind,
    /// Who wrote this version.
    pub(crate) author: Author,
    /// Whether runs must leave it alone.
    pub(crate) pinned: bool,
    /// What must stand there now.
    pub(crate) expected: Expected,
}

/// What an artifact write relies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Nothing: whoever writes has the session to themselves.
    Anything,
    /// That this stands there, or nothing.
    Exactly(Option<Digest>),
}

/// What lies behind a failure: the error of a library, or a sentence.
pub(crate) type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why the store did not do it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// Another run holds the session.
    #[error("{0} is active")]
    Active(RunId),
    /// The session is frozen.
    #[error("the session is archived")]
    Archived,
    /// The lease is gone: somebody else has, or had, the session.
    #[error("the lease on the session is lost")]
    Fenced,
    /// The artifact has other content than expected.
    #[error("{path} has other content than expected")]
    Conflict {
        /// The artifact that was to be replaced.
        path: ArtifactPath,
        /// The digest of the version that is there; none if there is no artifact.
        actual: Option<Digest>,
    },
    /// The same request id came with another idea or configuration.
    #[error("client_request_id was used for another request")]
    RequestReused,
    /// The cursor was never handed out; the value is the last one that was.
    #[error("the cursor is beyond the last event")]
    Ahead(Cursor),
    /// Only the engine writes there.
    #[error("{0} is written by the engine alone")]
    Reserved(ArtifactPath),
    /// Content that should be there is not.
    #[error("content {0} is missing or damaged")]
    Content(Digest),
    /// The database cannot be reached at present.
    #[error("the database is away: {0}")]
    Away(#[source] Cause),
    /// The database failed.
    #[error("database: {0}")]
    Database(#[source] Cause),
    /// The database file is damaged.
    #[error("the database is damaged ({0}); run `planexe doctor`")]
    Damaged(#[source] Cause),
    /// What the database holds cannot be read.
    #[error("database holds something unreadable: {0}")]
    Unreadable(String),
    /// The bucket failed.
    #[error("objects: {0}")]
    Objects(#[source] Cause),
    /// A file failed.
    #[error("{path}: {error}")]
    Io {
        /// The file, relative to the store.
        path: String,
        /// What the system said.
        #[source]
        error: std::io::Error,
    },
}

#[cfg(test)]
mod tests;
