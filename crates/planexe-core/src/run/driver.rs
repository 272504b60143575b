//! Does what `step` decides: runs tasks on threads, commits facts, keeps the lease.
#![expect(clippy::disallowed_methods, reason = "deadlines and task durations need a clock")]

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use planner::{Cancel, Digest, Kind, Level, Report, TaskError};

use super::freshness::{Heads, Recipe};
use super::ledger::{Entry, Fresh, Ledger};
use super::log::RunLog;
use super::step::{Action, Change as Kept, Event, Fact, Failure, Outcome, Plan, State};
use super::step::{Written, step};
use super::work::{Work, generation};
use super::workers::Workers;
use super::{Run, RunState, StopMode};
use crate::artifact::{ArtifactPath, ArtifactUri, Author};
use crate::clock::Timestamp;
use crate::engine::Parts;
use crate::event::EventKind;
use crate::graph::{PathIdx, TaskIdx};
use crate::lease::ClaimState;
use crate::session::Session;
use crate::store::{Change, Expected, NewArtifact, StoreError};

/// How often stop requests, deadlines and the log are looked at.
const TICK: Duration = Duration::from_millis(50);
/// How often a database that tells of changes is asked nevertheless.
const LOOK: Duration = Duration::from_secs(2);
/// What a cancelled task has to finish by itself.
const GRACE: Duration = Duration::from_millis(400);

/// One run on its way.
pub(crate) struct Driver {
    pub(crate) parts: Arc<Parts>,
    pub(crate) session: Session,
    pub(crate) run: Run,
    pub(crate) plan: Arc<Plan>,
    pub(crate) log: Arc<RunLog>,
    pub(crate) ledger: Ledger,
    pub(crate) fresh: Arc<Fresh>,
    pub(crate) workers: Workers,
    /// For workers, to report back.
    pub(crate) sender: Sender<Event>,
    pub(crate) cancel: Cancel,
    pub(crate) shares: Vec<Arc<AtomicU64>>,
    /// Set when another process changed the session.
    pub(crate) nudge: Arc<AtomicBool>,
}

/// Whether the run goes on.
enum Flow {
    Continue,
    Ended,
}

/// What the driver remembers between ticks.
struct Watch {
    ticked: Instant,
    renewed: Instant,
    checkpointed: Instant,
    looked: Instant,
    stopping: Option<Instant>,
    logged: u64,
}

impl Driver {
    /// Drives the run to its end, or until the lease is lost.
    pub(crate) fn drive(self, heads: Heads, receiver: &Receiver<Event>) {
        let progress = self.run.progress.clone();
        let mut state = State::new(Arc::clone(&self.plan), heads, progress);
        let ended = self.attend(&mut state, receiver);
        self.cancel.cancel();
        match ended {
            // Somebody else declared the run lost; whatever is left to say is theirs to say.
            Ok(()) | Err(StoreError::Fenced) => {}
            Err(error) => {
                let failure = Failure {
                    reason: "store_failed",
                    task: None,
                    error: TaskError::Recoverable(error.to_string()),
                };
                // When even this fails, the lease runs out and the next process says so.
                let _ = self.finish(&state, &Outcome::Failed(failure));
            }
        }
    }

    fn attend(&self, state: &mut State, receiver: &Receiver<Event>) -> Result<(), StoreError> {
        let now = Instant::now();
        let mut watch = Watch {
            ticked: now,
            renewed: now,
            checkpointed: now,
            looked: now,
            stopping: None,
            logged: 0,
        };
        let mut queue = VecDeque::from([Event::Begun]);
        loop {
            while let Some(event) = queue.pop_front() {
                if matches!(event, Event::StopRequested(_) | Event::DeadlineReached) {
                    watch.stopping.get_or_insert_with(Instant::now);
                }
                let (next, actions) = step(state, event);
                *state = next;
                for action in actions {
                    if let Flow::Ended = self.perform(state, action)? {
                        return Ok(());
                    }
                }
            }
            self.ledger.check()?;
            queue.extend(receiver.recv_timeout(TICK));
            queue.extend(receiver.try_iter());
            if watch.ticked.elapsed() >= TICK {
                watch.ticked = Instant::now();
                self.tick(&mut watch, &mut queue)?;
            }
        }
    }

