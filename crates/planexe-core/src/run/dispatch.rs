//! The tasks of a central run: offered to workers through luigid, and taken over from the store.
//!
//! One thread per run. It looks at the claims when told that something changed, and now and then
//! without being told; luigid is told everything again every few seconds, since it may have lost all.
#![expect(clippy::disallowed_methods, reason = "repeats by the clock")]

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::RunId;
use super::log::RunLog;
use super::step::{Event, Plan, Written};
use crate::cancel::Cancel;
use crate::digest::Digest;
use crate::engine::Parts;
use crate::graph::TaskIdx;
use crate::luigi::{Entry, State};
use crate::session::SessionId;
use crate::store::{Claim, ClaimState};
use crate::task::{Level, TaskError};

/// Between two looks for a sign that something changed.
const PACE: Duration = Duration::from_millis(50);
/// Between two looks without a sign.
const GLANCE: Duration = Duration::from_secs(1);
/// Between two times luigid is told everything.
const REPEAT: Duration = Duration::from_secs(5);

/// What a worker says while it has a task, and at its end.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct News {
    /// The share of the task that is done.
    pub(crate) share: Option<f64>,
    /// Every line so far.
    pub(crate) lines: Vec<Line>,
}

/// A line of a task's log, as it travels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// `info`, `warn`, `error` or `prompt`.
    pub(crate) level: String,
    pub(crate) text: String,
}

/// What came of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Handed {
    /// The content written, by path.
    pub(crate) outputs: BTreeMap<String, (Digest, u64)>,
    pub(crate) millis: u64,
    /// Why there are no outputs: the message, and whether a resume may help.
    pub(crate) error: Option<(String, bool)>,
    pub(crate) news: News,
}

/// One run's way to its workers.
pub(crate) struct Dispatch {
    pub(crate) parts: Arc<Parts>,
    pub(crate) session: SessionId,
    pub(crate) run: RunId,
    pub(crate) plan: Arc<Plan>,
    pub(crate) log: Arc<RunLog>,
    pub(crate) sender: Sender<Event>,
    /// Set when the session changed.
    pub(crate) nudge: Arc<AtomicBool>,
    /// Set when the run is over.
    pub(crate) over: Cancel,
}

/// What was told about a task so far.
#[derive(Default)]
struct Told {
    state: Option<ClaimState>,
    lines: usize,
    share: Option<f64>,
}

impl Dispatch {
    /// Starts the thread; it ends after the run.
    pub(crate) fn start(self) -> io::Result<()> {
        let name = format!("{}-luigi", self.run);
        std::thread::Builder::new().name(name).spawn(move || self.attend()).map(drop)
    }

    fn attend(&self) {
        let mut told: HashMap<TaskIdx, Told> = HashMap::new();
        let long_ago = Instant::now().checked_sub(REPEAT);
        let (mut looked, mut repeated) = (long_ago, long_ago);
        let is_due = |since: Option<Instant>, span| since.is_none_or(|it| it.elapsed() >= span);
        loop {
            if self.over.wait(PACE) {
                break;
            }
            let is_nudged = self.nudge.swap(false, Ordering::Relaxed);
            if !is_nudged && !is_due(looked, GLANCE) {
                continue;
            }
            looked = Some(Instant::now());
            let Ok(claims) = self.parts.store.claims(&self.session) else {
                // The driver learns the same from its own commits.
                continue;
            };
            let repeats = is_due(repeated, REPEAT);
            if repeats {
                repeated = Some(Instant::now());
                self.register(&claims);
            }
            for claim in claims.iter().filter(|claim| claim.run == self.run) {
                if let Some(task) = self.plan.graph.find(&claim.task) {
                    self.follow(task, claim, told.entry(task).or_default());
                }
            }
        }
        self.retire();
    }

    /// Tells luigid about every task of the run; those that nobody may have yet are only shown.
    fn register(&self, claims: &[Claim]) {
        let open = |name: &str| claims.iter().any(|it| it.task == name && it.run == self.run);
        let records = self.parts.records(&self.session).unwrap_or_default();
        for &task in &self.plan.wanted {
            let entry = self.entry(task);
            let state = if open(&entry.task) {
                State::Pending
            } else if records.get(task).is_some_and(Option::is_some) {
                State::Done
            } else {
                State::Waiting
            };
            if self.tell(&entry, state).is_err() {
                // luigid is away; the next time comes soon.
                return;
            }
        }
    }

