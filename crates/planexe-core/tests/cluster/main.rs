//! Many machines: real servers, workers that are processes, and what happens when any of them fails.
#![expect(clippy::disallowed_methods, reason = "tests start, pause and kill processes")]

mod servers;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use planexe_core::{
    Caller, Config, Cursor, Engine, ErrorCode, Event, EventKind, Invalidate, NewSession, Options,
    Providers, Range, Run, RunState, Scripted, SessionId, StopMode,
};
use serde_json::{Value, json};
use servers::Servers;

const ALL: &str = "build_plan_and_validate";
const PATIENCE: Duration = Duration::from_mins(4);

/// One coordinator and any number of workers.
struct Rig {
    servers: Servers,
    engine: Engine,
    me: Caller,
    script: PathBuf,
    folder: tempfile::TempDir,
}

/// A worker process; gone with its value.
struct Worker(Child);

impl Worker {
    fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may be dead already: that is what some tests are about.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Rig {
    fn new(script: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("script.json");
        std::fs::write(&file, script.to_string()).unwrap();
        let servers = Servers::new();
        let engine = coordinator(&servers, &folder, &file);
        Self { servers, engine, me: Caller("me".to_owned()), script: file, folder }
    }

    fn worker(&self) -> Worker {
        let program = std::env::current_exe().unwrap();
        let program = program.ancestors().nth(2).unwrap().join("examples/worker");
        let Servers { database, s3, luigid } = &self.servers;
        let mut command = Command::new(program);
        command.args([database, s3, luigid]).arg(&self.script).arg("2");
        Worker(command.spawn().unwrap())
    }

    fn session(&self, scheduler: &str) -> SessionId {
        let mut config = Config {
            planner_model: "scripted".to_owned(),
            validator_model: "scripted".to_owned(),
            ..Config::default()
        };
        config.luigi.scheduler = String::from(scheduler);
        let new = NewSession {
            idea: "A street festival for 300 guests in June, at most 20000 EUR.".to_owned(),
            config,
            metadata: json!({}),
            client_request_id: None,
        };
        self.engine.create(&self.me, new).unwrap().0.id
    }

    fn start(&self, session: &SessionId) -> Run {
        self.engine.start(&self.me, session, ALL, &[]).unwrap()
    }

    fn completed(&self, session: &SessionId, run: &Run) {
        let run = self.engine.wait(session, run.id, PATIENCE).unwrap();
        assert_eq!(run.state, RunState::Completed, "{}", run.error);
        self.assert_whole(session);
    }

    fn events(&self, session: &SessionId) -> Vec<Event> {
        let (mut events, mut since) = (Vec::new(), Cursor::START);
        loop {
            let page = self.engine.events(&self.me, session, since, 1000, Duration::ZERO).unwrap();
            events.extend(page.events);
            since = page.cursor;
            if !page.has_more {
                return events;
            }
        }
    }

    /// Waits until a worker has shown that it is in the middle of a task.
    fn wait_for(&self, session: &SessionId, task: &str) {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let status = self.engine.status(&self.me, session).unwrap();
            let claimed = status.run.is_some_and(|run| {
                run.progress.running.iter().any(|it| it.name == task && it.pct.is_some())
            });
            if claimed {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{task} never began");
    }

    fn wait_for_end_of(&self, session: &SessionId, task: &str) {
        let begun = Instant::now();
        let is_it =
            |event: &Event| event.kind == EventKind::TaskCompleted && event.data["task"] == task;
        while !self.events(session).iter().any(is_it) {
            assert!(begun.elapsed() < PATIENCE, "{task} never ended");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Events have no gap and none is there twice, artifacts are what events say, every content can
    /// be read, and no task finished twice.
    fn assert_whole(&self, session: &SessionId) {
        let mut folded = BTreeMap::new();
        let mut finished = BTreeSet::new();
        for (idx, event) in self.events(session).iter().enumerate() {
            assert_eq!(event.cursor.0, idx as u64 + 1);
            let text = |field: &str| event.data[field].as_str().unwrap_or_default().to_owned();
            match event.kind {
                EventKind::ArtifactCreated | EventKind::ArtifactUpdated => {
                    folded.insert(text("path"), text("sha256"));
                }
                EventKind::TaskCompleted if event.data["cached"] == false => {
                    assert!(finished.insert(text("task")), "{} ran twice", text("task"));
                }
                _ => {}
            }
        }
        for artifact in self.engine.artifacts(&self.me, session, "").unwrap() {
            let sha256 = artifact.sha256.to_string();
            assert_eq!(folded.get(artifact.path.as_str()), Some(&sha256), "{}", artifact.path);
            let uri = planexe_core::ArtifactUri::new(session, &artifact.path);
            self.engine.read(&self.me, &uri, None, Range::default()).unwrap();
        }
    }
}

fn coordinator(servers: &Servers, folder: &tempfile::TempDir, script: &PathBuf) -> Engine {
    let providers = Providers::default().with("scripted", Arc::new(Scripted::new(script)));
    let options = Options { lease: Duration::from_secs(6), ..Options::default() };
    let cluster = servers.cluster(folder.path());
    Engine::connect(&cluster, planexe_core::pipeline(), providers, options).unwrap()
}

#[test]
fn sessions_are_planned_by_workers_elsewhere() {
    let rig = Rig::new(&json!({}));
    let _workers = [rig.worker(), rig.worker()];
    let sessions: Vec<SessionId> = (0..4).map(|_| rig.session("central")).collect();
    let runs: Vec<Run> = sessions.iter().map(|session| rig.start(session)).collect();
    for (session, run) in sessions.iter().zip(&runs) {
        rig.completed(session, run);
    }
}

#[test]
fn everything_that_many_machines_rely_on_can_be_checked() {
    let rig = Rig::new(&json!({}));
    for check in rig.engine.checks() {
        assert!(check.found.is_ok(), "{check:?}");
    }
}

#[test]
fn many_machines_with_a_folder_for_artifacts_are_refused() {
    let servers = Servers::new();
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = servers.cluster(folder.path());
    cluster.bucket = None;
    let graph = planexe_core::pipeline();
    let refused =
        Engine::connect(&cluster, graph, Providers::default(), Options::default()).err().unwrap();
    assert_eq!(refused.code, ErrorCode::InvalidArgument);
}

#[test]
fn large_artifacts_lie_in_the_bucket_and_are_read_in_parts() {
    let rig = Rig::new(&json!({}));
    let session = rig.session("local");
    for size in [100_000_usize, 12 << 20] {
        let bytes: Vec<u8> = (0..size).map(|at| b'a' + (at % 23) as u8).collect();
        let uri = planexe_core::ArtifactUri::new(&session, &"large.txt".parse().unwrap());
        let edit =
            planexe_core::Edit { bytes: bytes.clone(), reason: String::new(), expected: None };
        rig.engine.write(&rig.me, &uri, edit).unwrap();
        let range = Range { start: 70_000, length: 1000 };
        let part = rig.engine.read(&rig.me, &uri, None, range).unwrap();
        assert_eq!(part.bytes, bytes[70_000..71_000]);
    }
    assert!(rig.engine.damage(&rig.me, &session).unwrap().is_empty());
}

#[test]
fn a_killed_worker_is_replaced_within_thirty_seconds() {
    let rig = Rig::new(&json!({ "tasks": { "IdentifyRisks": { "hang": true } } }));
    let first = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.wait_for(&session, "IdentifyRisks");
    first.signal("-9");
    std::fs::write(&rig.script, "{}").unwrap();
    let killed = Instant::now();
    let _second = rig.worker();
    rig.completed(&session, &run);
    let events = rig.events(&session);
    let taken = events.iter().any(|event| {
        event.kind == EventKind::TaskCompleted && event.data["task"] == "IdentifyRisks"
    });
    assert!(taken && killed.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_luigid_that_forgets_everything_loses_nothing() {
    let rig = Rig::new(&json!({ "delay_ms": 300 }));
    let _worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.wait_for_end_of(&session, "MakeAssumptions");
    servers::order("stop", "luigid");
    std::thread::sleep(Duration::from_secs(1));
    servers::order("start", "luigid");
    rig.completed(&session, &run);
}

#[test]
fn a_restart_of_the_database_loses_nothing() {
    let rig = Rig::new(&json!({ "delay_ms": 300 }));
    let _worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.wait_for_end_of(&session, "MakeAssumptions");
    servers::order("stop", "database");
    servers::order("start", "database");
    rig.completed(&session, &run);
}

#[test]
fn a_worker_that_pauses_past_its_lease_is_fenced() {
    let rig = Rig::new(&json!({ "tasks": { "IdentifyRisks": { "hang": true } } }));
    let first = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.wait_for(&session, "IdentifyRisks");
    first.signal("-STOP");
    std::fs::write(&rig.script, "{}").unwrap();
    let _second = rig.worker();
    rig.completed(&session, &run);
    first.signal("-CONT");
    std::thread::sleep(Duration::from_secs(3));
    rig.assert_whole(&session);
}

#[test]
fn of_two_coordinators_one_has_the_session() {
    let rig = Rig::new(&json!({ "delay_ms": 50 }));
    let other = coordinator(&rig.servers, &rig.folder, &rig.script);
    let _worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    let refused = other.start(&rig.me, &session, ALL, &[]).unwrap_err();
    assert_eq!(refused.code, ErrorCode::RunAlreadyActive);
    rig.completed(&session, &run);
}

#[test]
fn a_stop_reaches_workers_elsewhere_and_a_resume_continues() {
    let rig = Rig::new(&json!({ "tasks": { "IdentifyRisks": { "hang": true } } }));
    let _worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.wait_for(&session, "IdentifyRisks");
    let other = coordinator(&rig.servers, &rig.folder, &rig.script);
    let stop = StopMode::Graceful;
    let stopped = other.stop(&rig.me, &session, Some(run.id), stop, "enough").unwrap();
    assert_eq!(stopped.state, RunState::Stopped);
    std::fs::write(&rig.script, "{}").unwrap();
    let run = other.resume(&rig.me, &session, ALL, &Invalidate::default()).unwrap();
    let run = other.wait(&session, run.id, PATIENCE).unwrap();
    assert_eq!(run.state, RunState::Completed, "{}", run.error);
    rig.assert_whole(&session);
}

/// Numbers that look random and repeat from run to run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

#[test]
fn no_schedule_of_faults_loses_or_doubles_anything() {
    for seed in 1..=20_u64 {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
        let rig = Rig::new(&json!({ "delay_ms": 100 }));
        let mut workers = vec![rig.worker(), rig.worker()];
        let session = rig.session("central");
        let mut run = rig.start(&session);
        for _ in 0..2 {
            std::thread::sleep(Duration::from_millis(300 + dice.below(2000)));
            match dice.below(4) {
                0 => {
                    workers.remove(0).signal("-9");
                    workers.push(rig.worker());
                }
                1 => {
                    servers::order("stop", "luigid");
                    servers::order("start", "luigid");
                }
                2 => {
                    servers::order("stop", "database");
                    servers::order("start", "database");
                }
                _ => {
                    workers[0].signal("-STOP");
                    std::thread::sleep(Duration::from_secs(5));
                    workers[0].signal("-CONT");
                }
            }
        }
        let mut ended = rig.engine.wait(&session, run.id, PATIENCE).unwrap();
        // A coordinator that could not renew its lease in time gives the run up; nothing is lost.
        while ended.state == RunState::Failed && ended.error["recoverable"] == true {
            run = rig.engine.resume(&rig.me, &session, ALL, &Invalidate::default()).unwrap();
            ended = rig.engine.wait(&session, run.id, PATIENCE).unwrap();
        }
        assert_eq!(ended.state, RunState::Completed, "seed {seed}: {}", ended.error);
        rig.assert_whole(&session);
    }
}
