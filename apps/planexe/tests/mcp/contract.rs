//! The contract of the interface specification, by a real MCP client: loops of start, stop and
//! resume, reading and locked writing, transitions, cursors, and the shape of every answer.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::client::{Client, Home, ran, uri};
use serde_json::{Value, json};

const ALL: &str = "build_plan_and_validate";

fn has(value: &Value, fields: &[&str]) {
    for field in fields {
        assert!(value.get(field).is_some(), "{field} is missing in {value}");
    }
}

/// Lets `WriteDetailedPlan` hang, and stops there.
fn stopped_in_the_middle(home: &Home, client: &Client) -> String {
    home.script(&json!({ "tasks": { "WriteDetailedPlan": { "hang": true } } }));
    let session = client.session();
    let run = client.start(&session);
    client.wait_for_task(&session, "WriteDetailedPlan");
    let stopped = client.call(
        "planexe.session.stop",
        json!({ "session_id": session, "run_id": run["run_id"], "mode": "graceful" }),
    );
    assert_eq!(stopped["state"], "stopped");
    home.script(&json!({}));
    session
}

#[test]
fn the_example_flow_of_the_specification() {
    let home = Home::new();
    let client = home.client();
    let session = stopped_in_the_middle(&home, &client);
    let status = client.call("planexe.session.status", json!({ "session_id": session }));
    assert_eq!(
        (&status["state"], &status["phase"]),
        (&json!("stopped"), &json!("generating_plan"))
    );

    let prompt = uri(&session, "prompt.md");
    let read = client.call("planexe.artifact.read", json!({ "artifact_uri": prompt }));
    let content = format!("{}It must be quiet after 22:00.\n", read["content"].as_str().unwrap());
    let written = client.call(
        "planexe.artifact.write",
        json!({ "artifact_uri": prompt, "content": content, "edit_reason": "user_patch",
                "lock": { "expected_sha256": read["sha256"] } }),
    );
    assert_eq!(written["updated"], true);
    let resumed = client.call(
        "planexe.session.resume",
        json!({ "session_id": session, "target": ALL, "resume_policy": "luigi_up_to_date",
                "invalidate": { "artifacts": [prompt], "tasks": [] } }),
    );
    assert_eq!((&resumed["run_id"], &resumed["state"]), (&json!("run_0002"), &json!("running")));
    let status = client.end(&session, "run_0002");
    assert_eq!(
        (&status["state"], &status["progress"]["overall"]),
        (&json!("completed"), &json!(1.0))
    );
    let plan =
        client.call("planexe.artifact.read", json!({ "artifact_uri": uri(&session, "plan.md") }));
    assert!(plan["content"].as_str().unwrap().contains("It must be quiet after 22:00"));
}

#[test]
fn editing_the_plan_and_resuming_runs_exactly_its_dependents() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    client.start(&session);
    assert_eq!(client.end(&session, "run_0001")["state"], "completed");
    let plan = uri(&session, "plan.md");
    let content = "# Another plan\n\n## Goal\n\nSomething else.\n";
    client.call("planexe.artifact.write", json!({ "artifact_uri": plan, "content": content }));
    client.call("planexe.session.resume", json!({ "session_id": session, "target": ALL }));
    let status = client.end(&session, "run_0002");
    assert_eq!(status["tasks"], json!({ "done": 26, "total": 26, "cached": 18 }));
    assert_eq!(
        ran(&client.events(&session), "run_0002"),
        [
            "BuildReport",
            "CheckConsistency",
            "FinalizeRun",
            "ParsePlan",
            "Premortem",
            "SelfAudit",
            "WriteExecutiveSummary",
            "WriteValidationReport",
        ]
    );
}

