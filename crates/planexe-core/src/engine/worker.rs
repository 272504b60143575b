//! Working for the runs of other processes: luigid says what is next, the store says whether it is ours.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use planner::{Cancel, Level, Report, TaskError};

use super::{Engine, Parts};
use crate::clock::Timestamp;
use crate::error::{Error, Result};
use crate::lease::{Bid, Claim, ClaimState, Hold};
use crate::luigi::{Entry, Luigid, SLOT, State};
use crate::run::dispatch::{Handed, Line, Progress};
use crate::run::ledger::Fresh;
use crate::run::step::Written;
use crate::run::work::{Work, generation};
use crate::store::StoreError;

/// Between two questions for work when there was none.
const IDLE: Duration = Duration::from_millis(300);
/// Between two signs of life while a task runs.
const BEAT: Duration = Duration::from_secs(1);
/// Between two looks for runs that nobody drives any more.
const WATCH: Duration = Duration::from_secs(2);
/// Lines of one task that travel to the run; the rest is counted.
const MOST_LINES: usize = 500;

/// What a worker process offers.
#[derive(Debug, Clone)]
pub struct Slots {
    /// The machine, as luigid's page shows it.
    pub host: String,
    /// Tasks at the same time.
    pub count: usize,
}

impl Engine {
    /// Takes tasks of any run until `stop` is set, and carries on runs whose process is gone. Each
    /// slot is a worker of its own to luigid.
    pub fn work(&self, slots: &Slots, stop: &Cancel) -> Result<()> {
        if self.parts.luigid.is_none() || self.parts.blobs.bucket().is_none() {
            return Err(Error::argument(
                "a worker needs --store, --objects and --luigid: it shares nothing else with the \
                 runs it works for",
            ));
        }
        std::thread::scope(|scope| {
            for number in 0..slots.count {
                let id = format!("{SLOT}{}-{}-{number}", slots.host, self.parts.owner.name());
                let slot = Slot { parts: &self.parts, id, host: &slots.host, stop };
                scope.spawn(move || slot.attend());
            }
            while !stop.wait(WATCH) {
                // A store that is away is asked again.
                let _ = self.adopt_lapsed();
            }
        });
        Ok(())
    }
}

struct Slot<'a> {
    parts: &'a Arc<Parts>,
    id: String,
    host: &'a str,
    stop: &'a Cancel,
}

