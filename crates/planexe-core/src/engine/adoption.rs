//! Carrying on the central runs of processes that are gone: the run keeps its number, its events and
//! the tasks that workers have in hand; only who drives it changes.

use std::collections::BTreeMap;

use serde_json::json;

use planner::Level;

use super::Engine;
use super::recovery::Grace;
use crate::artifact::{Artifact, ArtifactPath};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::event::{Cursor, EventKind};
use crate::graph::TaskIdx;
use crate::lease::{self, Lease};
use crate::run::dispatch::Since;
use crate::run::step::Earlier;
use crate::run::{Run, RunId, RunState};
use crate::session::SessionId;
use crate::store::{Change, Commit, StoreError};

/// What was there before this process drives a run.
#[derive(Default)]
pub(super) struct Before {
    /// Files that people edited.
    pub(super) edits: Vec<ArtifactPath>,
    /// Artifacts whose content is gone.
    pub(super) lost: Vec<Artifact>,
    /// The log so far.
    pub(super) log: Vec<u8>,
    /// What events say about the run's tasks so far.
    pub(super) tasks: BTreeMap<TaskIdx, Earlier>,
    /// Whether workers have tasks of the run in hand.
    pub(super) since: Since,
}

impl Engine {
    /// Carries on every central run whose lease has ended, if this process knows the models it
    /// asks; declares the others lost in time.
    pub(super) fn adopt_lapsed(&self) -> Result<()> {
        for (id, run) in self.parts.store.lapsed(Timestamp::now())? {
            if !self.adopt(&id, &run)? {
                self.parts.recover_run(&id, &run, Grace::Adoption)?;
            }
        }
        Ok(())
    }

    /// Takes a run over, unless it is not for us; says whether it is in good hands.
    fn adopt(&self, id: &SessionId, run: &Run) -> Result<bool> {
        if self.parts.driven().contains_key(&(id.clone(), run.id)) {
            // Ours already: a database that was away kept us from renewing the lease.
            return Ok(true);
        }
        let Some(session) = self.parts.store.session(id)? else {
            return Ok(false);
        };
        let is_for_us =
            session.config.luigi.is_central() && self.check_models(&session.config).is_ok();
        if !is_for_us || run.state != RunState::Running {
            return Ok(false);
        }
        let at = Timestamp::now();
        let (owner, expires_at) =
            (self.parts.owner.name().to_owned(), at.plus(self.parts.options.lease));
        let told = json!({
            "level": Level::Warn.as_str(),
            "msg": format!("the process that drove {} is gone; {owner} carries on", run.id),
        });
        let changes = [
            Change::Adopt { owner: owner.clone(), expires_at },
            Change::Event(EventKind::Log, told),
        ];
        let commit = Commit { session: id, guard: lease::guard(run), changes: &changes, at };
        match self.parts.store.commit(&commit) {
            // Somebody else was quicker, or the owner came back.
            Err(StoreError::Fenced) => return Ok(true),
            other => other?,
        }
        self.parts.changes.notify();
        let lease = Lease { owner, epoch: run.lease.epoch + 1, expires_at };
        let run = Run { lease, ..run.clone() };
        let carried_on =
            self.before(id, run.id).and_then(|before| self.spawn(session, &run, before));
        if let Err(error) = carried_on {
            self.give_up(id, &run, &error)?;
        }
        Ok(true)
    }

    fn before(&self, id: &SessionId, run: RunId) -> Result<Before> {
        let mut tasks = BTreeMap::new();
        let mut since = Cursor::START;
        loop {
            let page = self.parts.store.events(id, since, 1000)?;
            for event in page.events.iter().filter(|it| it.data["run_id"] == run.to_string()) {
                let name = event.data["task"].as_str().unwrap_or_default();
                let earlier = match event.kind {
                    EventKind::TaskStarted => Earlier::Started,
                    EventKind::TaskCompleted => {
                        Earlier::Done { cached: event.data["cached"] == true }
                    }
                    _ => continue,
                };
                if let Some(task) = self.parts.graph.find(name) {
                    tasks.insert(task, earlier);
                }
            }
            since = page.cursor;
            if !page.has_more {
                let log = self.parts.retold(id, run)?;
                let lost = self.parts.lost(id, &self.parts.store.artifacts(id, "")?)?;
                for artifact in &lost {
                    self.parts.blobs.set_aside(&artifact.sha256)?;
                }
                return Ok(Before { log, lost, tasks, since: Since::Earlier, ..Before::default() });
            }
        }
    }
}