#[test]
fn stop_and_resume_again_and_again_finishes_with_every_task_run_once() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    let mut run = String::new();
    for (round, task) in ["IdentifyPurpose", "IdentifyRisks", "SelfAudit"].iter().enumerate() {
        home.script(&json!({ "tasks": { *task: { "hang": true } } }));
        let tool = if round == 0 { "planexe.session.start" } else { "planexe.session.resume" };
        let started = client.call(tool, json!({ "session_id": session, "target": ALL }));
        client.wait_for_task(&session, task);
        let stopped = client.call(
            "planexe.session.stop",
            json!({ "session_id": session, "run_id": started["run_id"] }),
        );
        assert_eq!(stopped["state"], "stopped", "{task}");
        run = started["run_id"].as_str().unwrap().to_owned();
    }
    assert_eq!(run, "run_0003");
    home.script(&json!({}));
    client.call("planexe.session.resume", json!({ "session_id": session }));
    assert_eq!(client.end(&session, "run_0004")["state"], "completed");
    let events = client.events(&session);
    let mut all: Vec<String> = (1..=4).flat_map(|n| ran(&events, &format!("run_000{n}"))).collect();
    all.sort();
    let count = all.len();
    all.dedup();
    assert_eq!((count, all.len()), (26, 26), "no finished task is repeated");
}

#[test]
fn every_answer_has_the_fields_of_the_specification() {
    let home = Home::new();
    let client = home.client();
    let created = client.call(
        "planexe.session.create",
        json!({ "idea": "A course", "config": { "planner_model": "embedded", "validator_model":
            "embedded", "max_runtime_sec": 7200, "luigi": { "workers": 4, "scheduler": "local" } },
            "metadata": { "user_id": "u1", "tags": ["a"] } }),
    );
    has(&created, &["session_id", "output_dir_uri", "created_at"]);
    assert_eq!(created["planexe.version"], "1.0");
    let session = created["session_id"].as_str().unwrap();
    assert!(session.starts_with("pxe_20"));
    assert_eq!(created["output_dir_uri"], format!("planexe://sessions/{session}/out"));
    let seeds = json!({ "seed_artifacts": [uri(session, "prompt.md")] });
    let started = client.call(
        "planexe.session.start",
        json!({ "session_id": session, "target": ALL, "inputs": seeds }),
    );
    assert_eq!((&started["run_id"], &started["state"]), (&json!("run_0001"), &json!("running")));
    let status = client.end(session, "run_0001");
    has(
        &status,
        &[
            "session_id",
            "run_id",
            "state",
            "phase",
            "progress",
            "timing",
            "latest_artifacts",
            "warnings",
        ],
    );
    has(&status["timing"], &["started_at", "elapsed_sec"]);
    has(&status["latest_artifacts"][0], &["path", "artifact_uri", "kind", "updated_at"]);
    let list = client.call(
        "planexe.artifact.list",
        json!({ "session_id": session, "path": "", "include_metadata": true }),
    );
    for entry in list["entries"].as_array().unwrap() {
        has(
            entry,
            &[
                "type",
                "path",
                "artifact_uri",
                "size",
                "updated_at",
                "content_type",
                "kind",
                "sha256",
            ],
        );
        let read =
            client.call("planexe.artifact.read", json!({ "artifact_uri": entry["artifact_uri"] }));
        has(&read, &["artifact_uri", "content_type", "sha256", "content"]);
        assert_eq!(read["sha256"], entry["sha256"]);
    }
    let log = list["entries"].as_array().unwrap().iter().find(|entry| entry["path"] == "run.log");
    assert_eq!((&log.unwrap()["kind"], &log.unwrap()["sensitive"]), (&json!("log"), &json!(true)));
    let kinds: Vec<Value> =
        client.events(session).iter().map(|event| event["type"].clone()).collect();
    for kind in [
        "run_started",
        "phase_changed",
        "progress_updated",
        "task_started",
        "task_completed",
        "artifact_created",
        "log",
        "run_completed",
    ] {
        assert!(kinds.contains(&json!(kind)), "{kind}");
    }
}

