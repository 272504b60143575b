//! Starting, resuming, stopping and watching runs.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::json;

use planner::{Cancel, Level};

use super::adoption::Before;
use super::edits::Adopted;
use super::recovery::Grace;
use super::tasks::{Invalidate, Standing, TaskView};
use super::{Engine, RunHandle, unknown};
use crate::artifact::{Artifact, ArtifactUri, Author};
use crate::clock::{Deadline, Timestamp};
use crate::error::{Error, ErrorCode, Result};
use crate::event::EventKind;
use crate::graph::{Target, TaskIdx};
use crate::lease;
use crate::run::dispatch::Dispatch;
use crate::run::driver::Driver;
use crate::run::freshness::{Heads, Record};
use crate::run::ledger::Ledger;
use crate::run::log::{Prompts, RunLog};
use crate::run::step::{Event, Plan};
use crate::run::workers::Workers;
use crate::run::{Progress, Run, RunId, RunState, StopMode, StopRequest};
use crate::session::{Caller, Session, SessionId, SessionState};
use crate::store::blobs::fault;
use crate::store::{Change, Commit, Guard, NewRun, Overview, StoreError};

/// How long a stop waits for the run to end before it answers `stopping`.
const STOP_WAIT: Duration = Duration::from_secs(2);
/// Runs of other processes are looked at in this pace.
const POLL: Duration = Duration::from_millis(50);
/// A run without progress for this long counts as stalled.
const STALL_SEC: i64 = 90;

/// How a session stands.
#[derive(Debug, Clone)]
pub struct Status {
    /// As it was when the status was read.
    pub session: Session,
    /// The latest run; none before the first.
    pub run: Option<Run>,
    /// Every task, producers first.
    pub tasks: Vec<TaskView>,
    /// The artifacts written last, newest first.
    pub latest: Vec<Artifact>,
    /// What a person should know.
    pub warnings: Vec<String>,
    /// The present, by the engine's clock.
    pub at: Timestamp,
}

impl Status {
    /// Whether the run is active but has shown no progress for a while.
    pub fn is_stalled(&self) -> bool {
        self.run.as_ref().is_some_and(|run| {
            run.state.is_active() && self.at.seconds_since(run.progressed_at) > STALL_SEC
        })
    }
}

impl Engine {
    /// Starts a run towards `target`; what is up to date is not done again.
    pub fn start(
        &self,
        caller: &Caller,
        id: &SessionId,
        target: &str,
        seeds: &[ArtifactUri],
    ) -> Result<Run> {
        let session = self.open_session(caller, id)?;
        let target = parse_target(target)?;
        for seed in seeds {
            let is_inside = seed.session == *id;
            if !is_inside || self.parts.store.artifact(id, &seed.path)?.is_none() {
                return Err(Error::new(
                    ErrorCode::InvalidArtifactUri,
                    format!("seed {seed} is not an artifact of this session; write it first"),
                ));
            }
        }
        self.launch(session, target, &Invalidate::default())
    }

    /// Continues after a stop, a failure or an edit: runs what is stale, after making stale what
    /// `invalidate` names.
    pub fn resume(
        &self,
        caller: &Caller,
        id: &SessionId,
        target: &str,
        invalidate: &Invalidate,
    ) -> Result<Run> {
        let session = self.open_session(caller, id)?;
        let target = parse_target(target)?;
        // A repaired database may have lost the runs of a session that had some.
        if session.state == SessionState::Created {
            return Err(Error::new(
                ErrorCode::RunNotFound,
                "The session has no run to resume; start one.",
            ));
        }
        self.launch(session, target, invalidate)
    }

    fn launch(&self, session: Session, target: Target, invalidate: &Invalidate) -> Result<Run> {
        let (parts, id) = (&self.parts, &session.id);
        parts.recover(id, Grace::None)?;
        if let Some(run) = parts.store.run(id, None)?
            && run.state.is_active()
        {
            return Err(StoreError::Active(run.id).into());
        }
        let Adopted { edits, lost } = self.adopt_edits(id)?;
        let (_, stale) = parts.invalidation(id, invalidate)?;
        self.wanted(target, &parts.heads(id, &lost)?, &parts.records(id)?)?;
        let at = Timestamp::now();
        let new = NewRun {
            session: id.clone(),
            target,
            owner: parts.owner.name().to_owned(),
            at,
            expires_at: at.plus(parts.options.lease),
        };
        let run = parts.store.begin(&new, &|run| {
            let data = json!({ "run_id": run.id, "target": target });
            let mut changes = stale.clone();
            changes.push(Change::Event(EventKind::RunStarted, data));
            changes
        })?;
        parts.changes.notify();
        let edited = lost.iter().filter(|it| matches!(it.author, Author::User(_)));
        let warnings = edited.map(|it| parts.loss(it)).collect();
        let run = Run { progress: Progress { warnings, ..run.progress }, ..run };
        let before = Before { edits, lost, ..Before::default() };
        match self.spawn(session, &run, before) {
            Ok(()) => Ok(run),
            Err(error) => {
                self.give_up(&new.session, &run, &error)?;
                Err(error)
            }
        }
    }

