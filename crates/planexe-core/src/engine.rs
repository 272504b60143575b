//! The engine: everything a program can do with sessions, for one caller at a time.
//!
//! Methods block, check that the caller owns the session, and answer with the specification's
//! error codes. Runs go on in threads of this process until they end or are stopped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;

use crate::error::{Error, ErrorCode, Result};
use crate::graph::Graph;
use crate::luigi::Luigid;
use crate::providers::Providers;
use crate::run::RunId;
use crate::run::step;
use crate::session::{Caller, Session, SessionId, SessionState};
use crate::store::blobs::{Blobs, Folder, Large};
use crate::store::owner::Owner;
use crate::store::postgres::Postgres;
use crate::store::salvage::DATABASE;
use crate::store::sqlite::Sqlite;
use crate::store::view::View;
use crate::store::{Store, StoreError};

mod adoption;
mod artifacts;
mod bundle;
mod cluster;
mod edits;
mod events;
mod models;
mod questions;
mod recovery;
mod runs;
mod sessions;
mod tasks;
mod worker;

pub(crate) use edits::Shown;

pub use artifacts::{Content, Edit, Range, Saved};
pub use bundle::{Bundle, Logs};
pub use cluster::{Check, Cluster};
pub use runs::Status;
pub use sessions::NewSession;
pub use tasks::{Invalidate, Standing, TaskView};
pub use worker::Slots;

/// Sessions below one folder. Several processes may open the same folder.
pub struct Engine {
    parts: Arc<Parts>,
}

/// How an [`Engine`] behaves.
#[derive(Debug, Clone)]
pub struct Options {
    /// How long a run may stay silent before another process may declare it lost.
    pub lease: Duration,
    /// Within this span an equal request of the same caller gives the session that is there.
    pub same_request_window: Option<Duration>,
}

impl Default for Options {
    fn default() -> Self {
        Self { lease: Duration::from_secs(20), same_request_window: None }
    }
}

/// What the engine's methods and its runs share.
pub(crate) struct Parts {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) blobs: Blobs,
    pub(crate) view: View,
    pub(crate) graph: Arc<Graph>,
    pub(crate) providers: Providers,
    pub(crate) options: Options,
    pub(crate) owner: Owner,
    pub(crate) changes: ChangeSignal,
    /// The runs driven by this process.
    pub(crate) driven: Mutex<Driven>,
    pub(crate) home: PathBuf,
    /// Hands tasks to workers on other machines.
    pub(crate) luigid: Option<Luigid>,
    /// The database of many machines, which tells what other processes change.
    pub(crate) postgres: Option<Arc<Postgres>>,
}

/// The runs of a process, and how to reach them.
pub(crate) type Driven = BTreeMap<(SessionId, RunId), RunHandle>;

/// The ways to tell a run something.
#[derive(Debug, Clone)]
pub(crate) struct RunHandle {
    pub(crate) events: Sender<step::Event>,
    /// Set when another process changed the session: the driver looks at the store.
    pub(crate) nudge: Arc<AtomicBool>,
    /// The same, for the part of a central run that follows its workers.
    pub(crate) dispatch: Arc<AtomicBool>,
}

impl RunHandle {
    fn nudge(&self) {
        self.nudge.store(true, Ordering::Relaxed);
    }

    fn nudge_dispatch(&self) {
        self.dispatch.store(true, Ordering::Relaxed);
    }
}