impl Slot<'_> {
    fn attend(&self) {
        let Some(luigid) = &self.parts.luigid else {
            return;
        };
        while !self.stop.is_cancelled() {
            // A luigid that is away comes back; nothing is lost meanwhile.
            match luigid.work(&self.id, self.host) {
                Ok(Some(entry)) => self.consider(luigid, &entry),
                _ => drop(self.stop.wait(IDLE)),
            }
        }
    }

    /// Runs a task if the store lets us have it.
    fn consider(&self, luigid: &Luigid, entry: &Entry) {
        let at = Timestamp::now();
        let bid = Bid {
            session: &entry.session,
            run: entry.run,
            task: entry.task.as_str(),
            owner: &self.id,
            at,
            expires_at: at.plus(self.parts.options.lease),
        };
        let state = match self.parts.store.take(&bid) {
            Ok(Some(claim)) => self.execute(luigid, entry, &claim),
            Ok(None) => self.verdict(entry),
            Err(_) => State::Failed,
        };
        let asks = self.parts.graph.find(entry.task.as_str());
        let asks = asks.is_some_and(|task| self.parts.graph.tasks()[task].ask().is_some());
        // luigid hears the same again from the run.
        let _ = luigid.add(&self.id, &Entry { asks, ..entry.clone() }, state);
    }

    /// What luigid is to be told about a task that we cannot have: one that others want is handed
    /// out again after a while, as luigid does with what has failed, and this slot is free.
    fn verdict(&self, entry: &Entry) -> State {
        let claims = self.parts.store.claims(&entry.session).unwrap_or_default();
        let is_wanted = claims.iter().any(|it| {
            it.task == entry.task && it.run == entry.run && it.state != ClaimState::Settled
        });
        if is_wanted { State::Failed } else { State::Done }
    }

    fn execute(&self, luigid: &Luigid, entry: &Entry, claim: &Claim) -> State {
        let hold = Hold {
            session: &claim.session,
            run: claim.run,
            task: claim.task.as_str(),
            epoch: claim.epoch,
        };
        let fresh = Arc::new(Fresh::default());
        let cancel = Cancel::default();
        let notes = Arc::new(Notes::default());
        let handed = match self.prepare(claim, &fresh, &cancel, &notes) {
            Err(message) => failed(message, &notes),
            Ok(work) => {
                let (produced, millis) = self.attended(luigid, entry, &hold, &notes, &work);
                self.handed(produced, millis, &notes)
            }
        };
        if cancel.is_cancelled() {
            // Somebody else has the task, or nobody wants it any more; or this worker stops, and
            // the next one need not wait for its lease to end.
            let _ = self.parts.store.release(&hold);
            return State::Failed;
        }
        let is_failed = handed.error.is_some();
        let outcome = serde_json::to_value(&handed).unwrap_or(Value::Null);
        match self.parts.store.settle(&hold, &outcome, &fresh.take()) {
            Ok(()) if !is_failed => State::Done,
            _ => State::Failed,
        }
    }

    fn prepare(
        &self,
        claim: &Claim,
        fresh: &Arc<Fresh>,
        cancel: &Cancel,
        notes: &Arc<Notes>,
    ) -> std::result::Result<Work, String> {
        let graph = &self.parts.graph;
        let task = graph.find(claim.task.as_str());
        let task = task.ok_or_else(|| format!("this worker does not know {}", claim.task))?;
        let session = self.parts.store.session(&claim.session).map_err(|it| it.to_string())?;
        let session = session.ok_or_else(|| "the session is gone".to_owned())?;
        let records = self.parts.records(&claim.session).map_err(|it| it.to_string())?;
        let path =
            |name: &String| graph.path(name).ok_or_else(|| format!("{name} is unknown here"));
        let inputs = claim.inputs.iter().map(|(name, sha256)| Ok((path(name)?, *sha256)));
        Ok(Work {
            parts: Arc::clone(self.parts),
            fresh: Arc::clone(fresh),
            session: claim.session.clone(),
            today: session.created_at.date(),
            generation: generation(records[task].as_ref()),
            provider: self.parts.provider(&session.config, task),
            cancel: cancel.clone(),
            report: Box::new(Noting(Arc::clone(notes))),
            task,
            inputs: inputs.collect::<std::result::Result<_, String>>()?,
        })
    }

    /// Runs the task, and shows meanwhile that we live. A lost lease cancels it.
    fn attended(
        &self,
        luigid: &Luigid,
        entry: &Entry,
        hold: &Hold<'_>,
        notes: &Notes,
        work: &Work,
    ) -> (std::result::Result<Vec<Written>, TaskError>, u64) {
        let done = Cancel::default();
        std::thread::scope(|scope| {
            let ended = done.clone();
            let running = scope.spawn(move || {
                let outcome = work.run();
                ended.cancel();
                outcome
            });
            let lease = self.parts.options.lease;
            let (mut told, mut since) = (Progress::default(), Duration::ZERO);
            while !done.wait(BEAT) {
                let news = notes.news();
                since += BEAT;
                // The store hears what is new, and otherwise only that we live.
                if news != told || since >= lease / 4 {
                    let expires_at = Timestamp::now().plus(lease);
                    // A database that is away comes back, or the lease runs out.
                    let renewed = self.parts.store.renew(hold, expires_at, &json!(news));
                    if let Err(StoreError::Fenced) = renewed {
                        work.cancel.cancel();
                    }
                    (told, since) = (news.clone(), Duration::ZERO);
                }
                if self.stop.is_cancelled() {
                    work.cancel.cancel();
                }
                let percent = (news.share.unwrap_or(0.0) * 100.0) as u32;
                // Only the page shows it.
                let _ = luigid.ping(&self.id);
                let _ = luigid.show(entry, percent, &self.message(&news));
            }
            running.join().unwrap_or_else(|_| {
                (Err(TaskError::Fatal("the task's thread is gone".to_owned())), 0)
            })
        })
    }

    /// What luigid's page shows. It has no accounts, so it shows no prompts.
    fn message(&self, news: &Progress) -> String {
        let said = news.lines.iter().rev().find(|line| line.level != "prompt");
        let said = said.map_or("working", |line| line.text.as_str());
        format!("{said} (on {})", self.host)
    }

    fn handed(
        &self,
        produced: std::result::Result<Vec<Written>, TaskError>,
        millis: u64,
        notes: &Notes,
    ) -> Handed {
        let paths = self.parts.graph.paths();
        match produced {
            Ok(outputs) => Handed {
                outputs: outputs
                    .into_iter()
                    .map(|it| (paths[it.path].to_owned(), (it.sha256, it.size)))
                    .collect(),
                millis,
                error: None,
                news: notes.news(),
            },
            Err(error) => Handed {
                error: Some((error.to_string(), !matches!(error, TaskError::Fatal(_)))),
                ..failed(String::new(), notes)
            },
        }
    }
}

fn failed(message: String, notes: &Notes) -> Handed {
    Handed {
        outputs: std::collections::BTreeMap::new(),
        millis: 0,
        error: Some((message, true)),
        news: notes.news(),
    }
}

/// What a task says, until it is sent.
#[derive(Default)]
struct Notes(Mutex<Progress>);

impl Notes {
    fn news(&self) -> Progress {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, level: &str, text: &str) {
        let mut news = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if news.lines.len() < MOST_LINES {
            news.lines.push(Line { level: level.to_owned(), text: text.to_owned() });
        }
    }
}

struct Noting(Arc<Notes>);

impl Report for Noting {
    fn progress(&self, share: f64) {
        let mut news = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        news.share = Some(share.clamp(0.0, 1.0));
    }

    fn log(&self, level: Level, message: &str) {
        self.0.note(level.as_str(), message);
    }

    fn prompt(&self, message: &str) {
        self.0.note("prompt", message);
    }
}
