//! The tasks of a central run: offered to workers through luigid, and taken over from the store.
//!
//! One thread per run. It looks at the claims when told that something changed, and now and then
//! without being told; luigid is asked every few seconds whether it still knows the run.
#![expect(clippy::disallowed_methods, reason = "repeats by the clock")]

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use planner::{Cancel, Digest, Level, TaskError};

use super::RunId;
use super::log::RunLog;
use super::step::{Event, Plan, Written};
use crate::clock::Timestamp;
use crate::engine::Parts;
use crate::error::Result;
use crate::graph::TaskIdx;
use crate::lease::{Claim, ClaimState};
use crate::luigi::{Entry, State};
use crate::session::SessionId;

/// Between two looks for a sign that something changed.
const PACE: Duration = Duration::from_millis(50);
/// Between two looks without a sign.
const POLL: Duration = Duration::from_secs(1);
/// Between two times luigid is asked what it knows.
const REPEAT: Duration = Duration::from_secs(5);

/// What a worker says while it has a task, and at its end.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Progress {
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
    pub(crate) news: Progress,
}

/// One run's way to its workers.
pub(crate) struct Dispatch {
    pub(crate) parts: Arc<Parts>,
    pub(crate) session: SessionId,
    /// When the session was created.
    pub(crate) created_at: Timestamp,
    pub(crate) run: RunId,
    pub(crate) plan: Arc<Plan>,
    pub(crate) log: Arc<RunLog>,
    pub(crate) sender: Sender<Event>,
    pub(crate) since: Since,
    /// Set when the session changed.
    pub(crate) nudge: Arc<AtomicBool>,
    /// Set when the run is over.
    pub(crate) over: Cancel,
}

/// From when a process follows the workers of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Since {
    /// From the run's beginning.
    #[default]
    Beginning,
    /// From later on: what workers said before was told by somebody else.
    Earlier,
}