    fn perform(&self, state: &State, action: Action) -> Result<Flow, StoreError> {
        match action {
            Action::Commit(facts) => self.commit(&facts),
            Action::Launch { task, inputs } if self.session.config.luigi.is_central() => {
                self.offer(task, inputs);
            }
            Action::Launch { task, inputs } => self.launch(task, inputs),
            Action::Cancel => self.cancel.cancel(),
            Action::Finish(outcome) => {
                self.ledger.flush()?;
                self.finish(state, &outcome)?;
                return Ok(Flow::Ended);
            }
        }
        Ok(Flow::Continue)
    }

    /// What is due by the clock.
    fn tick(&self, watch: &mut Watch, queue: &mut VecDeque<Event>) -> Result<(), StoreError> {
        for (task, share) in self.shares.iter().enumerate() {
            let share = f64::from_bits(share.swap(0, Ordering::Relaxed));
            if share > 0.0 {
                queue.push_back(Event::Progressed { task, share });
            }
        }
        let mut changes = Vec::new();
        if watch.checkpointed.elapsed() >= Duration::from_millis(200) {
            watch.checkpointed = Instant::now();
            self.checkpoint_log(&mut watch.logged, &mut changes)?;
        }
        let lease = self.parts.options.lease;
        if watch.renewed.elapsed() >= lease / 4 {
            watch.renewed = Instant::now();
            changes.push(Change::Renew(Timestamp::now().plus(lease)));
        }
        if !changes.is_empty() {
            self.ledger.add(Entry { changes, ..Entry::default() });
        }
        match watch.stopping {
            Some(since) if since.elapsed() >= GRACE => queue.push_back(Event::GraceExpired),
            Some(_) => {}
            None => {
                let age = Timestamp::now().seconds_since(self.run.started_at);
                if age.unsigned_abs() >= self.session.config.max_runtime_sec {
                    queue.push_back(Event::DeadlineReached);
                }
                if self.has_news(watch) {
                    queue.extend(self.requested_stop()?);
                }
            }
        }
        Ok(())
    }

    /// Whether another process may have changed the session. A database that tells of changes is
    /// not asked at every tick.
    fn has_news(&self, watch: &mut Watch) -> bool {
        let is_nudged = self.nudge.swap(false, Ordering::Relaxed);
        if self.parts.postgres.is_some() && !is_nudged && watch.looked.elapsed() < LOOK {
            return false;
        }
        watch.looked = Instant::now();
        true
    }

    /// A stop asked for by any process.
    fn requested_stop(&self) -> Result<Option<Event>, StoreError> {
        let Some(run) = self.parts.store.run(&self.session.id, Some(self.run.id))? else {
            return Err(StoreError::Fenced);
        };
        Ok(match run.state {
            RunState::Running => None,
            RunState::Stopping => {
                let mode = run.stop.map_or(StopMode::Graceful, |stop| stop.mode);
                Some(Event::StopRequested(mode))
            }
            _ => return Err(StoreError::Fenced),
        })
    }

    fn checkpoint_log(
        &self,
        logged: &mut u64,
        changes: &mut Vec<Change>,
    ) -> Result<(), StoreError> {
        let checkpoint = self.log.checkpoint().map_err(log_fault)?;
        // A log that only this machine can read is no artifact yet.
        if checkpoint.size != *logged && self.parts.view.is_shown() {
            *logged = checkpoint.size;
            let (sha256, size) = (checkpoint.sha256, checkpoint.size);
            changes.push(Change::LiveLog { path: path("run.log"), sha256, size });
        }
        changes
            .extend(checkpoint.events.into_iter().map(|data| Change::Event(EventKind::Log, data)));
        Ok(())
    }

    fn commit(&self, facts: &[Fact]) {
        let mut entry = Entry::default();
        for fact in facts {
            self.translate(fact, &mut entry);
        }
        self.ledger.add(entry);
    }