    /// Starts the thread that drives a run which holds its session.
    pub(super) fn spawn(&self, session: Session, run: &Run, before: Before) -> Result<()> {
        let parts = &self.parts;
        let heads = parts.heads(&session.id, &before.lost)?;
        let records = parts.records(&session.id)?;
        let plan = Plan {
            graph: Arc::clone(&parts.graph),
            wanted: self.wanted(run.target, &heads, &records)?,
            models: parts.models(&session.config),
            records,
            workers: session.config.luigi.workers,
            earlier: before.tasks,
        };
        let prompts =
            if session.config.redact_prompts { Prompts::Redacted } else { Prompts::Shown };
        parts.view.prepare(&session.id)?;
        let log_path = parts.view.live_log(&session.id);
        let log = RunLog::create(&log_path, prompts, &before.log)
            .map_err(|error| fault(&log_path, error))?;
        for path in &before.edits {
            let message = format!("{path} was edited outside; the edit is taken over");
            log.line(Level::Info, None, &message);
        }
        for lost in &before.lost {
            log.line(Level::Warn, None, &parts.loss(lost));
        }
        let (log, fresh) = (Arc::new(log), Arc::default());
        let no_thread = |error| Error::internal(format!("no thread for the run: {error}"));
        let ledger = Ledger::open(parts, &session.id, run, &log, &fresh).map_err(no_thread)?;
        let (sender, receiver) = mpsc::channel();
        let key = (session.id.clone(), run.id);
        let handle =
            RunHandle { events: sender.clone(), nudge: Arc::default(), dispatch: Arc::default() };
        parts.driven().insert(key.clone(), handle.clone());
        let driver = Driver {
            parts: Arc::clone(parts),
            session,
            run: run.clone(),
            shares: plan.graph.tasks().iter().map(|_| Arc::default()).collect(),
            workers: Workers::new(plan.workers),
            plan: Arc::new(plan),
            log,
            ledger,
            fresh,
            sender,
            cancel: Cancel::default(),
            nudge: handle.nudge,
        };
        let over = Cancel::default();
        if driver.session.config.luigi.is_central() {
            let dispatch = Dispatch {
                parts: Arc::clone(parts),
                session: driver.session.id.clone(),
                created_at: driver.session.created_at,
                run: run.id,
                plan: Arc::clone(&driver.plan),
                log: Arc::clone(&driver.log),
                sender: driver.sender.clone(),
                since: before.since,
                nudge: handle.dispatch,
                over: over.clone(),
            };
            dispatch.start().map_err(no_thread)?;
        }
        let parts = Arc::clone(parts);
        let started = std::thread::Builder::new().name(run.id.to_string()).spawn(move || {
            driver.drive(heads, &receiver);
            over.cancel();
            parts.driven().remove(&key);
            parts.changes.notify();
        });
        started.map(drop).map_err(no_thread)
    }

    /// Ends a run that could not be driven.
    pub(super) fn give_up(&self, id: &SessionId, run: &Run, error: &Error) -> Result<()> {
        let report = json!({
            "reason": "not_started", "task": null, "message": error.message, "recoverable": true,
        });
        let data = json!({ "run_id": run.id, "error": report });
        let changes =
            [Change::End(RunState::Failed, report), Change::Event(EventKind::RunFailed, data)];
        let (guard, at) = (lease::guard(run), Timestamp::now());
        self.parts.view.discard_log(id);
        Ok(self.parts.store.commit(&Commit { session: id, guard, changes: &changes, at })?)
    }

    fn wanted(
        &self,
        target: Target,
        heads: &Heads,
        records: &[Option<Record>],
    ) -> Result<Vec<TaskIdx>> {
        let graph = &self.parts.graph;
        let is_adopted = |task: TaskIdx| {
            records[task].is_none() && graph.outputs(task).iter().all(|&path| heads[path].is_some())
        };
        graph.wanted(target, |path| heads[path].is_some(), is_adopted).map_err(|missing| {
            Error::new(
                ErrorCode::InvalidTarget,
                format!(
                    "target {} needs {missing}, which does not exist or has lost its content; \
                     write it",
                    target.as_str()
                ),
            )
            .with(json!({ "missing": missing }))
        })
    }