#[test]
fn cursors_only_grow_and_pages_join_without_gaps() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    client.start(&session);
    client.end(&session, "run_0001");
    let mut since = "cursor_0".to_owned();
    let mut numbers = Vec::new();
    loop {
        let page = client.call(
            "planexe.session.events",
            json!({ "session_id": session, "since": since, "limit": 7 }),
        );
        for event in page["events"].as_array().unwrap() {
            let cursor = event["cursor"].as_str().unwrap();
            numbers.push(cursor.strip_prefix("cursor_").unwrap().parse::<u64>().unwrap());
        }
        page["cursor"].as_str().unwrap().clone_into(&mut since);
        if page["has_more"] == false {
            break;
        }
    }
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    let rest =
        client.call("planexe.session.events", json!({ "session_id": session, "since": since }));
    assert_eq!((&rest["events"], &rest["cursor"]), (&json!([]), &json!(since)));
}

#[test]
fn progress_never_falls_and_phases_only_move_forward() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    client.start(&session);
    client.end(&session, "run_0001");
    let events = client.events(&session);
    let overall: Vec<f64> =
        events.iter().filter_map(|event| event["data"]["overall"].as_f64()).collect();
    assert!(overall.windows(2).all(|pair| pair[0] <= pair[1]), "{overall:?}");
    assert_eq!(overall.last(), Some(&1.0));
    let phases: Vec<&str> = events
        .iter()
        .filter(|event| event["type"] == "phase_changed")
        .map(|event| event["data"]["phase"].as_str().unwrap())
        .collect();
    assert_eq!(phases, ["generating_plan", "validating", "exporting", "finalizing"]);
}

#[test]
fn writing_emits_an_event_and_ranges_are_read() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    let prompt = uri(&session, "prompt.md");
    client.call("planexe.artifact.write", json!({ "artifact_uri": prompt, "content": "A café\n" }));
    let event = client.wait_for(&session, |event| event["type"] == "artifact_updated");
    assert_eq!(event["data"]["path"], "prompt.md");
    let read = client.call(
        "planexe.artifact.read",
        json!({ "artifact_uri": prompt, "range": { "start": 2, "length": 4 } }),
    );
    assert_eq!(read["content"], "caf");
    assert_eq!(read["total_size"], 8);
    let old = client.call("planexe.artifact.read", json!({ "artifact_uri": prompt, "version": 1 }));
    assert!(old["content"].as_str().unwrap().starts_with("A street festival"));
}

#[test]
fn a_client_request_id_makes_creation_repeatable() {
    let home = Home::new();
    let client = home.client();
    let create =
        || client.call("planexe.session.create", json!({ "idea": "x", "client_request_id": "r" }));
    let (first, second) = (create(), create());
    assert_eq!(first["session_id"], second["session_id"]);
    assert_eq!((&first["deduplicated"], &second["deduplicated"]), (&json!(false), &json!(true)));
    let other = client.call("planexe.session.create", json!({ "idea": "x" }));
    assert_ne!(other["session_id"], first["session_id"]);
}

#[test]
fn stopping_a_stopped_run_again_is_fine() {
    let home = Home::new();
    let client = home.client();
    let session = stopped_in_the_middle(&home, &client);
    let again =
        client.call("planexe.session.stop", json!({ "session_id": session, "run_id": "run_0001" }));
    assert_eq!(again["state"], "stopped");
}

#[test]
fn a_client_that_leaves_stops_its_run_so_that_it_can_be_resumed() {
    let home = Home::new();
    home.script(&json!({ "tasks": { "WriteDetailedPlan": { "hang": true } } }));
    let client = home.client();
    let session = client.session();
    client.start(&session);
    client.wait_for_task(&session, "WriteDetailedPlan");
    drop(client);
    home.script(&json!({}));
    let client = home.client();
    let status = client.call("planexe.session.status", json!({ "session_id": session }));
    assert_eq!(status["state"], "stopped");
    assert_eq!(status["stop"]["reason"], "server_shutdown");
    client.call("planexe.session.resume", json!({ "session_id": session }));
    assert_eq!(client.end(&session, "run_0002")["state"], "completed");
}

