//! Processes that die or compete: nothing finished is lost, and one run holds a session.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::client::{Client, Home, exit_code};
use crate::dice::Dice;
use serde_json::{Value, json};

const KILLS: usize = 50;

fn resume(home: &Home, session: &str) -> Child {
    let mut command = home.command();
    command.args(["--subject", "ada", "--json", "-s", session, "resume"]);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

fn inspector(home: &Home) -> Client {
    home.client_as("contract-test", &["mcp", "--subject", "ada"])
}

/// Events have no gaps, artifacts are what events say, and no task finished twice.
fn assert_whole(client: &Client, session: &str) -> BTreeSet<String> {
    let events = client.events(session);
    let mut folded: BTreeMap<String, Value> = BTreeMap::new();
    let mut finished = BTreeSet::new();
    for (idx, event) in events.iter().enumerate() {
        assert_eq!(event["cursor"], format!("cursor_{}", idx + 1), "events have no gap");
        let data = &event["data"];
        match event["type"].as_str().unwrap() {
            "artifact_created" | "artifact_updated" => {
                folded.insert(data["path"].as_str().unwrap().to_owned(), data["sha256"].clone());
            }
            "task_completed" if data["cached"] == false => {
                let task = data["task"].as_str().unwrap().to_owned();
                assert!(finished.insert(task.clone()), "{task} was finished and ran again");
            }
            _ => {}
        }
    }
    let list = client.call("planexe.artifact.list", json!({ "session_id": session }));
    for entry in list["entries"].as_array().unwrap() {
        let path = entry["path"].as_str().unwrap();
        assert_eq!(folded.get(path), Some(&entry["sha256"]), "{path}");
        client.call("planexe.artifact.read", json!({ "artifact_uri": entry["artifact_uri"] }));
    }
    finished
}

#[test]
fn killing_at_random_points_loses_no_finished_task_and_no_event() {
    let home = Home::new();
    home.script(&json!({ "delay_ms": 4 }));
    let client = inspector(&home);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut kills, mut completed, mut recovered) = (0, 0, 0);
    while kills < KILLS {
        let session = client.session();
        let mut finished = BTreeSet::new();
        // Grows while nothing gets done: on a busy machine a single task may take longer than a life.
        let mut life = 160;
        loop {
            let mut child = resume(&home, &session);
            std::thread::sleep(Duration::from_millis(20 + dice.below(life)));
            let is_running = child.try_wait().unwrap().is_none();
            if is_running {
                child.kill().unwrap();
                kills += 1;
            }
            child.wait().unwrap();
            let status = client.call("planexe.session.status", json!({ "session_id": session }));
            let now = assert_whole(&client, &session);
            assert!(now.is_superset(&finished), "a finished task is gone");
            if now.len() == finished.len() {
                life += 80;
            }
            finished = now;
            match status["state"].as_str().unwrap() {
                "created" => {}
                "failed" => {
                    recovered += 1;
                    assert_eq!(status["error"]["reason"], "worker_lost");
                    assert_eq!(status["error"]["recoverable"], true);
                }
                "completed" => break,
                other => panic!("a dead run cannot be {other}"),
            }
        }
        assert_eq!(finished.len(), 26);
        completed += 1;
    }
    assert!(
        recovered > 0 && completed > 0,
        "{kills} kills, {recovered} recovered, {completed} completed"
    );
}

#[test]
fn of_several_processes_starting_one_session_exactly_one_wins() {
    let home = Home::new();
    home.script(&json!({ "tasks": { "IdentifyPurpose": { "hang": true } } }));
    let client = inspector(&home);
    for round in 1..=4 {
        let session = client.session();
        let mut children: Vec<Child> = (0..4).map(|_| resume(&home, &session)).collect();
        client.wait_for_task(&session, "IdentifyPurpose");
        // The losers end by themselves; the winner hangs until it is stopped from here.
        while children.iter_mut().filter_map(|child| child.try_wait().unwrap()).count() < 3 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let stopped = client.call("planexe.session.stop", json!({ "session_id": session }));
        assert_eq!(
            (&stopped["run_id"], &stopped["state"]),
            (&json!("run_0001"), &json!("stopped"))
        );
        let mut codes: Vec<Option<i32>> = children.iter_mut().map(exit_code).collect();
        codes.sort();
        assert_eq!(codes, [Some(1), Some(2), Some(2), Some(2)], "round {round}");
        let refused = children.into_iter().map(|child| child.wait_with_output().unwrap());
        let refused = refused.filter(|output| {
            String::from_utf8_lossy(&output.stdout).contains("RUN_ALREADY_ACTIVE")
        });
        assert_eq!(refused.count(), 3, "round {round}");
    }
}
