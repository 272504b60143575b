//! Many machines: real servers, the real program as workers and coordinators, and what happens when
//! any of them fails. Leases and delays are those of the product.

#[path = "../mcp/dice.rs"]
mod dice;
mod rig;
mod schedules;
#[path = "../../../../crates/planexe-core/tests/sessions/servers.rs"]
mod servers;

use std::time::Duration;

use planexe_core::{
    ArtifactUri, Config, Edit, ErrorCode, EventKind, Invalidate, NewSession, Range, Run, RunState,
    SessionId, StopMode, Timestamp,
};
use rig::{ALL, PATIENCE, Rig, until};
use serde_json::{Value, json};

/// What another process has to carry on after a failure.
const TAKEOVER: Duration = Duration::from_secs(30);

fn hanging(task: &str) -> Value {
    json!({ "tasks": { task: { "hang": true } } })
}

/// The time between two recorded moments must be short enough for a takeover.
fn assert_timely(failure: Timestamp, takeover: Timestamp) {
    let millis = takeover.0 - failure.0;
    assert!((0..=TAKEOVER.as_millis() as i64).contains(&millis), "took over after {millis} ms");
}

#[test]
fn fifty_sessions_on_four_worker_processes_reach_the_end() {
    let rig = Rig::new(&json!({}));
    let _workers = [rig.worker(), rig.worker(), rig.worker(), rig.worker()];
    let sessions: Vec<SessionId> = (0..50).map(|_| rig.session("central")).collect();
    let runs: Vec<Run> = sessions.iter().map(|session| rig.start(session)).collect();
    let mut ends = Vec::new();
    for (session, run) in sessions.iter().zip(&runs) {
        rig.completed(session, run);
        let run = rig.engine.wait(session, run.id, Duration::ZERO).unwrap();
        ends.push(run.ended_at.unwrap());
    }
    // The session created first is finished first, instead of all of them at the very end.
    let (first, last) = (&ends[..15], &ends[35..]);
    assert!(first.iter().max() < last.iter().min(), "{ends:?}");
    // Each process has a folder with its lock; the logs of runs that ended are gone.
    until("the logs to go", || {
        let logs = std::fs::read_dir(rig.engine.home().join("logs")).unwrap();
        let files = logs.flat_map(|owner| std::fs::read_dir(owner.unwrap().path()).unwrap());
        let mut folders = files.filter(|file| file.as_ref().unwrap().path().is_dir());
        folders.next().is_none().then_some(())
    });
}

#[test]
fn a_session_is_renamed_and_takes_its_large_content_along_when_it_is_removed() {
    let rig = Rig::new(&json!({}));
    let idea = format!("{} {}", rig.engine.home().display(), "A word. ".repeat(20_000));
    let create = || {
        let new = NewSession {
            idea: idea.clone(),
            config: Config::default(),
            metadata: json!({}),
            client_request_id: None,
        };
        rig.engine.create(&rig.me, new).unwrap().0.id
    };
    let (one, two) = (create(), create());
    assert_eq!(rig.engine.rename(&rig.me, &one, "Better").unwrap().title(), "Better");
    let sha256 = rig.engine.artifacts(&rig.me, &one, "prompt.md").unwrap()[0].sha256.to_string();
    assert!(rig.has_object(&sha256));
    rig.engine.remove(&rig.me, &one).unwrap();
    assert!(rig.has_object(&sha256), "another session has it");
    rig.engine.remove(&rig.me, &two).unwrap();
    assert!(!rig.has_object(&sha256), "nobody has it any more");
    let gone = rig.engine.session(&rig.me, &two).unwrap_err();
    assert_eq!(gone.code, ErrorCode::SessionNotFound);
}

#[test]
fn doctor_finds_what_is_well_and_what_is_wrong() {
    let mut rig = Rig::new(&json!({}));
    let doctor = |rig: &Rig, more: &[&str]| {
        let output = rig.command().args(["--json", "doctor"]).args(more).output().unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let checks = answer["checks"].as_array().unwrap().iter();
        let named = checks.map(|check| (check["name"].as_str().unwrap().to_owned(), check.clone()));
        (output.status.code(), named.collect::<std::collections::BTreeMap<_, _>>())
    };
    let (code, checks) = doctor(&rig, &[]);
    assert_eq!(code, Some(1), "no worker is there yet: {checks:?}");
    assert!(checks["workers"]["wrong"].is_string(), "{checks:?}");
    let _worker = rig.worker();
    let checks = until("a worker", || {
        let (code, checks) = doctor(&rig, &[]);
        (code == Some(0)).then_some(checks)
    });
    let found = |name: &str| checks[name]["found"].as_str().unwrap().to_owned();
    assert!(found("database").starts_with("PostgreSQL "), "{checks:?}");
    assert!(found("bucket").contains("conditional"), "{checks:?}");
    assert!(found("luigid").contains("llm = 4"), "{checks:?}");
    assert!(found("workers").starts_with("2 slots"), "{checks:?}");
    rig.kill_luigid();
    let (code, checks) = doctor(&rig, &[]);
    assert_eq!(code, Some(1));
    assert!(checks["luigid"]["wrong"].is_string(), "{checks:?}");
}