#[test]
fn the_extensions_of_appendix_c_work_together() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    let about = json!({ "session_id": session });
    client.call(
        "planexe.artifact.write",
        json!({ "artifact_uri": uri(&session, "plan.md"), "content": "# Mine\n\n## Goal\n\nx\n" }),
    );
    let run = client.call("planexe.validate.only", about.clone());
    assert_eq!(run["target"], "validate_plan");
    assert_eq!(client.end(&session, "run_0001")["state"], "completed");
    let graph = client.call("planexe.task.graph", about.clone());
    let node = |name: &str| {
        let nodes = graph["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["task"] == name).unwrap()["state"].clone()
    };
    assert_eq!((node("WriteDetailedPlan"), node("SelfAudit")), (json!("pinned"), json!("fresh")));
    assert_eq!(node("BuildReport"), "pending");
    assert!(
        graph["edges"]
            .as_array()
            .unwrap()
            .contains(&json!({ "from": "SelfAudit", "to": "WriteValidationReport" }))
    );
    assert!(graph["mermaid"].as_str().unwrap().starts_with("flowchart"));
    let invalidated = client
        .call("planexe.task.invalidate", json!({ "session_id": session, "tasks": ["SelfAudit"] }));
    assert_eq!(
        invalidated["invalidated"],
        json!(["SelfAudit", "WriteValidationReport", "BuildReport", "FinalizeRun"])
    );
    let bundle = client.call("planexe.export.bundle", about.clone());
    let zip =
        client.call("planexe.artifact.read", json!({ "artifact_uri": bundle["artifact_uri"] }));
    assert_eq!(zip["encoding"], "base64");
    assert!(zip["content"].as_str().unwrap().starts_with("UEsDB"), "a zip");
    assert!(!bundle["paths"].as_array().unwrap().contains(&json!("run.log")));
    let archived = client.call("planexe.session.archive", about);
    assert_eq!(archived["state"], "archived");
    let list = client.call("planexe.session.list", json!({}));
    assert_eq!(list["sessions"][0]["session_id"], session.as_str());
}

#[test]
fn tools_are_listed_in_one_spelling_and_called_in_both() {
    let home = Home::new();
    let dotted = home.client_as("contract-test", &["mcp", "--tool-names", "dotted"]).tool_names();
    assert_eq!(dotted.len(), 17);
    assert!(dotted.iter().all(|name| name.starts_with("planexe.")));
    let strict = home.client_as("claude-ai", &["mcp"]);
    let plain: Vec<String> = dotted.iter().map(|name| name.replace('.', "_")).collect();
    assert_eq!(strict.tool_names(), plain);
    for tool in ["planexe.session.list", "planexe_session_list"] {
        assert_eq!(strict.call(tool, json!({}))["total"], 0);
    }
    let lenient = home.client_as("contract-test", &["mcp", "--tool-names", "auto"]);
    assert_eq!(lenient.tool_names(), dotted);
}

#[test]
fn artifacts_are_resources_and_logs_are_not_listed() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    client.start(&session);
    client.end(&session, "run_0001");
    let uris = client.resource_uris();
    assert!(
        uris.contains(&uri(&session, "plan.md")) && uris.contains(&"planexe://version".to_owned())
    );
    assert!(!uris.contains(&uri(&session, "run.log")));
    let plan = client.resource(&uri(&session, "plan.md")).unwrap();
    assert_eq!(plan["mimeType"], "text/markdown");
    assert!(plan["text"].as_str().unwrap().starts_with("# Plan"));
    assert!(client.resource(&uri(&session, "nothing.md")).is_err());
}

#[test]
fn clients_are_told_when_artifacts_come() {
    let home = Home::new();
    let mut child = home
        .command()
        .arg("mcp")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
    let mut say = |message: Value| writeln!(input, "{message}").unwrap();
    let client = json!({ "name": "x", "version": "1" });
    say(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client } }));
    assert_eq!(next()["result"]["capabilities"]["resources"]["listChanged"], true);
    say(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    say(json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "planexe.session.create", "arguments": { "idea": "x" } } }));
    let messages = [next(), next()];
    let methods: Vec<&Value> = messages.iter().map(|message| &message["method"]).collect();
    assert!(methods.contains(&&json!("notifications/resources/list_changed")), "{messages:?}");
    drop(input);
    child.wait().unwrap();
}