    /// One fact as changes to the store.
    fn translate(&self, fact: &Fact, entry: &mut Entry) {
        let changes = &mut entry.changes;
        let name = |task: TaskIdx| self.plan.graph.tasks()[task].name;
        let run = self.run.id;
        match fact {
            Fact::TaskStarted { task, why } => {
                let data = json!({ "run_id": run, "task": name(*task), "why": why });
                changes.push(Change::Event(EventKind::TaskStarted, data));
                self.log.line(Level::Info, Some(name(*task)), "started");
            }
            Fact::TaskCached { task, pinned, behind } => {
                let mut data = json!({ "run_id": run, "task": name(*task), "cached": true });
                if *pinned {
                    data["pinned"] = json!(true);
                }
                changes.push(Change::Event(EventKind::TaskCompleted, data));
                if *behind {
                    let message = "edit_based_on_older_inputs: the edit stands, its inputs changed";
                    self.log.line(Level::Warn, Some(name(*task)), message);
                }
            }
            Fact::TaskCompleted { task, record, outputs } => {
                for (written, change) in outputs {
                    self.keep(*task, *written, *change, entry);
                }
                let changes = &mut entry.changes;
                let seconds = record.millis as f64 / 1000.0;
                changes.push(Change::Record(name(*task).into(), Box::new(record.clone())));
                let data = json!({
                    "run_id": run, "task": name(*task), "cached": false, "seconds": seconds,
                });
                changes.push(Change::Event(EventKind::TaskCompleted, data));
                self.log.line(Level::Info, Some(name(*task)), "completed");
            }
            Fact::TaskFailed { task, error } => {
                let data = json!({ "run_id": run, "task": name(*task), "msg": error.to_string() });
                changes.push(Change::Event(EventKind::TaskFailed, data));
                changes.push(Change::Withdraw(name(*task).into()));
                self.log.line(Level::Error, Some(name(*task)), &error.to_string());
            }
            Fact::PhaseChanged(phase) => {
                let data = json!({ "run_id": run, "phase": phase });
                changes.push(Change::Event(EventKind::PhaseChanged, data));
            }
            Fact::Progressed(progress) => {
                changes.push(Change::Progress(progress.clone()));
                let data = json!({ "run_id": run, "overall": progress.overall,
                    "current_task": progress.running.first() });
                changes.push(Change::Event(EventKind::ProgressUpdated, data));
            }
        }
    }

    fn keep(&self, task: TaskIdx, written: Written, change: Kept, entry: &mut Entry) {
        entry.settled.push(written.sha256);
        let event = match change {
            Kept::Created => EventKind::ArtifactCreated,
            Kept::Updated => EventKind::ArtifactUpdated,
            Kept::Same | Kept::Pinned => return,
        };
        let task = &self.plan.graph.tasks()[task];
        let path = path(self.plan.graph.paths()[written.path]);
        let declared = task.outputs.iter().find(|output| output.path == path.as_str());
        let kind = declared.map_or(Kind::Intermediate, |output| output.kind);
        let data = self.artifact_data(&path, kind, written.sha256, task.name);
        entry.shown.push(path.clone());
        entry.changes.push(Change::Artifact(NewArtifact {
            path,
            sha256: written.sha256,
            size: written.size,
            kind,
            author: Author::Task(task.name.to_owned()),
            pinned: false,
            expected: Expected::Anything,
        }));
        entry.changes.push(Change::Event(event, data));
    }

    fn artifact_data(&self, path: &ArtifactPath, kind: Kind, sha256: Digest, by: &str) -> Value {
        json!({
            "path": path, "artifact_uri": ArtifactUri::new(&self.session.id, path), "kind": kind,
            "sha256": sha256, "by": by,
        })
    }

    /// Offers a task to workers on other machines, once its inputs are committed.
    fn offer(&self, task: TaskIdx, inputs: Vec<(PathIdx, Digest)>) {
        let graph = &self.plan.graph;
        let name = |path: PathIdx| graph.paths()[path].to_owned();
        let present: BTreeMap<String, Digest> =
            inputs.into_iter().map(|(path, sha256)| (name(path), sha256)).collect();
        let own = &graph.tasks()[task];
        let recipe = Recipe {
            version: own.version,
            prompt: own.prompt_digest(),
            model: self.plan.models[task].clone(),
            inputs: graph
                .inputs(task)
                .iter()
                .map(|&(path, _)| (name(path), present.get(graph.paths()[path]).copied()))
                .collect(),
        };
        let offer =
            Change::Offer { task: own.name.into(), key: recipe.key(own.name), inputs: present };
        self.ledger.add(Entry { changes: vec![offer], ..Entry::default() });
    }

