//! What remains after a process died in the middle of a run, and what every run leaves at its end.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use planner::{Digest, Kind};

use super::Parts;
use super::tasks::Standing;
use crate::artifact::{ArtifactPath, ArtifactUri, Author};
use crate::clock::Timestamp;
use crate::event::{Cursor, EventKind};
use crate::lease;
use crate::run::ledger::Fresh;
use crate::run::{Run, RunId, RunState};
use crate::session::SessionId;
use crate::store::blobs::read_part;
use crate::store::{Change, Commit, Expected, NewArtifact, StoreError};

/// When a run whose lease has ended counts as lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grace {
    /// At once: somebody wants to change the session.
    None,
    /// When nobody has carried it on, or come back, for the length of another lease.
    Adoption,
}

impl Parts {
    /// Declares every lost run of every session.
    pub(crate) fn recover_all(&self) -> Result<(), StoreError> {
        for (session, run) in self.store.active()? {
            self.recover_run(&session, &run, Grace::Adoption)?;
        }
        Ok(())
    }

    /// Declares a lost run of one session.
    pub(crate) fn recover(&self, session: &SessionId, grace: Grace) -> Result<(), StoreError> {
        match self.store.run(session, None)? {
            Some(run) => self.recover_run(session, &run, grace).map(drop),
            None => Ok(()),
        }
    }

    /// Declares a run lost if it is; says whether it did.
    pub(crate) fn recover_run(
        &self,
        session: &SessionId,
        run: &Run,
        grace: Grace,
    ) -> Result<bool, StoreError> {
        let given_up = match grace {
            // Whoever only looks leaves a process that is paused the time to come back.
            Grace::Adoption => run.lease.expires_at.plus(self.options.lease),
            Grace::None => run.lease.expires_at,
        };
        if !run.state.is_active() {
            return Ok(false);
        }
        let is_gone = self.owner.is_gone(&run.lease.owner);
        if !is_gone && given_up >= Timestamp::now() {
            return Ok(false);
        }
        // A process that is paused is still there.
        let what = if is_gone { "is gone" } else { "did not renew its lease" };
        let error = json!({
            "reason": "worker_lost", "task": null, "recoverable": true,
            "message": format!("the process that drove the run {what}; finished tasks are kept"),
        });
        let mut changes = Vec::new();
        let closing =
            self.closing_artifacts(session, run.id, RunState::Failed, &error, &mut changes)?;
        changes.push(Change::End(RunState::Failed, error.clone()));
        let data = json!({ "run_id": run.id, "error": error });
        changes.push(Change::Event(EventKind::RunFailed, data));
        match self.close(session, run, &closing, &changes) {
            // Somebody else was quicker, or the owner came back and ended the run.
            Err(StoreError::Fenced) => Ok(true),
            other => other.map(|()| true),
        }
    }

    /// Makes the last commit of a run. Its log and state stand in the `out` folder before the run
    /// counts as ended: whoever waits for the end finds them there.
    pub(crate) fn close(
        &self,
        session: &SessionId,
        run: &Run,
        closing: &[(ArtifactPath, Vec<u8>)],
        changes: &[Change],
    ) -> Result<(), StoreError> {
        let turn = self.view.turn();
        for (path, bytes) in closing {
            // A folder that cannot be written is no reason to lose the run; the next one tries again.
            let _ = self.view.write(session, path, bytes);
        }
        drop(turn);
        let (guard, at) = (lease::guard(run), Timestamp::now());
        let closed = self.store.commit(&Commit { session, guard, changes, at });
        if closed.is_err() {
            // What was shown is not what is true.
            let paths: Vec<ArtifactPath> = closing.iter().map(|(path, _)| path.clone()).collect();
            let _ = self.show_all(session, &paths, &Fresh::default());
        }
        closed?;
        self.view.discard_log(session);
        self.changes.notify();
        Ok(())
    }

    /// Adds log, state and, after a failure, the error to the last commit of a run. Gives back their
    /// content for the view.
    pub(crate) fn closing_artifacts(
        &self,
        session: &SessionId,
        run: RunId,
        state: RunState,
        error: &Value,
        changes: &mut Vec<Change>,
    ) -> Result<Vec<(ArtifactPath, Vec<u8>)>, StoreError> {
        let mut closing = Vec::new();
        // The file may be missing when the process died before its first line.
        let log = match read_part(&self.view.live_log(session), 0, u64::MAX) {
            Ok(log) => log,
            Err(_) => self.retold(session, run)?,
        };
        closing.push(("run.log", Kind::Log, log));
        let luigi = self.luigi_state(session, run, state)?;
        closing.push(("luigi_state.json", Kind::State, format!("{luigi:#}\n").into_bytes()));
        if state == RunState::Failed {
            let mut report = json!({ "run_id": run });
            if let (Value::Object(report), Value::Object(error)) = (&mut report, error) {
                report.extend(error.clone());
            }
            closing.push(("run_error.json", Kind::State, format!("{report:#}\n").into_bytes()));
        }
        let mut contents = Vec::new();
        for (name, kind, bytes) in closing {
            let path: ArtifactPath = name.parse().expect("a valid path");
            let standing = self.store.artifact(session, &path)?;
            let event = match standing {
                // A log that is live has no version yet.
                Some(artifact) if artifact.version > 0 => EventKind::ArtifactUpdated,
                _ => EventKind::ArtifactCreated,
            };
            let sha256 = self.blobs.put(&bytes)?;
            let data = json!({
                "path": path, "artifact_uri": ArtifactUri::new(session, &path), "kind": kind,
                "sha256": sha256, "by": "engine",
            });
            changes.push(Change::Artifact(NewArtifact {
                path: path.clone(),
                sha256,
                size: bytes.len() as u64,
                kind,
                author: Author::Engine,
                pinned: false,
                expected: Expected::Anything,
            }));
            changes.push(Change::Event(event, data));
            contents.push((path, bytes));
        }
        Ok(contents)
    }

