//! Decides what a run does next. Pure: a state and an event in, a state and actions out.
//!
//! The driver performs the actions in order and feeds back what comes of them. A state is a fold
//! over its events: the same events always lead to the same state and the same actions.

use std::collections::BTreeMap;
use std::sync::Arc;

use planner::{Digest, Phase, TaskError};

use super::freshness::{Head, Heads, Recipe, Record, Verdict, Why, judge};
use super::{Progress, RunningTask, StopMode};
use crate::graph::{Graph, PathIdx, TaskIdx};

/// Decides what follows from `event`.
pub(crate) fn step(state: &State, event: Event) -> (State, Vec<Action>) {
    let mut next = state.clone();
    let mut facts = Vec::new();
    let mut actions = Vec::new();
    if next.is_finished {
        return (next, actions);
    }
    match event {
        Event::Begun => {}
        Event::Progressed { task, share } => {
            if let TaskState::Running { share: known, .. } = &mut next.tasks[task] {
                *known = Some(share.clamp(known.unwrap_or(0.0), 1.0));
            }
        }
        Event::Produced { task, outputs, millis } => {
            if let TaskState::Running { .. } = next.tasks[task] {
                facts.push(next.settle(task, outputs, millis));
            }
        }
        Event::Failed { task, error } => {
            if let TaskState::Running { .. } = next.tasks[task] {
                next.tasks[task] = TaskState::Failed;
                if next.closing.is_none() || error != TaskError::Cancelled {
                    facts.push(Fact::TaskFailed { task, error: error.clone() });
                    let needs_answer = matches!(error, TaskError::NeedsAnswer(_));
                    next.failure.get_or_insert(Failure {
                        reason: if needs_answer { "needs_answer" } else { "task_failed" },
                        task: Some(task),
                        error,
                    });
                }
            }
        }
        Event::StopRequested(mode) => next.close(Closing::Stop, mode, &mut actions),
        Event::DeadlineReached => {
            next.close(Closing::Deadline, StopMode::Graceful, &mut actions);
        }
        Event::GraceExpired => {
            if next.closing.is_some() {
                next.abandon();
            }
        }
    }
    let launches = if next.closing.is_some() { Vec::new() } else { next.schedule(&mut facts) };
    next.advance(state, &mut facts);
    let outcome = next.outcome();
    if !facts.is_empty() {
        actions.push(Action::Commit(facts));
    }
    actions.extend(launches);
    if let Some(outcome) = outcome {
        next.is_finished = true;
        actions.push(Action::Finish(outcome));
    }
    (next, actions)
}

/// What a run knows about itself.
#[derive(Debug, Clone)]
pub(crate) struct State {
    plan: Arc<Plan>,
    heads: Heads,
    tasks: Vec<TaskState>,
    progress: Progress,
    closing: Option<Closing>,
    failure: Option<Failure>,
    is_finished: bool,
}

/// What is fixed for the length of a run.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) graph: Arc<Graph>,
    /// Tasks the target needs, in graph order.
    pub(crate) wanted: Vec<TaskIdx>,
    /// Identity of the provider each task would ask.
    pub(crate) models: Vec<Option<String>>,
    /// How each task last finished.
    pub(crate) records: Vec<Option<Record>>,
    /// Tasks that may run at the same time.
    pub(crate) workers: usize,
    /// What events of this run say about tasks already, from a process that drove it before.
    pub(crate) earlier: BTreeMap<TaskIdx, Earlier>,
}

/// What is known of a task from the first part of a run that changed hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Earlier {
    /// It was started; whether it finished is unknown.
    Started,
    /// It needs nothing more.
    Done {
        /// Whether it was up to date without running.
        cached: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum TaskState {
    /// The target does not need it.
    Unwanted,
    /// Its producers are not settled.
    Waiting,
    /// Known to be stale; waits for a free worker.
    Queued,
    Running {
        share: Option<f64>,
    },
    Done {
        cached: bool,
    },
    Failed,
}

/// Something that happened to the run.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// The run holds its session.
    Begun,
    /// A task says how far it is.
    Progressed { task: TaskIdx, share: f64 },
    /// A task finished, and its content is in the blob store.
    Produced { task: TaskIdx, outputs: Vec<Written>, millis: u64 },
    /// A task gave up, or was cancelled.
    Failed { task: TaskIdx, error: TaskError },
    /// Somebody wants the run to end.
    StopRequested(StopMode),
    /// The run has taken as long as its session allows.
    DeadlineReached,
    /// Cancelled tasks had their time to finish.
    GraceExpired,
}

/// What the driver is to do, in order.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// Make these facts true in the store, in one transaction.
    Commit(Vec<Fact>),
    /// Run a task on these inputs.
    Launch { task: TaskIdx, inputs: Vec<(PathIdx, Digest)> },
    /// Tell every running task to give up.
    Cancel,
    /// End the run.
    Finish(Outcome),
}