    /// Runs a task on another thread; what comes of it arrives as an event.
    fn launch(&self, task: TaskIdx, inputs: Vec<(PathIdx, Digest)>) {
        let work = Work {
            parts: Arc::clone(&self.parts),
            fresh: Arc::clone(&self.fresh),
            session: self.session.id.clone(),
            today: self.session.created_at.date(),
            generation: generation(self.plan.records[task].as_ref()),
            provider: self.parts.provider(&self.session.config, task),
            cancel: self.cancel.clone(),
            report: Box::new(Reporter {
                log: Arc::clone(&self.log),
                task: self.plan.graph.tasks()[task].name,
                share: Arc::clone(&self.shares[task]),
            }),
            task,
            inputs,
        };
        let sender = self.sender.clone();
        let started = self.workers.start(Box::new(move || {
            let (produced, millis) = work.run();
            let event = match produced {
                Ok(outputs) => Event::Produced { task, outputs, millis },
                Err(error) => Event::Failed { task, error },
            };
            // A run that ended does not listen any more.
            let _ = sender.send(event);
        }));
        if let Err(error) = started {
            let error = TaskError::Recoverable(format!("no thread for the task: {error}"));
            let _ = self.sender.send(Event::Failed { task, error });
        }
    }

    /// Ends the run: log, state and error become artifacts along with the last event.
    fn finish(&self, state: &State, outcome: &Outcome) -> Result<(), StoreError> {
        let mut progress = state.progress().clone();
        progress.running.clear();
        let (run_state, kind, error) = match outcome {
            Outcome::Completed => {
                progress.overall = 1.0;
                (RunState::Completed, EventKind::RunCompleted, Value::Null)
            }
            Outcome::Stopped => (RunState::Stopped, EventKind::RunStopped, Value::Null),
            Outcome::Waiting(failure) => {
                (RunState::Stopped, EventKind::RunStopped, self.error_report(failure))
            }
            Outcome::Failed(failure) => {
                (RunState::Failed, EventKind::RunFailed, self.error_report(failure))
            }
        };
        self.log.line(Level::Info, None, &format!("{} {}", self.run.id, run_state.as_str()));
        let mut changes = Vec::new();
        self.checkpoint_log(&mut 0, &mut changes)?;
        // The log becomes an ordinary version below.
        changes.retain(|change| !matches!(change, Change::LiveLog { .. }));
        if let Outcome::Completed = outcome {
            let data = json!({ "run_id": self.run.id, "overall": 1.0, "current_task": null });
            changes.push(Change::Event(EventKind::ProgressUpdated, data));
        }
        changes.push(Change::Progress(progress));
        let session = &self.session.id;
        if self.session.config.luigi.is_central() {
            // What a worker handed in stands for the next run; what nobody finished is taken back.
            let claims = self.parts.store.claims(session)?.into_iter();
            let unfinished = claims.filter(|claim| claim.state != ClaimState::Settled);
            changes.extend(unfinished.map(|claim| Change::Withdraw(claim.task)));
        }
        let closing =
            self.parts.closing_artifacts(session, self.run.id, run_state, &error, &mut changes)?;
        let mut data = json!({ "run_id": self.run.id });
        if !error.is_null() {
            data["error"] = error.clone();
        }
        if let Outcome::Stopped = outcome {
            let run = self.parts.store.run(session, Some(self.run.id))?;
            data["stop"] = json!(run.and_then(|run| run.stop));
        }
        changes.push(Change::End(run_state, error));
        changes.push(Change::Event(kind, data));
        self.parts.close(session, &self.run, &closing, &changes)
    }

    fn error_report(&self, failure: &Failure) -> Value {
        let task = failure.task.map(|task| self.plan.graph.tasks()[task].name);
        json!({
            "reason": failure.reason,
            "task": task,
            "message": failure.error.to_string(),
            "recoverable": !matches!(failure.error, TaskError::Fatal(_)),
        })
    }
}

/// Passes on what a task says.
struct Reporter {
    log: Arc<RunLog>,
    task: &'static str,
    share: Arc<AtomicU64>,
}

impl Report for Reporter {
    fn progress(&self, share: f64) {
        // The driver collects the latest value at its own pace.
        self.share.store(share.clamp(0.0, 1.0).to_bits(), Ordering::Relaxed);
    }

    fn log(&self, level: Level, message: &str) {
        self.log.line(level, Some(self.task), message);
    }

    fn prompt(&self, message: &str) {
        self.log.prompt(self.task, message);
    }
}

fn path(text: &str) -> ArtifactPath {
    text.parse().expect("the pipeline declares valid paths")
}

fn log_fault(error: std::io::Error) -> StoreError {
    StoreError::Io { path: "run.log".to_owned(), error }
}
