//! Makes what a run decides true in the store: in order, but a little behind the run itself.
//!
//! While one commit is being synced, tasks go on; whatever they finish meanwhile is the next commit.
//! A task counts as finished when its commit holds, and not before: after a crash it simply runs again.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use planner::{Digest, Level};

use super::Run;
use super::log::RunLog;
use crate::artifact::ArtifactPath;
use crate::clock::Timestamp;
use crate::engine::{Parts, Shown};
use crate::event::EventKind;
use crate::lease;
use crate::session::SessionId;
use crate::store::blobs::SMALL;
use crate::store::{Change, Commit, StoreError};

/// Entries that may wait for a commit; a run that is further ahead waits for the store.
const BACKLOG: usize = 256;

/// The way from a run to the store.
pub(crate) struct Ledger {
    entries: SyncSender<Message>,
    failure: Arc<Mutex<Option<StoreError>>>,
}

/// What belongs into one commit.
#[derive(Default)]
pub(crate) struct Entry {
    pub(crate) changes: Vec<Change>,
    /// Paths to be shown in the view once the commit holds.
    pub(crate) shown: Vec<ArtifactPath>,
    /// Content of [`Fresh`] that the commit makes safe, or that nobody needs.
    pub(crate) settled: Vec<Digest>,
}

enum Message {
    Entry(Entry),
    /// Answered when everything before it is committed and shown.
    Flush(Sender<()>),
}

/// The thread's side of a ledger.
struct Clerk {
    parts: Arc<Parts>,
    session: SessionId,
    run: Run,
    log: Arc<RunLog>,
    fresh: Arc<Fresh>,
    failure: Arc<Mutex<Option<StoreError>>>,
}

impl Ledger {
    /// Opens the ledger of a run that holds its session. The thread ends when the ledger goes.
    pub(crate) fn open(
        parts: &Arc<Parts>,
        session: &SessionId,
        run: &Run,
        log: &Arc<RunLog>,
        fresh: &Arc<Fresh>,
    ) -> io::Result<Self> {
        let (entries, receiver) = mpsc::sync_channel(BACKLOG);
        let failure = Arc::default();
        let clerk = Clerk {
            parts: Arc::clone(parts),
            session: session.clone(),
            run: run.clone(),
            log: Arc::clone(log),
            fresh: Arc::clone(fresh),
            failure: Arc::clone(&failure),
        };
        let name = format!("{}-ledger", run.id);
        std::thread::Builder::new().name(name).spawn(move || clerk.attend(&receiver))?;
        Ok(Self { entries, failure })
    }

    /// Hands over an entry. Waits when the store is far behind.
    pub(crate) fn add(&self, entry: Entry) {
        // A clerk that is gone has left its failure behind, which `check` finds.
        let _ = self.entries.send(Message::Entry(entry));
    }

    /// Fails with the first failure of any entry; nothing is committed after it.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        locked(&self.failure).take().map_or(Ok(()), Err)
    }

    /// Waits until everything handed over is committed and shown.
    pub(crate) fn flush(&self) -> Result<(), StoreError> {
        let (done, answer) = mpsc::channel();
        if self.entries.send(Message::Flush(done)).is_ok() {
            // No answer means that the clerk failed.
            let _ = answer.recv();
        }
        self.check()
    }
}

impl Clerk {
    fn attend(&self, entries: &Receiver<Message>) {
        while let Ok(first) = entries.recv() {
            let mut entry = Entry::default();
            let mut flushes = Vec::new();
            for message in std::iter::once(first).chain(entries.try_iter().take(BACKLOG)) {
                match message {
                    Message::Entry(next) => entry.append(next),
                    Message::Flush(done) => flushes.push(done),
                }
            }
            if let Err(error) = self.record(entry) {
                *locked(&self.failure) = Some(error);
                return;
            }
            for done in flushes {
                // Whoever asked may have given up.
                let _ = done.send(());
            }
        }
    }

    fn record(&self, entry: Entry) -> Result<(), StoreError> {
        let Entry { changes, shown, settled } = entry;
        if !changes.is_empty() {
            let mut whole: Vec<Change> = self.fresh.due(&changes).collect();
            whole.extend(latest_progress(changes));
            let (guard, at) = (lease::guard(&self.run), Timestamp::now());
            let commit = Commit { session: &self.session, guard, changes: &whole, at };
            self.parts.store.commit(&commit)?;
            self.parts.changes.notify();
        }
        if !shown.is_empty() {
            self.show(&shown);
        }
        self.fresh.forget(&settled);
        Ok(())
    }

    /// Shows committed outputs in the view. The truth is committed already, so a view that cannot
    /// be written is only worth a warning.
    fn show(&self, paths: &[ArtifactPath]) {
        let warn = |what: &str| self.log.line(Level::Warn, None, &format!("out/{what}"));
        match self.parts.show_all(&self.session, paths, &self.fresh) {
            Err(error) => warn(&format!(" is not shown: {error}")),
            Ok(all) => {
                for (path, shown) in all {
                    match shown {
                        Ok(Shown::Current) => {}
                        Ok(Shown::EditKept) => {
                            warn(&format!("{path} was edited; the next run takes the edit over"));
                        }
                        Err(error) => warn(&format!("{path} is not shown: {error}")),
                    }
                }
            }
        }
    }
}

impl Entry {
    fn append(&mut self, mut next: Self) {
        self.changes.append(&mut next.changes);
        self.shown.append(&mut next.shown);
        self.settled.append(&mut next.settled);
    }
}

/// Leaves out progress that later progress in the same commit overtakes.
fn latest_progress(changes: Vec<Change>) -> impl Iterator<Item = Change> {
    let is_progress = |change: &Change| {
        matches!(change, Change::Progress(_) | Change::Event(EventKind::ProgressUpdated, _))
    };
    // The last two stay: the state of the run, and the event that tells of it.
    let mut surplus = changes.iter().filter(|change| is_progress(change)).count().saturating_sub(2);
    changes.into_iter().filter(move |change| {
        let is_surplus = surplus > 0 && is_progress(change);
        surplus -= usize::from(is_surplus);
        !is_surplus
    })
}

/// Small content that tasks wrote and no commit has made safe yet. Belongs to one run.
#[derive(Debug, Default)]
pub(crate) struct Fresh(Mutex<HashMap<Digest, Arc<[u8]>>>);

impl Fresh {
    /// Keeps small content until a commit takes it; says whether it is small.
    pub(crate) fn keep(&self, digest: Digest, bytes: &[u8]) -> bool {
        let is_small = bytes.len() <= SMALL;
        if is_small {
            locked(&self.0).insert(digest, bytes.into());
        }
        is_small
    }

    /// The content, while no commit has made it safe.
    pub(crate) fn content(&self, digest: &Digest) -> Option<Arc<[u8]>> {
        locked(&self.0).get(digest).cloned()
    }

    /// The content that goes along with these changes.
    fn due<'a>(&'a self, changes: &'a [Change]) -> impl Iterator<Item = Change> + 'a {
        changes.iter().filter_map(|change| match change {
            Change::Artifact(new) => {
                self.content(&new.sha256).map(|bytes| Change::Content(new.sha256, bytes))
            }
            _ => None,
        })
    }

    /// Everything kept so far, which is then somebody else's to make safe.
    pub(crate) fn take(&self) -> Vec<(Digest, Arc<[u8]>)> {
        std::mem::take(&mut *locked(&self.0)).into_iter().collect()
    }

    fn forget(&self, digests: &[Digest]) {
        let mut contents = locked(&self.0);
        for digest in digests {
            contents.remove(digest);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change under these locks is a single step, so a panic leaves nothing half-done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
