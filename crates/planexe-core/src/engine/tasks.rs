//! The task graph of one session with the standing of every task, and making tasks stale by hand.

use serde_json::json;

use planner::{By, Phase};

use super::recovery::Grace;
use super::{Engine, Parts};
use crate::artifact::{Artifact, ArtifactUri, Author};
use crate::clock::Timestamp;
use crate::error::{Error, ErrorCode, Result};
use crate::event::EventKind;
use crate::graph::TaskIdx;
use crate::run::freshness::{Head, Heads, Record, Verdict, Why, survey};
use crate::run::{Run, RunState};
use crate::session::{Caller, Config, SessionId};
use crate::store::blobs::SMALL;
use crate::store::{Change, Commit, Guard, Look, Overview, StoreError};
use crate::task_name::TaskName;

/// Artifacts a status shows.
const LATEST: usize = 10;

/// One task of a session, as it stands now.
#[derive(Debug, Clone)]
pub struct TaskView {
    /// Unique in the graph.
    pub name: &'static str,
    /// The phase of the plan that it belongs to.
    pub phase: Phase,
    /// Whether it would run.
    pub standing: Standing,
    /// Why it is stale.
    pub why: Option<Why>,
    /// Whether its inputs changed since a user's edit took its place.
    pub behind: bool,
    /// The artifacts it reads, with whether they must exist.
    pub inputs: Vec<(&'static str, planner::Need)>,
    /// The artifacts it writes.
    pub outputs: Vec<&'static str>,
    /// The tasks it reads from.
    pub after: Vec<&'static str>,
    /// How long it took last, in milliseconds.
    pub millis: Option<u64>,
}

/// What the next run would do with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Pass over it: up to date.
    Fresh,
    /// Pass over it: a user's edit stands.
    Pinned,
    /// Run it again.
    Stale,
    /// Run it for the first time.
    Pending,
    /// It is running now.
    Running,
    /// It ended the latest run.
    Failed,
}

impl Standing {
    /// The spelling on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Pinned => "pinned",
            Self::Stale => "stale",
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Failed => "failed",
        }
    }
}

/// What somebody wants to be made again.
#[derive(Debug, Clone, Default)]
pub struct Invalidate {
    /// Their consumers run again; the artifacts themselves stay.
    pub artifacts: Vec<ArtifactUri>,
    /// They and everything behind them run again; edits in their place may be overwritten.
    pub tasks: Vec<String>,
}

impl Engine {
    /// Every task of the session, producers before consumers.
    pub fn tasks(&self, caller: &Caller, id: &SessionId) -> Result<Vec<TaskView>> {
        self.session(caller, id)?;
        let Some(overview) = self.parts.overview(id)? else { return Ok(Vec::new()) };
        let lost = self.parts.lost_at_rest(&overview)?;
        Ok(self.parts.survey(&overview, overview.run.as_ref(), &lost))
    }

    /// Makes tasks stale without starting a run. Gives the names of the tasks concerned.
    pub fn invalidate(
        &self,
        caller: &Caller,
        id: &SessionId,
        invalidate: &Invalidate,
    ) -> Result<Vec<&'static str>> {
        self.open_session(caller, id)?;
        self.parts.recover(id, Grace::None)?;
        let (names, changes) = self.parts.invalidation(id, invalidate)?;
        let at = Timestamp::now();
        self.parts.store.commit(&Commit {
            session: id,
            guard: Guard::Idle,
            changes: &changes,
            at,
        })?;
        self.parts.changes.notify();
        Ok(names)
    }
}