/// Something to be recorded.
#[derive(Debug, Clone)]
pub(crate) enum Fact {
    TaskStarted { task: TaskIdx, why: Why },
    TaskCached { task: TaskIdx, pinned: bool, behind: bool },
    TaskCompleted { task: TaskIdx, record: Record, outputs: Vec<(Written, Change)> },
    TaskFailed { task: TaskIdx, error: TaskError },
    PhaseChanged(Phase),
    Progressed(Progress),
}

/// One output of a finished task, its content already stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) path: PathIdx,
    pub(crate) sha256: Digest,
    pub(crate) size: u64,
}

/// What a finished task means for one of its outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Created,
    Updated,
    /// The bytes are the same; consumers stay up to date.
    Same,
    /// A user's edit stands there and stays.
    Pinned,
}

/// How a run ends.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    Completed,
    Stopped,
    /// Stopped at a question that only a person can answer.
    Waiting(Failure),
    Failed(Failure),
}

/// Why a run failed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Failure {
    /// A stable word for programs.
    pub(crate) reason: &'static str,
    /// None when no task is to blame.
    pub(crate) task: Option<TaskIdx>,
    pub(crate) error: TaskError,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closing {
    Stop,
    Deadline,
}

impl State {
    /// A run that stands at `progress` and has not begun, or not with this process.
    pub(crate) fn new(plan: Arc<Plan>, heads: Heads, mut progress: Progress) -> Self {
        let mut tasks = vec![TaskState::Unwanted; plan.graph.tasks().len()];
        for &task in &plan.wanted {
            tasks[task] = TaskState::Waiting;
        }
        progress.total = plan.wanted.len();
        Self { plan, heads, tasks, progress, closing: None, failure: None, is_finished: false }
    }

    /// How far the run is.
    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Starts what can start and passes over what is up to date, until nothing moves.
    fn schedule(&mut self, facts: &mut Vec<Fact>) -> Vec<Action> {
        let plan = Arc::clone(&self.plan);
        let mut free = plan.workers.saturating_sub(self.running().count());
        let mut launches = Vec::new();
        // Graph order settles producers before their consumers are looked at, so one pass is enough.
        for &task in &plan.wanted {
            let is_due = match self.tasks[task] {
                TaskState::Waiting => self.is_ready(task),
                TaskState::Queued => free > 0,
                _ => false,
            };
            if !is_due {
                continue;
            }
            let recipe = Recipe::of(&plan.graph, task, plan.models[task].as_deref(), &self.heads);
            let record = plan.records[task].as_ref();
            match judge(&plan.graph, task, &recipe, &self.heads, record) {
                Verdict::Fresh => self.pass_over(task, None, facts),
                Verdict::Pinned { behind } => self.pass_over(task, Some(behind), facts),
                Verdict::Stale(why) if free > 0 => {
                    free -= 1;
                    self.tasks[task] = TaskState::Running { share: None };
                    if plan.earlier.get(&task) != Some(&Earlier::Started) {
                        facts.push(Fact::TaskStarted { task, why });
                    }
                    launches.push(Action::Launch { task, inputs: self.present_inputs(task) });
                }
                Verdict::Stale(_) => self.tasks[task] = TaskState::Queued,
            }
        }
        launches
    }

    fn pass_over(&mut self, task: TaskIdx, pinned: Option<bool>, facts: &mut Vec<Fact>) {
        if let Some(&Earlier::Done { cached }) = self.plan.earlier.get(&task) {
            self.tasks[task] = TaskState::Done { cached };
            return;
        }
        self.tasks[task] = TaskState::Done { cached: true };
        let (pinned, behind) = (pinned.is_some(), pinned.unwrap_or(false));
        facts.push(Fact::TaskCached { task, pinned, behind });
    }

    fn is_ready(&self, task: TaskIdx) -> bool {
        self.plan.graph.dependencies(task).all(|before| {
            matches!(self.tasks[before], TaskState::Done { .. } | TaskState::Unwanted)
        })
    }

    fn present_inputs(&self, task: TaskIdx) -> Vec<(PathIdx, Digest)> {
        let inputs = self.plan.graph.inputs(task).iter();
        inputs.filter_map(|&(path, _)| Some((path, self.heads[path]?.sha256))).collect()
    }