/// What was told about a task so far.
#[derive(Default)]
struct Told {
    state: Option<ClaimState>,
    /// The hands the task is in.
    epoch: u64,
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
        let mut told: Option<BTreeMap<TaskIdx, Told>> = None;
        let long_ago = Instant::now().checked_sub(REPEAT);
        let (mut looked, mut repeated) = (long_ago, long_ago);
        let is_due = |since: Option<Instant>, span| since.is_none_or(|it| it.elapsed() >= span);
        loop {
            if self.over.wait(PACE) {
                break;
            }
            let is_nudged = self.nudge.swap(false, Ordering::Relaxed);
            if !is_nudged && !is_due(looked, POLL) {
                continue;
            }
            looked = Some(Instant::now());
            let Ok(claims) = self.parts.store.claims(&self.session) else {
                // The driver learns the same from its own commits.
                continue;
            };
            if is_due(repeated, REPEAT) {
                repeated = Some(Instant::now());
                // A luigid that is away is asked again soon.
                let _ = self.remind(&claims);
            }
            let told = told.get_or_insert_with(|| self.told_before(&claims));
            for claim in claims.iter().filter(|claim| claim.run == self.run) {
                if let Some(task) = self.plan.graph.find(claim.task.as_str()) {
                    self.follow(task, claim, told.entry(task).or_default());
                }
            }
        }
        self.retire(&told.unwrap_or_default());
    }

    /// What a process before this one told of the claims it left.
    fn told_before(&self, claims: &[Claim]) -> BTreeMap<TaskIdx, Told> {
        let left = claims.iter().filter(|claim| {
            self.since == Since::Earlier && claim.run == self.run && claim.state != ClaimState::Open
        });
        let told = left.filter_map(|claim| {
            let news = serde_json::from_value::<Progress>(claim.news.clone()).unwrap_or_default();
            let (lines, epoch) = (news.lines.len(), claim.epoch);
            Some((
                self.plan.graph.find(claim.task.as_str())?,
                Told { epoch, lines, ..Told::default() },
            ))
        });
        told.collect()
    }

    /// Shows luigid that the run lives, and names again what waits for a worker: a luigid that has
    /// lost its memory knows nothing else. Tasks that are not ready yet are none of its business.
    fn remind(&self, claims: &[Claim]) -> Result<()> {
        let Some(luigid) = &self.parts.luigid else {
            return Ok(());
        };
        luigid.ping(&self.name())?;
        for claim in claims.iter().filter(|it| it.run == self.run && it.state == ClaimState::Open) {
            if let Some(task) = self.plan.graph.find(claim.task.as_str()) {
                self.tell(&self.entry(task), State::Pending)?;
            }
        }
        Ok(())
    }

    fn follow(&self, task: TaskIdx, claim: &Claim, told: &mut Told) {
        let has_changed_hands = claim.state != ClaimState::Open && told.epoch != claim.epoch;
        let is_new = has_changed_hands || told.state != Some(claim.state);
        told.state = Some(claim.state);
        if has_changed_hands {
            (told.epoch, told.lines, told.share) = (claim.epoch, 0, None);
            let message = format!("taken by {}", claim.owner.as_deref().unwrap_or("nobody"));
            self.log.line(Level::Info, Some(claim.task.as_str()), &message);
        }
        match claim.state {
            ClaimState::Open if is_new => {
                // A luigid that is away is told again later.
                let _ = self.tell(&self.entry(task), State::Pending);
            }
            ClaimState::Taken => {
                if let Ok(news) = serde_json::from_value::<Progress>(claim.news.clone()) {
                    self.pass_on(task, &news, told);
                }
            }
            ClaimState::Settled if is_new => self.take_over(task, claim, told),
            ClaimState::Open | ClaimState::Settled => {}
        }
    }

    fn pass_on(&self, task: TaskIdx, news: &Progress, told: &mut Told) {
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
    fn retire(&self, told: &BTreeMap<TaskIdx, Told>) {
        let run = self.parts.store.run(&self.session, Some(self.run));
        if run.is_ok_and(|run| run.is_some_and(|run| run.state.is_active())) {
            // Another process drives it.
            return;
        }
        let records = self.parts.records(&self.session).unwrap_or_default();
        for &task in told.keys() {
            let is_done = records.get(task).is_some_and(Option::is_some);
            // What is done was told by the worker that did it.
            if !is_done && self.tell(&self.entry(task), State::Disabled).is_err() {
                // It will forget them by itself when nobody names them again.
                return;
            }
        }
    }

    fn tell(&self, entry: &Entry, state: State) -> Result<()> {
        let Some(luigid) = &self.parts.luigid else {
            return Ok(());
        };
        luigid.add(&self.name(), entry, state)
    }

    /// The run's side, as luigid knows it.
    fn name(&self) -> String {
        format!("planexe-run-{}", self.parts.owner.name())
    }

    fn entry(&self, task: TaskIdx) -> Entry {
        let own = &self.plan.graph.tasks()[task];
        Entry {
            session: self.session.clone(),
            run: self.run,
            task: own.name.into(),
            asks: own.ask().is_some(),
            priority: priority(self.created_at, own.weight),
        }
    }
}

/// What is handed out first: the session that was created first, so that sessions end one after
/// another and not all together; within one, the heaviest task.
fn priority(created_at: Timestamp, weight: u32) -> i64 {
    // Beyond any weight, and late enough that no session of this century is below zero.
    const STEP: i64 = 100;
    const LAST: i64 = 4_102_444_800_000;
    (LAST - created_at.0).max(0) * STEP + i64::from(weight).min(STEP - 1)
}

fn failed(task: TaskIdx, error: TaskError) -> Event {
    Event::Failed { task, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_created_first_comes_first_whatever_its_tasks_weigh() {
        let noon = Timestamp(1_800_000_000_000);
        let later = Timestamp(noon.0 + 1);
        assert!(priority(noon, 1) > priority(later, 1000));
        assert!(priority(noon, 2) > priority(noon, 1));
    }
}