#[test]
fn many_machines_with_a_folder_for_artifacts_are_refused() {
    let rig = Rig::new(&json!({}));
    for objects in [None, Some("/srv/artifacts"), Some("file:///srv/artifacts")] {
        for verb in [&["worker"][..], &["new", "--scheduler", "central", "An idea"]] {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_planexe"));
            command.args(["--home", "/nonexistent", "--json"]);
            command.args(["--store", &rig.servers.database, "--luigid", &rig.servers.luigid]);
            command.args(objects.map(|address| format!("--objects={address}"))).args(verb);
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{objects:?} {verb:?}: {output:?}");
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(answer["error"]["code"], "INVALID_ARGUMENT");
            assert!(answer["error"]["message"].as_str().unwrap().contains("s3://"), "{answer}");
        }
    }
}

#[test]
fn a_model_of_one_machine_is_refused_for_many() {
    let rig = Rig::new(&json!({}));
    for model in ["agent", "scripted, agent"] {
        let mut command = rig.command();
        command.args(["new", "--no-run", "--planner-model", model, "An idea", "--scheduler"]);
        assert_eq!(command.arg("central").status().unwrap().code(), Some(2), "{model}");
    }
}

#[test]
fn large_artifacts_lie_in_the_bucket_and_are_read_in_parts() {
    let rig = Rig::new(&json!({}));
    let session = rig.session("local");
    // In the database, in one request, in several parts; and the same content again.
    for size in [1000_usize, 100_000, 12 << 20, 12 << 20] {
        let bytes: Vec<u8> = (0..size).map(|at| b'a' + (at % 23) as u8).collect();
        let uri = ArtifactUri::new(&session, &"large.txt".parse().unwrap());
        let edit = Edit { bytes: bytes.clone(), reason: String::new(), expected: None };
        rig.engine.write(&rig.me, &uri, edit).unwrap();
        let range = Range { start: size as u64 / 2, length: 400 };
        let part = rig.engine.read(&rig.me, &uri, None, range).unwrap();
        assert_eq!(part.bytes, bytes[size / 2..size / 2 + 400]);
    }
    assert!(rig.engine.damage(&rig.me, &session).unwrap().is_empty());
}

#[test]
fn a_killed_worker_is_replaced_within_thirty_seconds() {
    let rig = Rig::new(&hanging("IdentifyRisks"));
    let worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.taken(&session, "IdentifyRisks");
    let killed = worker.signal("-9");
    rig.script(&json!({}));
    let _second = rig.worker();
    assert_timely(killed, rig.retaken(&session, "IdentifyRisks", killed));
    rig.completed(&session, &run);
}

#[test]
fn a_worker_that_is_asked_to_end_gives_its_task_back_at_once() {
    let rig = Rig::new(&hanging("IdentifyRisks"));
    let worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.taken(&session, "IdentifyRisks");
    let _second = rig.worker();
    rig.script(&json!({}));
    let asked = worker.signal("-INT");
    let taken = rig.retaken(&session, "IdentifyRisks", asked);
    assert!(taken.0 - asked.0 < 15_000, "a lease of 20 s need not run out");
    rig.completed(&session, &run);
}

#[test]
fn a_worker_that_pauses_past_its_lease_is_fenced() {
    // Long enough to be paused in the middle, and over when it goes on: the result comes late.
    let rig = Rig::new(&json!({ "delay_ms": 5000 }));
    let worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.event(&session, |it| it.data["msg"].as_str().is_some_and(|it| it.starts_with("taken by")));
    std::thread::sleep(Duration::from_secs(1));
    let paused = worker.signal("-STOP");
    let task = {
        let running = rig.engine.status(&rig.me, &session).unwrap().run.unwrap().progress.running;
        running.first().expect("a model is asked").name.clone()
    };
    let _second = rig.worker();
    assert_timely(paused, rig.retaken(&session, &task, paused));
    worker.signal("-CONT");
    rig.script(&json!({}));
    rig.completed(&session, &run);
    std::thread::sleep(Duration::from_secs(1));
    rig.assert_whole(&session);
}

#[test]
fn a_killed_coordinator_is_replaced_within_thirty_seconds() {
    let rig = Rig::new(&json!({ "delay_ms": 300 }));
    let _workers = [rig.worker(), rig.worker()];
    let session = rig.session("central");
    let coordinator = rig.coordinator(&session);
    rig.ended(&session, "MakeAssumptions");
    let killed = coordinator.signal("-9");
    let carried_on = rig.event(&session, |event| {
        event.kind == EventKind::Log
            && event.data["msg"].as_str().is_some_and(|text| text.ends_with("carries on"))
    });
    assert_timely(killed, carried_on.ts);
    let run = rig.run(&session);
    rig.completed(&session, &run);
    let log = ArtifactUri::new(&session, &"run.log".parse().unwrap());
    let log = rig.engine.read(&rig.me, &log, None, Range::default()).unwrap().bytes;
    let log = String::from_utf8(log).unwrap();
    for line in ["MakeAssumptions: completed", "carries on", "FinalizeRun: completed"] {
        assert!(log.contains(line), "{line} is missing in {log}");
    }
}