impl Engine {
    /// Opens, and makes if needed, the sessions below `home`, and tidies up after processes that
    /// died in the middle of a run.
    pub fn open(home: &Path, graph: Graph, providers: Providers, options: Options) -> Result<Self> {
        // Makes the folder that the database lies in.
        let owner = Owner::register(home.join("owners"))?;
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(&home.join(DATABASE))?);
        let large = Large::Folder(Folder::open(home.join("blobs"))?);
        let parts = Parts {
            blobs: Blobs::new(Arc::clone(&store), large),
            store,
            view: View::new(home.join("sessions")),
            graph: Arc::new(graph),
            providers,
            options,
            owner,
            changes: ChangeSignal::default(),
            driven: Mutex::default(),
            home: home.to_owned(),
            luigid: None,
            postgres: None,
        };
        parts.recover_all()?;
        Ok(Self { parts: Arc::new(parts) })
    }

    /// The folder everything lives in.
    pub fn home(&self) -> &Path {
        &self.parts.home
    }

    /// The folder that shows a session's artifacts as files. Edits there are taken over when the
    /// next run starts.
    pub fn out_folder(&self, id: &SessionId) -> PathBuf {
        self.parts.view.out(id)
    }

    /// The task graph every session follows.
    pub fn graph(&self) -> &Graph {
        &self.parts.graph
    }

    /// The models a session can be configured with.
    pub fn models(&self) -> Vec<&str> {
        self.parts.providers.names()
    }

    /// The session, if the caller may see it.
    pub fn session(&self, caller: &Caller, id: &SessionId) -> Result<Session> {
        let session = self.parts.store.session(id)?.ok_or_else(|| unknown(id))?;
        session.admit(caller)?;
        Ok(session)
    }

    /// The session, if the caller may change it.
    fn open_session(&self, caller: &Caller, id: &SessionId) -> Result<Session> {
        let session = self.session(caller, id)?;
        if session.state == SessionState::Archived {
            return Err(StoreError::Archived.into());
        }
        Ok(session)
    }
}

/// How long a wait relies on a database that tells of changes.
const TOLD: Duration = Duration::from_secs(2);

fn unknown(id: &SessionId) -> Error {
    Error::new(ErrorCode::SessionNotFound, format!("there is no session {id}"))
}

impl Parts {
    /// How often a wait asks the store: at its own pace, or rarely where the store tells.
    pub(crate) fn pace(&self, own: Duration) -> Duration {
        if self.postgres.is_some() { TOLD } else { own }
    }

    pub(crate) fn driven(&self) -> MutexGuard<'_, Driven> {
        self.driven.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes those who wait for events of this process.
#[derive(Debug, Default)]
pub(crate) struct ChangeSignal {
    count: Mutex<u64>,
    changed: Condvar,
}

impl ChangeSignal {
    pub(crate) fn notify(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    /// The number of changes so far, to be handed to [`ChangeSignal::wait`].
    pub(crate) fn count(&self) -> u64 {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next change after `seen`, but no longer than `span`.
    pub(crate) fn wait(&self, seen: u64, span: Duration) {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.changed.wait_timeout_while(count, span, |count| *count == seen);
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let message = error.to_string();
        let folded = match &error {
            StoreError::Active(run) => Self::new(
                ErrorCode::RunAlreadyActive,
                "A run is currently active for this session; stop it or wait for its end.",
            )
            .with(json!({ "run_id": run })),
            StoreError::Archived => Self::new(
                ErrorCode::SessionArchived,
                "The session is archived: it can be read, not changed.",
            ),
            StoreError::Conflict { path, actual } => Self::new(
                ErrorCode::Conflict,
                format!("{path} was changed by somebody else; read it again and repeat the edit"),
            )
            .with(json!({ "path": path, "actual_sha256": actual })),
            StoreError::RequestReused => Self::new(ErrorCode::Conflict, message),
            StoreError::Ahead(last) => {
                Self::new(ErrorCode::InvalidCursor, message).with(json!({ "last_cursor": last }))
            }
            StoreError::Reserved(_) => Self::new(ErrorCode::PermissionDenied, message),
            StoreError::Fenced => Self::new(ErrorCode::RunNotActive, "The run has ended."),
            StoreError::Content(_)
            | StoreError::Objects(_)
            | StoreError::Away(_)
            | StoreError::Damaged(_)
            | StoreError::Database(_)
            | StoreError::Unreadable(_)
            | StoreError::Io { .. } => Self::internal(message),
        };
        folded.because(error)
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;

    #[test]
    fn an_error_says_what_lies_behind_it() {
        let told = std::io::Error::other("the disk is full");
        let error: Error = StoreError::Io { path: "x".to_owned(), error: told }.into();
        assert_eq!(error.code, ErrorCode::InternalError);
        let store = error.source().unwrap();
        assert_eq!(store.source().unwrap().to_string(), "the disk is full");
        assert!(error.to_json()["error"].get("source").is_none(), "callers read the message");
    }
}
