//! Raw lines over stdio: versions, malformed input, and a stdout that carries protocol only.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::machine::Machine;

/// Sends the lines, closes stdin, and reads every line of stdout as JSON.
fn talk(machine: &Machine, lines: &[String]) -> Vec<Value> {
    let mut command = machine.command();
    command.args(["mcp", "serve"]).env("RUST_LOG", "trace");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for line in lines {
        writeln!(stdin, "{line}").unwrap();
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn initialize(version: &str) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})
    .to_string()
}

fn call(id: u64, tool: &str, arguments: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}).to_string()
}

fn initialized() -> String {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string()
}

#[test]
fn the_version_asked_for_is_answered_or_the_default() {
    let machine = Machine::new();
    for (asked, answered) in [
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-03-26"),
        ("1999-01-01", "2025-06-18"),
        ("2024-11-05", "2025-06-18"),
    ] {
        let answers = talk(&machine, &[initialize(asked)]);
        assert_eq!(answers[0]["result"]["protocolVersion"], answered, "{asked}");
        assert_eq!(answers[0]["result"]["serverInfo"]["name"], "agentpack");
        assert!(answers[0]["result"]["capabilities"]["tools"].is_object());
    }
}

#[test]
fn a_malformed_line_does_not_end_the_server() {
    let machine = Machine::initialised();
    let answers = talk(
        &machine,
        &[
            initialize("2025-06-18"),
            initialized(),
            "this is not json".into(),
            call(2, "plan", &json!({})),
        ],
    );
    assert!(answers.iter().any(|answer| answer["error"]["code"] == -32700), "{answers:?}");
    let plan = answers.iter().find(|answer| answer["id"] == 2).unwrap();
    assert_eq!(plan["result"]["structuredContent"]["ok"], true);
}

#[test]
fn an_unknown_tool_is_a_protocol_error() {
    let machine = Machine::new();
    let answers =
        talk(&machine, &[initialize("2025-06-18"), initialized(), call(2, "nosuch", &json!({}))]);
    assert_eq!(answers.iter().find(|answer| answer["id"] == 2).unwrap()["error"]["code"], -32602);
}

#[test]
fn the_plan_hash_is_stable_over_restarts() {
    let machine = Machine::initialised();
    let hash = || {
        let answers = talk(
            &machine,
            &[initialize("2025-06-18"), initialized(), call(2, "deploy", &json!({}))],
        );
        answers.iter().find(|answer| answer["id"] == 2).unwrap()["result"]["structuredContent"]["data"]["confirm_plan_hash"].clone()
    };
    let first = hash();
    assert_eq!(first, hash());
    machine.write_repo("modules/instructions/base/AGENTS.md", "# Other\n");
    assert_ne!(first, hash());
}

#[test]
fn the_project_comes_from_the_environment_before_the_current_folder() {
    let machine = Machine::initialised();
    let other = machine.home().join("elsewhere");
    std::fs::create_dir_all(&other).unwrap();
    let mut command = machine.command();
    command.args(["mcp", "serve"]).env("AGENTPACK_PROJECT", &other);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for line in
        [initialize("2025-06-18"), initialized(), call(2, "plan", &json!({"target": "codex"}))]
    {
        writeln!(stdin, "{line}").unwrap();
    }
    drop(stdin);
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("elsewhere/AGENTS.md"), "{text}");
}