impl Parts {
    /// The changes behind an [`Invalidate`]. Pins fall only where the caller named the task.
    pub(crate) fn invalidation(
        &self,
        session: &SessionId,
        invalidate: &Invalidate,
    ) -> Result<(Vec<&'static str>, Vec<Change>)> {
        let graph = &self.graph;
        let mut named = Vec::new();
        for name in &invalidate.tasks {
            let task = graph.find(name).ok_or_else(|| {
                let known: Vec<&str> = graph.tasks().iter().map(|task| task.name).collect();
                Error::argument(format!("there is no task {name:?}"))
                    .with(json!({ "tasks": known }))
            })?;
            named.push(task);
        }
        let mut stale: Vec<(TaskIdx, String)> = Vec::new();
        for task in graph.downstream(&named) {
            stale.push((task, format!("task {}", invalidate.tasks.join(", "))));
        }
        for uri in &invalidate.artifacts {
            if uri.session != *session {
                return Err(Error::new(
                    ErrorCode::InvalidArtifactUri,
                    format!("{uri} belongs to another session"),
                ));
            }
            if self.store.artifact(session, &uri.path)?.is_none() {
                return Err(Error::new(
                    ErrorCode::InvalidArtifactUri,
                    format!("there is no artifact {uri}"),
                ));
            }
            let path = graph.path(uri.path.as_str());
            for task in path.into_iter().flat_map(|path| graph.consumers(path)) {
                stale.push((task, format!("artifact {}", uri.path)));
            }
        }
        stale.sort();
        stale.dedup_by_key(|(task, _)| *task);
        let names: Vec<&'static str> =
            stale.iter().map(|(task, _)| graph.tasks()[*task].name).collect();
        let mut changes = Vec::new();
        for (task, reason) in stale {
            changes.push(Change::Invalidate(graph.tasks()[task].name.into(), reason));
        }
        for path in named.iter().flat_map(|&task| graph.outputs(task)) {
            changes.push(Change::Unpin(graph.paths()[*path].parse()?));
        }
        if !names.is_empty() {
            changes.push(Change::Event(EventKind::TasksInvalidated, json!({ "tasks": names })));
        }
        Ok((names, changes))
    }

    /// What stands at every path of the graph. Where content is `lost` nothing stands.
    pub(crate) fn heads(
        &self,
        session: &SessionId,
        lost: &[Artifact],
    ) -> Result<Heads, StoreError> {
        Ok(self.without(heads(&self.store.standing(session, self.graph.paths())?), lost))
    }

    fn without(&self, mut heads: Heads, lost: &[Artifact]) -> Heads {
        for path in lost.iter().filter_map(|it| self.graph.path(it.path.as_str())) {
            heads[path] = None;
        }
        heads
    }

    /// Those of these artifacts of a session whose content is gone or damaged. Reads all of it.
    pub(crate) fn lost(
        &self,
        session: &SessionId,
        artifacts: &[Artifact],
    ) -> Result<Vec<Artifact>, StoreError> {
        let missing = self.store.missing(session)?;
        let mut lost = Vec::new();
        for artifact in artifacts {
            let is_lost = if artifact.size <= SMALL as u64 {
                missing.iter().any(|path| path == artifact.path.as_str())
            } else {
                !artifact.live && !self.blobs.has_large(&artifact.sha256, artifact.size)?
            };
            if is_lost {
                lost.push(artifact.clone());
            }
        }
        Ok(lost)
    }

    /// What the next run would find lost. While one is active nobody looks: it knows already.
    pub(crate) fn lost_at_rest(&self, overview: &Overview) -> Result<Vec<Artifact>, StoreError> {
        if overview.run.as_ref().is_some_and(|run| run.state.is_active()) {
            return Ok(Vec::new());
        }
        let standing: Vec<Artifact> = overview.standing.iter().flatten().cloned().collect();
        self.lost(&overview.session.id, &standing)
    }

    /// What a person is told about content that is gone.
    pub(crate) fn loss(&self, lost: &Artifact) -> String {
        let Artifact { path, version, .. } = lost;
        let is_made =
            self.graph.path(path.as_str()).is_some_and(|it| self.graph.producer(it).is_some());
        match (&lost.author, is_made) {
            (Author::User(_), true) if lost.pinned => {
                format!("your version {version} of {path} is lost; it is made again")
            }
            (Author::User(_), false) => {
                format!("your version {version} of {path} is lost; write it again")
            }
            (_, true) => format!("the content of {path} is lost; what makes it runs again"),
            (_, false) => format!("the content of {path} is lost"),
        }
    }