    /// The log of a run as far as its events tell: the file was on a machine that is gone, or never
    /// came to be.
    pub(crate) fn retold(&self, session: &SessionId, run: RunId) -> Result<Vec<u8>, StoreError> {
        let mut log = String::new();
        let (mut since, mut is_inside) = (Cursor::START, false);
        loop {
            let page = self.store.events(session, since, 1000)?;
            for event in &page.events {
                if event.kind == EventKind::RunStarted {
                    is_inside = event.data["run_id"] == run.to_string();
                }
                let text = |field: &str| event.data[field].as_str().unwrap_or_default();
                // The events about tasks are never thinned out, so they stand for their lines.
                let (level, message) = match event.kind {
                    EventKind::TaskStarted => ("info", "started"),
                    EventKind::TaskCompleted if event.data["cached"] == false => {
                        ("info", "completed")
                    }
                    EventKind::Log if !["started", "completed"].contains(&text("msg")) => {
                        (text("level"), text("msg"))
                    }
                    _ => continue,
                };
                if is_inside {
                    let task = Some(text("task")).filter(|task| !task.is_empty());
                    let task = task.map_or(String::new(), |task| format!("{task}: "));
                    let _ = writeln!(log, "{} {level} {task}{message}", event.ts);
                }
            }
            since = page.cursor;
            if !page.has_more {
                return Ok(log.into_bytes());
            }
        }
    }

    /// The engine's view of its tasks, for people and for tools that know Luigi.
    fn luigi_state(
        &self,
        session: &SessionId,
        run: RunId,
        state: RunState,
    ) -> Result<Value, StoreError> {
        let records = self.records(session)?;
        let mut tasks = BTreeMap::new();
        let overview = self.overview(session)?;
        for view in overview.iter().flat_map(|overview| self.survey(overview, None, &[])) {
            let record = self.graph.find(view.name).and_then(|task| records[task].as_ref());
            let status = match view.standing {
                Standing::Fresh | Standing::Pinned => "DONE",
                _ => "PENDING",
            };
            let key: Option<Digest> = record.map(|record| record.key);
            let outputs = record.map(|record| record.outputs.clone());
            tasks.insert(
                view.name,
                json!({ "status": status, "pinned": view.standing == Standing::Pinned,
                        "key": key, "outputs": outputs }),
            );
        }
        Ok(json!({ "run_id": run, "state": state, "tasks": tasks }))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "the script is a file")]

    use std::sync::Arc;

    use crate::{Caller, Config, Engine, NewSession, Options, Providers, Scripted};

    use super::*;

    #[test]
    fn a_process_that_is_there_but_late_is_not_said_to_be_gone() {
        let home = tempfile::tempdir().unwrap();
        let script = home.path().join("script.json");
        std::fs::write(&script, r#"{"tasks":{"MakeAssumptions":{"hang":true}}}"#).unwrap();
        let open = || {
            let providers = Providers::default().with("scripted", Arc::new(Scripted::new(&script)));
            Engine::open(home.path(), crate::pipeline(), providers, Options::default()).unwrap()
        };
        let (paused, other) = (open(), open());
        let me = Caller("me".to_owned());
        let config = Config { planner_model: "scripted".to_owned(), ..Config::default() };
        let new = NewSession {
            idea: "A street festival for 300 guests in June, at most 20000 EUR.".to_owned(),
            config,
            metadata: json!({}),
            client_request_id: None,
        };
        let session = paused.create(&me, new).unwrap().0.id;
        let mut run = paused.start(&me, &session, "build_plan", &[]).unwrap();
        assert!(!other.parts.recover_run(&session, &run, Grace::None).unwrap());
        run.lease.expires_at = Timestamp(0);
        assert!(other.parts.recover_run(&session, &run, Grace::None).unwrap());
        let run = other.status(&me, &session).unwrap().run.unwrap();
        assert_eq!(run.error["reason"], "worker_lost");
        let message = run.error["message"].as_str().unwrap();
        assert!(message.contains("did not renew its lease"), "{message}");
    }
}