#[test]
fn a_run_without_any_process_is_resumed_by_the_next_one() {
    let rig = Rig::new(&json!({ "delay_ms": 300 }));
    let worker = rig.worker();
    let session = rig.session("central");
    let coordinator = rig.coordinator(&session);
    rig.ended(&session, "MakeAssumptions");
    coordinator.signal("-9");
    worker.signal("-9");
    let run = until("the end of the lease", || {
        rig.engine.resume(&rig.me, &session, ALL, &Invalidate::default()).ok()
    });
    let _worker = rig.worker();
    rig.completed(&session, &run);
    assert!(rig.events(&session).iter().any(|event| {
        event.kind == EventKind::RunFailed && event.data["error"]["reason"] == "worker_lost"
    }));
}

#[test]
fn a_luigid_that_forgets_everything_loses_nothing() {
    let mut rig = Rig::new(&json!({ "delay_ms": 300 }));
    let _worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.ended(&session, "MakeAssumptions");
    rig.kill_luigid();
    std::thread::sleep(Duration::from_secs(1));
    rig.start_luigid();
    rig.completed(&session, &run);
}

#[test]
fn of_two_coordinators_one_has_the_session_and_each_its_own() {
    let rig = Rig::new(&json!({ "delay_ms": 50 }));
    let other = rig.another();
    let _worker = rig.worker();
    let (session, second) = (rig.session("central"), rig.session("central"));
    let run = rig.start(&session);
    let refused = other.start(&rig.me, &session, ALL, &[]).unwrap_err();
    assert_eq!(refused.code, ErrorCode::RunAlreadyActive);
    let theirs = other.start(&rig.me, &second, ALL, &[]).unwrap();
    rig.completed(&session, &run);
    rig.completed(&second, &theirs);
}

#[test]
fn a_stop_reaches_workers_elsewhere_and_a_resume_continues() {
    let rig = Rig::new(&hanging("IdentifyRisks"));
    let _worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.taken(&session, "IdentifyRisks");
    let other = rig.another();
    other.stop(&rig.me, &session, Some(run.id), StopMode::Graceful, "enough").unwrap();
    assert_eq!(other.wait(&session, run.id, PATIENCE).unwrap().state, RunState::Stopped);
    rig.script(&json!({}));
    let run = other.resume(&rig.me, &session, ALL, &Invalidate::default()).unwrap();
    rig.completed(&session, &run);
}

#[test]
fn luigids_page_shows_progress_and_messages() {
    let mut script = hanging("IdentifyRisks");
    script["log_lines"] = json!(2);
    let rig = Rig::new(&script);
    let _worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.taken(&session, "IdentifyRisks");
    let asked = format!("%22task_id%22:%22IdentifyRisks_{session}_{}%22", run.id);
    let told = |method: &str| rig.luigid(&format!("/api/{method}?data=%7B{asked}%7D"));
    until("the message", || {
        told("get_task_status_message").contains("IdentifyRisks line 1 (on ").then_some(())
    });
    let progress = told("get_task_progress_percentage");
    assert!(progress.contains("\"progressPercentage\": 50"), "{progress}");
    let known = rig.luigid("/api/task_list?data=%7B%7D");
    assert!(known.contains("IdentifyRisks_"), "{known}");
    assert!(!known.contains("FinalizeRun_"), "what is not ready is none of luigid's business");
    rig.engine.stop(&rig.me, &session, Some(run.id), StopMode::Immediate, "enough").unwrap();
}

#[test]
fn no_more_models_are_asked_at_once_than_luigid_has_of_llm() {
    let rig = Rig::new(&hanging("IdentifyPurpose"));
    let _worker = rig.worker_with("8");
    let sessions: Vec<SessionId> = (0..6).map(|_| rig.session("central")).collect();
    let runs: Vec<Run> = sessions.iter().map(|session| rig.start(session)).collect();
    let asking = || {
        let running = sessions.iter().filter(|session| {
            let run = rig.engine.status(&rig.me, session).unwrap().run.unwrap();
            run.progress.running.iter().any(|task| task.pct.is_some())
        });
        running.count()
    };
    until("the fourth call", || (asking() >= 4).then_some(()));
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(asking(), 4, "[resources] llm=4 in the shipped configuration");
    for (session, run) in sessions.iter().zip(&runs) {
        let stop = StopMode::Immediate;
        rig.engine.stop(&rig.me, session, Some(run.id), stop, "enough").unwrap();
    }
}