    /// How every task of the graph last finished.
    pub(crate) fn records(&self, session: &SessionId) -> Result<Vec<Option<Record>>, StoreError> {
        Ok(self.in_order(self.store.records(session)?))
    }

    /// Records by the number of their task; what this graph does not know is left out.
    fn in_order(&self, named: Vec<(TaskName, Record)>) -> Vec<Option<Record>> {
        let mut records = vec![None; self.graph.tasks().len()];
        for (name, record) in named {
            if let Some(task) = self.graph.find(name.as_str()) {
                records[task] = Some(record);
            }
        }
        records
    }

    /// Everything that tells how a session stands; none when it does not exist.
    pub(crate) fn overview(&self, session: &SessionId) -> Result<Option<Overview>, StoreError> {
        self.store.overview(&Look { session, paths: self.graph.paths(), latest: LATEST })
    }

    /// The identity of the provider each task would ask under `config`.
    pub(crate) fn models(&self, config: &Config) -> Vec<Option<String>> {
        let identity = |model: &str| self.providers.find(model).map(|provider| provider.identity());
        let (planner, validator) =
            (identity(&config.planner_model), identity(&config.validator_model));
        let model = |by: &By| match by {
            By::Code => None,
            By::Drawing => Some(self.providers.drawing().identity()),
            By::Planner(_) => planner.clone(),
            By::Validator(_) => validator.clone(),
        };
        self.graph.tasks().iter().map(|task| model(&task.by)).collect()
    }

    /// Every task with its standing; `run` tells what is running or failed. Nothing stands where content is
    /// `lost`.
    pub(crate) fn survey(
        &self,
        overview: &Overview,
        run: Option<&Run>,
        lost: &[Artifact],
    ) -> Vec<TaskView> {
        let graph = &self.graph;
        let records = self.in_order(overview.records.clone());
        let models = self.models(&overview.session.config);
        let heads = self.without(heads(&overview.standing), lost);
        let verdicts = survey(graph, |task| models[task].clone(), &heads, &records);
        let views = verdicts.into_iter().enumerate().map(|(idx, verdict)| {
            let task = &graph.tasks()[idx];
            let is_running =
                run.is_some_and(|run| run.progress.running.iter().any(|t| t.name == task.name));
            let has_failed = run
                .is_some_and(|run| run.state == RunState::Failed && run.error["task"] == task.name);
            let (standing, why, behind) = match verdict {
                Verdict::Fresh => (Standing::Fresh, None, false),
                Verdict::Pinned { behind } => (Standing::Pinned, None, behind),
                Verdict::Stale(why) if is_running => (Standing::Running, Some(why), false),
                Verdict::Stale(why) if has_failed => (Standing::Failed, Some(why), false),
                Verdict::Stale(why @ Why::NeverRun) => (Standing::Pending, Some(why), false),
                Verdict::Stale(why) => (Standing::Stale, Some(why), false),
            };
            let mut after: Vec<TaskIdx> = graph.dependencies(idx).collect();
            after.sort_unstable();
            after.dedup();
            TaskView {
                name: task.name,
                phase: task.phase,
                standing,
                why,
                behind,
                inputs: task.inputs.iter().map(|input| (input.path, input.need)).collect(),
                outputs: task.outputs.iter().map(|output| output.path).collect(),
                after: after.into_iter().map(|before| graph.tasks()[before].name).collect(),
                millis: records[idx].as_ref().map(|record| record.millis),
            }
        });
        views.collect()
    }
}

fn heads(standing: &[Option<Artifact>]) -> Heads {
    let head = |artifact: &Artifact| Head { sha256: artifact.sha256, pinned: artifact.pinned };
    standing.iter().map(|artifact| artifact.as_ref().map(head)).collect()
}