    fn running(&self) -> impl Iterator<Item = TaskIdx> + '_ {
        let is_running = |&task: &TaskIdx| matches!(self.tasks[task], TaskState::Running { .. });
        self.plan.wanted.iter().copied().filter(is_running)
    }

    /// Takes over a finished task's outputs, except where a user's edit stands.
    fn settle(&mut self, task: TaskIdx, outputs: Vec<Written>, millis: u64) -> Fact {
        let graph = &self.plan.graph;
        let model = self.plan.models[task].as_deref();
        let recipe = Recipe::of(graph, task, model, &self.heads);
        let name = |path: PathIdx| graph.paths()[path].to_owned();
        let record = Record {
            key: recipe.key(graph.tasks()[task].name),
            version: recipe.version,
            prompt: recipe.prompt,
            model: recipe.model,
            inputs: recipe.inputs,
            outputs: outputs.iter().map(|output| (name(output.path), output.sha256)).collect(),
            invalidated: None,
            millis,
        };
        let mut kept = Vec::new();
        for written in outputs {
            let Written { path, sha256, .. } = written;
            let change = match self.heads[path] {
                None => Change::Created,
                Some(head) if head.pinned => Change::Pinned,
                Some(head) if head.sha256 == sha256 => Change::Same,
                Some(_) => Change::Updated,
            };
            if change != Change::Pinned {
                self.heads[path] = Some(Head { sha256, pinned: false });
            }
            kept.push((written, change));
        }
        self.tasks[task] = TaskState::Done { cached: false };
        Fact::TaskCompleted { task, record, outputs: kept }
    }

    fn close(&mut self, closing: Closing, mode: StopMode, actions: &mut Vec<Action>) {
        self.closing.get_or_insert(closing);
        actions.push(Action::Cancel);
        if mode == StopMode::Immediate {
            self.abandon();
        }
    }

    /// Forgets running tasks; what they still produce is ignored.
    fn abandon(&mut self) {
        for task in self.running().collect::<Vec<_>>() {
            self.tasks[task] = TaskState::Waiting;
        }
    }

    /// Brings phase and progress up to date with the tasks.
    fn advance(&mut self, before: &Self, facts: &mut Vec<Fact>) {
        let progress = self.measure();
        if progress.phase != before.progress.phase {
            facts.push(Fact::PhaseChanged(progress.phase));
        }
        if progress != before.progress {
            facts.push(Fact::Progressed(progress.clone()));
        }
        self.progress = progress;
    }

    fn measure(&self) -> Progress {
        let tasks = self.plan.graph.tasks();
        let mut progress =
            Progress { running: Vec::new(), done: 0, cached: 0, ..self.progress.clone() };
        let mut phases = [(0.0, 0.0); Phase::ALL.len()];
        let mut earliest = None;
        for &task in &self.plan.wanted {
            let weight = f64::from(tasks[task].weight);
            let phase = tasks[task].phase;
            let (share, is_done) = match self.tasks[task] {
                TaskState::Done { cached } => {
                    progress.done += 1;
                    progress.cached += usize::from(cached);
                    (1.0, true)
                }
                TaskState::Running { share, .. } => {
                    let name = tasks[task].name.to_owned();
                    progress.running.push(RunningTask { name, pct: share });
                    (share.unwrap_or(0.0), false)
                }
                _ => (0.0, false),
            };
            if !is_done {
                earliest = Some(earliest.map_or(phase, |known: Phase| known.min(phase)));
            }
            phases[phase as usize].0 += weight * share;
            phases[phase as usize].1 += weight;
        }
        let (done, total) =
            phases.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        let overall = if total > 0.0 { done / total } else { 1.0 };
        // Only a completed run is whole; the store sets 1 when it commits the end.
        progress.overall = overall.clamp(self.progress.overall, 0.999);
        progress.phase = self.progress.phase.max(earliest.unwrap_or(Phase::Finalizing));
        progress.phases = Phase::ALL
            .into_iter()
            .zip(phases)
            .filter(|&(_, (_, total))| total > 0.0)
            .map(|(phase, (done, total))| (phase, done / total))
            .collect();
        progress
    }

    /// The end, once nothing runs and nothing more can.
    fn outcome(&self) -> Option<Outcome> {
        if self.running().next().is_some() {
            return None;
        }
        if self.progress.done == self.plan.wanted.len() {
            return Some(Outcome::Completed);
        }
        Some(match (self.closing, &self.failure) {
            (Some(Closing::Stop), _) => Outcome::Stopped,
            (Some(Closing::Deadline), _) => Outcome::Failed(Failure {
                reason: "max_runtime_exceeded",
                task: None,
                error: TaskError::Recoverable("max_runtime_sec is over".to_owned()),
            }),
            (None, Some(failure)) if matches!(failure.error, TaskError::NeedsAnswer(_)) => {
                Outcome::Waiting(failure.clone())
            }
            (None, Some(failure)) => Outcome::Failed(failure.clone()),
            (None, None) => Outcome::Failed(Failure {
                reason: "target_unreachable",
                task: None,
                error: TaskError::Fatal(
                    "no task can run, and the target is not reached".to_owned(),
                ),
            }),
        })
    }
}

#[cfg(test)]
mod tests;