    fn follow(&self, task: TaskIdx, claim: &Claim, told: &mut Told) {
        let is_new = told.state != Some(claim.state);
        told.state = Some(claim.state);
        match claim.state {
            ClaimState::Open if is_new => {
                // A luigid that is away is told again later.
                let _ = self.tell(&self.entry(task), State::Pending);
            }
            ClaimState::Taken => {
                if let Ok(news) = serde_json::from_value::<News>(claim.news.clone()) {
                    self.pass_on(task, &news, told);
                }
            }
            ClaimState::Settled if is_new => self.take_over(task, claim, told),
            ClaimState::Open | ClaimState::Settled => {}
        }
    }

    fn pass_on(&self, task: TaskIdx, news: &News, told: &mut Told) {
        let name = self.plan.graph.tasks()[task].name;
        for line in news.lines.iter().skip(told.lines) {
            match line.level.as_str() {
                "prompt" => self.log.prompt(name, &line.text),
                "warn" => self.log.line(Level::Warn, Some(name), &line.text),
                "error" => self.log.line(Level::Error, Some(name), &line.text),
                _ => self.log.line(Level::Info, Some(name), &line.text),
            }
        }
        told.lines = told.lines.max(news.lines.len());
        if let Some(share) = news.share.filter(|_| news.share != told.share) {
            told.share = news.share;
            let _ = self.sender.send(Event::Progressed { task, share });
        }
    }

    fn take_over(&self, task: TaskIdx, claim: &Claim, told: &mut Told) {
        let handed = serde_json::from_value::<Handed>(claim.outcome.clone());
        let event = match handed {
            Ok(handed) => {
                self.pass_on(task, &handed.news, told);
                self.outcome(task, handed)
            }
            Err(error) => failed(task, TaskError::Fatal(format!("unreadable outcome: {error}"))),
        };
        // A run that ended does not listen any more.
        let _ = self.sender.send(event);
    }

    fn outcome(&self, task: TaskIdx, handed: Handed) -> Event {
        if let Some((message, recoverable)) = handed.error {
            let error = if recoverable { TaskError::Recoverable } else { TaskError::Fatal };
            return failed(task, error(message));
        }
        let mut outputs = Vec::new();
        for &path in self.plan.graph.outputs(task) {
            match handed.outputs.get(self.plan.graph.paths()[path]) {
                Some(&(sha256, size)) => outputs.push(Written { path, sha256, size }),
                None => return failed(task, TaskError::Fatal("an output is missing".to_owned())),
            }
        }
        Event::Produced { task, outputs, millis: handed.millis }
    }

    /// Takes from luigid what nobody wants any more.
    fn retire(&self) {
        let records = self.parts.records(&self.session).unwrap_or_default();
        for &task in &self.plan.wanted {
            let is_done = records.get(task).is_some_and(Option::is_some);
            let state = if is_done { State::Done } else { State::Disabled };
            if self.tell(&self.entry(task), state).is_err() {
                // It will forget them by itself when nobody names them again.
                return;
            }
        }
    }

    fn tell(&self, entry: &Entry, state: State) -> crate::error::Result<()> {
        let Some(luigid) = &self.parts.luigid else {
            return Ok(());
        };
        luigid.add(&format!("planexe-run-{}", self.parts.owner.name()), entry, state)
    }

    fn entry(&self, task: TaskIdx) -> Entry {
        let graph = &self.plan.graph;
        let wanted = |before: &TaskIdx| self.plan.wanted.contains(before);
        let mut after: Vec<TaskIdx> = graph.dependencies(task).filter(wanted).collect();
        after.sort_unstable();
        after.dedup();
        let own = &graph.tasks()[task];
        Entry {
            session: self.session.clone(),
            run: self.run,
            task: own.name.to_owned(),
            after: after.into_iter().map(|before| graph.tasks()[before].name.to_owned()).collect(),
            asks: own.ask().is_some(),
            priority: own.weight,
        }
    }
}

fn failed(task: TaskIdx, error: TaskError) -> Event {
    Event::Failed { task, error }
}