    /// Stops a run, or the active one. Answers with its state: `stopped`, or `stopping` when it
    /// takes more than two seconds. Stopping a stopped run again is fine.
    pub fn stop(
        &self,
        caller: &Caller,
        id: &SessionId,
        run: Option<RunId>,
        mode: StopMode,
        reason: &str,
    ) -> Result<Run> {
        self.session(caller, id)?;
        self.parts.recover(id, Grace::None)?;
        let found = self.parts.store.run(id, run)?;
        let found = match (found, run) {
            (Some(found), _) => found,
            (None, Some(run)) => {
                return Err(Error::new(
                    ErrorCode::RunNotFound,
                    format!("session {id} has no {run}"),
                ));
            }
            (None, None) => return Err(not_active(None)),
        };
        match found.state {
            RunState::Running | RunState::Stopping => {}
            RunState::Stopped if run.is_some() => return Ok(found),
            _ => return Err(not_active(Some(&found))),
        }
        self.request_stop(id, found.id, mode, reason)?;
        self.wait(id, found.id, STOP_WAIT)
    }

    fn request_stop(&self, id: &SessionId, run: RunId, mode: StopMode, reason: &str) -> Result<()> {
        let data = json!({ "run_id": run, "reason": reason, "mode": mode });
        let changes = [
            Change::Stop(run, StopRequest { reason: reason.to_owned(), mode }),
            Change::Event(EventKind::RunStopping, data),
        ];
        let at = Timestamp::now();
        let commit = Commit { session: id, guard: Guard::None, changes: &changes, at };
        match self.parts.store.commit(&commit) {
            // It ended by itself in the meantime.
            Err(StoreError::Fenced) => return Ok(()),
            other => other?,
        }
        self.parts.changes.notify();
        if let Some(driver) = self.parts.driven().get(&(id.clone(), run)) {
            // A driver that is gone has ended its run.
            let _ = driver.events.send(Event::StopRequested(mode));
        }
        Ok(())
    }

    /// Waits up to `span` for a run to end, and gives it as it is then.
    pub fn wait(&self, id: &SessionId, run: RunId, span: Duration) -> Result<Run> {
        let deadline = Deadline::after(span);
        loop {
            let seen = self.parts.changes.count();
            let found = self.parts.store.run(id, Some(run))?.ok_or_else(|| {
                Error::new(ErrorCode::RunNotFound, format!("session {id} has no {run}"))
            })?;
            let left = deadline.left();
            if !found.state.is_active() || left.is_zero() {
                return Ok(found);
            }
            self.parts.changes.wait(seen, left.min(self.parts.pace(POLL)));
        }
    }

    /// Stops every run of this process, so that it can end without losing one.
    pub fn shut_down(&self) {
        let driven: Vec<(SessionId, RunId)> = self.parts.driven().keys().cloned().collect();
        for (id, run) in driven {
            // Nothing is left to be told; a run that cannot be stopped is recovered later.
            let _ = self.request_stop(&id, run, StopMode::Graceful, "server_shutdown");
            let _ = self.wait(&id, run, STOP_WAIT);
        }
    }

    /// How the session stands: latest run, tasks, latest artifacts.
    pub fn status(&self, caller: &Caller, id: &SessionId) -> Result<Status> {
        let look = || self.parts.overview(id)?.ok_or_else(|| unknown(id));
        let mut overview = look()?;
        overview.session.admit(caller)?;
        if let Some(run) = &overview.run
            && self.parts.recover_run(id, run, Grace::Adoption)?
        {
            overview = look()?;
        }
        let lost = self.parts.lost_at_rest(&overview)?;
        let tasks = self.parts.survey(&overview, overview.run.as_ref(), &lost);
        let Overview { session, run, latest, .. } = overview;
        let mut warnings = warnings(&tasks);
        let told = run.iter().flat_map(|run| run.progress.warnings.iter().cloned());
        warnings.extend(told);
        let edited = lost.iter().filter(|it| matches!(it.author, Author::User(_)));
        warnings.extend(edited.map(|it| self.parts.loss(it)));
        warnings.dedup();
        Ok(Status { session, run, tasks, latest, warnings, at: Timestamp::now() })
    }
}

fn warnings(tasks: &[TaskView]) -> Vec<String> {
    let behind = tasks.iter().filter(|task| task.standing == Standing::Pinned && task.behind);
    behind
        .map(|task| {
            format!(
                "edit_based_on_older_inputs: the edit of {} stands, but what {} reads has changed; \
                 invalidate the task to make it again",
                task.outputs.join(", "),
                task.name
            )
        })
        .collect()
}

fn parse_target(text: &str) -> Result<Target> {
    Target::parse(text).ok_or_else(|| {
        let known = Target::ALL.map(Target::as_str);
        Error::new(ErrorCode::InvalidTarget, format!("unknown target {text:?}"))
            .with(json!({ "targets": known }))
    })
}

fn not_active(run: Option<&Run>) -> Error {
    let error = Error::new(ErrorCode::RunNotActive, "No run is active in this session.");
    match run {
        Some(run) => error.with(json!({ "run_id": run.id, "state": run.state })),
        None => error,
    }
}
