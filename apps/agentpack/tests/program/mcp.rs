//! The server with the SDK's own client: tools, the two-stage confirmation, and the journey from an empty home.

use std::io::{Read, Write};
use std::process::{Child, Stdio};

use rmcp::ServiceExt;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::service::{RoleClient, RunningService};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::machine::Machine;

/// A client, and the process behind it.
struct Session {
    client: RunningService<RoleClient, ()>,
    child: Child,
}

impl Session {
    async fn start(machine: &Machine) -> Self {
        Self::start_with(machine, &[]).await
    }

    async fn start_with(machine: &Machine, variables: &[(&str, &str)]) -> Self {
        let mut command = machine.command();
        command.args(["mcp", "serve"]).envs(variables.iter().copied());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (here, there) = tokio::io::duplex(1 << 20);
        let (mut from_client, mut to_client) = tokio::io::split(there);
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let runtime = tokio::runtime::Handle::current();
        tokio::spawn(async move {
            let mut bytes = vec![0; 64 * 1024];
            while let Ok(n @ 1..) = from_client.read(&mut bytes).await {
                stdin.write_all(&bytes[..n]).and_then(|()| stdin.flush()).unwrap();
            }
        });
        std::thread::spawn(move || {
            let mut bytes = vec![0; 64 * 1024];
            while let Ok(n @ 1..) = stdout.read(&mut bytes) {
                if runtime.block_on(to_client.write_all(&bytes[..n])).is_err() {
                    break;
                }
            }
        });
        let client = ().serve(here).await.unwrap();
        Self { client, child }
    }

    async fn call(&self, tool: &'static str, arguments: Value) -> CallToolResult {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        self.client
            .call_tool(CallToolRequestParams::new(tool).with_arguments(arguments))
            .await
            .unwrap()
    }

    /// The envelope, checked for what every answer must hold.
    async fn envelope(&self, tool: &'static str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        let envelope = result.structured_content.clone().unwrap();
        let text =
            serde_json::to_value(&result.content).unwrap()[0]["text"].as_str().unwrap().to_owned();
        assert_eq!(text, envelope.to_string(), "text and structuredContent are one");
        assert_eq!(result.is_error, Some(envelope["ok"] == false));
        envelope
    }

    async fn ok(&self, tool: &'static str, arguments: Value) -> Value {
        let envelope = self.envelope(tool, arguments).await;
        assert_eq!(envelope["ok"], true, "{tool}: {envelope:#}");
        envelope["data"].clone()
    }

    async fn error(&self, tool: &'static str, arguments: Value) -> Value {
        let envelope = self.envelope(tool, arguments).await;
        assert_eq!(envelope["ok"], false, "{tool}: {envelope:#}");
        envelope["errors"][0].clone()
    }

    async fn end(mut self) {
        self.client.cancel().await.unwrap();
        self.child.wait().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_eleven_tools_are_listed_with_the_published_schemas() {
    let machine = Machine::new();
    let session = Session::start(&machine).await;
    let info = session.client.peer_info().unwrap();
    assert_eq!(serde_json::to_value(info).unwrap()["serverInfo"]["name"], "agentpack");
    let tools = session.client.list_all_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool.name.to_string()).collect();
    assert_eq!(
        names,
        [
            "plan",
            "diff",
            "preview",
            "status",
            "doctor",
            "deploy",
            "deploy_apply",
            "rollback",
            "evolve_propose",
            "evolve_restore",
            "explain"
        ]
    );
    let apply = serde_json::to_value(&tools[6]).unwrap();
    assert_eq!(apply["inputSchema"]["required"], json!(["yes", "confirm_token"]));
    assert_eq!(apply["inputSchema"]["properties"]["yes"]["const"], true);
    assert_eq!(apply["annotations"]["destructiveHint"], true);
    assert_eq!(serde_json::to_value(&tools[5]).unwrap()["annotations"]["readOnlyHint"], true);
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_tool_answers_under_the_name_of_its_command() {
    let machine = Machine::initialised();
    let session = Session::start(&machine).await;
    for (tool, arguments, command) in [
        ("plan", json!({}), "plan"),
        ("diff", json!({}), "diff"),
        ("preview", json!({"diff": true}), "preview"),
        ("status", json!({"only": ["missing"]}), "status"),
        ("doctor", json!({}), "doctor"),
        ("deploy", json!({}), "deploy"),
        ("deploy_apply", json!({"yes": true}), "deploy"),
        ("rollback", json!({"to": "1", "yes": true}), "rollback"),
        ("evolve_propose", json!({"yes": true}), "evolve.propose"),
        ("evolve_restore", json!({"yes": true}), "evolve.restore"),
        ("explain", json!({"kind": "plan"}), "explain.plan"),
        ("explain", json!({"kind": "status"}), "explain.status"),
    ] {
        let envelope = session.envelope(tool, arguments).await;
        assert_eq!(envelope["command"], command, "{tool}");
        for field in ["schema_version", "ok", "version"] {
            assert!(envelope.get(field).is_some(), "{tool}: {field}");
        }
    }
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_come_in_the_order_of_the_contract() {
    // No config at all: approval comes before everything else.
    let machine = Machine::new();
    let session = Session::start(&machine).await;
    for arguments in
        [json!({}), json!({"confirm_token": "x"}), json!({"yes": false, "confirm_token": "x"})]
    {
        assert_eq!(session.error("deploy_apply", arguments).await["code"], "E_CONFIRM_REQUIRED");
    }
    assert_eq!(session.error("rollback", json!({"to": "1"})).await["code"], "E_CONFIRM_REQUIRED");
    assert_eq!(
        session.error("rollback", json!({"to": "1", "yes": "true"})).await["code"],
        "E_CONFIRM_REQUIRED"
    );
    let failed = session.envelope("deploy", json!({})).await;
    assert_eq!(failed["errors"][0]["code"], "E_CONFIG_MISSING");
    assert_eq!(failed["data"], json!({}), "a failed review has no token");
    session.end().await;

    let machine = Machine::initialised();
    let session = Session::start(&machine).await;
    for arguments in [json!({"yes": true}), json!({"yes": true, "confirm_token": ""})] {
        let error = session.error("deploy_apply", arguments).await;
        assert_eq!(error["code"], "E_CONFIRM_TOKEN_REQUIRED");
        assert_eq!(error["details"]["reason_code"], "confirm_token_required");
    }
    let error = session.error("deploy_apply", json!({"yes": true, "confirm_token": "bogus"})).await;
    assert_eq!(error["code"], "E_CONFIRM_TOKEN_MISMATCH");
    assert_eq!(error["details"]["next_actions"], json!(["call_deploy", "retry_deploy_apply"]));
    for token in [json!("bogus"), json!(null)] {
        let arguments = json!({"yes": true, "confirm_token": token, "dry_run": true});
        assert_eq!(session.ok("deploy_apply", arguments).await["applied"], false);
    }
    let dry = session.ok("deploy_apply", json!({"yes": true, "dry_run": true})).await;
    assert_eq!(dry["applied"], false);
    assert!(!machine.has("AGENTS.md"));
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_bound_to_the_plan_and_a_mismatch_names_the_paths() {
    let machine = Machine::initialised();
    let session = Session::start(&machine).await;
    let reviewed = session.ok("deploy", json!({})).await;
    let token = reviewed["confirm_token"].as_str().unwrap();
    assert_eq!(token.len(), 64);
    machine.write("AGENTS.md", "in the way\n");
    let error = session.error("deploy_apply", json!({"yes": true, "confirm_token": token})).await;
    assert_eq!(error["code"], "E_CONFIRM_TOKEN_MISMATCH");
    assert_eq!(error["details"]["expected_confirm_plan_hash"], reviewed["confirm_plan_hash"]);
    let path = machine.project().join("AGENTS.md");
    assert_eq!(error["details"]["delta"], json!({"added": [], "removed": [], "changed": [path]}));

    let token = session.ok("deploy", json!({})).await["confirm_token"].clone();
    let error = session.error("deploy_apply", json!({"yes": true, "confirm_token": token})).await;
    assert_eq!(error["code"], "E_ADOPT_CONFIRM_REQUIRED");
    assert_eq!(error["details"]["reason_code"], "adopt_confirm_required");
    assert_eq!(error["details"]["next_actions"], json!(["retry_with_adopt"]));
    // A refused adoption does not use the token up, and defaults may be spelled out.
    let applied = session.ok("deploy_apply", json!({"yes": true, "confirm_token": token, "adopt": true, "profile": "default", "target": "all"})).await;
    assert_eq!(applied["applied"], true);
    let error = session
        .error("deploy_apply", json!({"yes": true, "confirm_token": token, "adopt": true}))
        .await;
    assert_eq!(error["code"], "E_CONFIRM_TOKEN_MISMATCH");
    let token = session.ok("deploy", json!({"target": "codex"})).await["confirm_token"].clone();
    let error = session
        .error("deploy_apply", json!({"yes": true, "confirm_token": token, "target": "cursor"}))
        .await;
    assert_eq!(error["code"], "E_CONFIRM_TOKEN_MISMATCH");
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_with_no_life_left_is_expired() {
    let machine = Machine::initialised();
    let session = Session::start_with(&machine, &[("AGENTPACK_CONFIRM_TTL_SECS", "0")]).await;
    let token = session.ok("deploy", json!({})).await["confirm_token"].clone();
    let code =
        session.error("deploy_apply", json!({"yes": true, "confirm_token": token})).await["code"]
            .clone();
    assert_eq!(code, "E_CONFIRM_TOKEN_EXPIRED");
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_that_break_the_schema_are_listed_in_an_envelope() {
    let machine = Machine::initialised();
    let session = Session::start(&machine).await;
    let error = session.error("plan", json!({"bogus": 1, "profile": 2})).await;
    assert_eq!(error["code"], "E_ARGUMENTS_INVALID");
    assert_eq!(error["details"]["violations"].as_array().unwrap().len(), 2);
    assert_eq!(
        session.error("plan", json!({"target": "zed"})).await["code"],
        "E_TARGET_UNSUPPORTED"
    );
    assert_eq!(session.error("explain", json!({})).await["code"], "E_ARGUMENTS_INVALID");
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journey_from_an_empty_home() {
    let machine = Machine::initialised();
    let session = Session::start(&machine).await;
    let token = session.ok("deploy", json!({})).await["confirm_token"].clone();
    let applied = session.ok("deploy_apply", json!({"yes": true, "confirm_token": token})).await;
    let first = applied["snapshot_id"].as_str().unwrap().to_owned();
    assert!(machine.has("AGENTS.md") && machine.has("CLAUDE.md"));

    machine.write("AGENTS.md", "typed by a person\n");
    let status = session.ok("status", json!({})).await;
    assert_eq!(status["drift"][0]["state"], "modified_by_user");
    let error = session.error("rollback", json!({"to": first, "yes": true})).await;
    assert_eq!(error["code"], "E_USER_EDIT_CONFIRM_REQUIRED");
    assert_eq!(error["details"]["next_actions"][2], "call_deploy");
    assert!(error["details"].get("flags").is_none(), "no tool has flags: {error}");

    // A reviewed plan lists the edit; approval and a token alone never overwrite it.
    let review = session.envelope("deploy", json!({})).await;
    assert!(review["warnings"][0].as_str().unwrap().contains("edited"));
    assert_eq!(review["data"]["user_edits"][0]["state"], "modified_by_user");
    let token = review["data"]["confirm_token"].clone();
    let error = session.error("deploy_apply", json!({"yes": true, "confirm_token": token})).await;
    assert_eq!(error["code"], "E_USER_EDIT_CONFIRM_REQUIRED");
    let actions = json!(["review_user_edits", "call_evolve_propose", "retry_with_adopt"]);
    assert_eq!(error["details"]["next_actions"], actions);
    assert_eq!(machine.read("AGENTS.md"), "typed by a person\n");
    // The refusal leaves the token valid, `adopt` overwrites, and a rollback brings the edit back.
    let arguments = json!({"yes": true, "confirm_token": token, "adopt": true});
    let second = session.ok("deploy_apply", arguments).await;
    assert!(machine.read("AGENTS.md").starts_with("# Working agreements"));
    session.ok("rollback", json!({"to": first, "yes": true})).await;
    assert_eq!(machine.read("AGENTS.md"), "typed by a person\n");
    session.ok("rollback", json!({"to": second["snapshot_id"], "yes": true})).await;
    assert!(machine.read("AGENTS.md").starts_with("# Working agreements"));
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_holds_a_secret_or_a_hidden_character() {
    let machine = Machine::new();
    machine.ok(&["init", "--scope", "user", "--hosts", "claude_code,codex"]);
    machine.write_repo("modules/mcp/x.json", r#"{"command": "x"}"#);
    machine.ok(&["add", "mcp", "local:modules/mcp/x.json", "--scope", "user"]);
    machine.write_repo("modules/instructions/base/AGENTS.md", "# Base\u{1b}[8m\u{202e}\n");
    machine.write_home(".claude.json", "{\n  \"oauthToken\": \"very-secret\"\n}\n");
    let session = Session::start(&machine).await;
    // The second time a settings file is broken in the line of its secret.
    for settings in ["api_key = \"very-secret\"\n", "api_key = \"very-secret\n"] {
        machine.write_home(".codex/config.toml", settings);
        for (tool, arguments) in [
            ("plan", json!({})),
            ("diff", json!({})),
            ("preview", json!({"diff": true})),
            ("status", json!({})),
            ("doctor", json!({})),
            ("deploy", json!({})),
            ("explain", json!({"kind": "diff"})),
        ] {
            let answer = session.envelope(tool, arguments).await.to_string();
            assert!(!answer.contains("very-secret"), "{tool}: {answer}");
            assert!(!answer.contains(['\u{1b}', '\u{202e}']), "{tool}: {answer}");
        }
    }
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rollback_over_a_file_that_no_deploy_writes_names_a_command() {
    let machine = Machine::initialised();
    let first = machine.ok(&["deploy", "--apply", "--yes"])["snapshot_id"].clone();
    machine.write_repo("agentpack.yaml", &{
        let text = std::fs::read_to_string(machine.repo().join("agentpack.yaml")).unwrap();
        text.split("modules:").next().unwrap().to_owned() + "modules: []\n"
    });
    machine.ok(&["deploy", "--apply", "--yes"]);
    machine.write("AGENTS.md", "typed by a person\n");
    let session = Session::start(&machine).await;
    let error = session.error("rollback", json!({"to": first, "yes": true})).await;
    assert_eq!(error["code"], "E_USER_EDIT_CONFIRM_REQUIRED");
    let command = error["details"]["command"].as_str().unwrap().to_owned();
    session.end().await;
    let words: Vec<&str> = command.split(' ').skip(1).chain(["--yes"]).collect();
    machine.ok(&words);
    assert_eq!(machine.read("AGENTS.md"), "typed by a person\n");
    assert!(machine.has("CLAUDE.md"), "the other file goes back");
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_are_proposed_and_missing_files_restored_with_approval() {
    let machine = Machine::initialised();
    machine.commit_repo();
    let session = Session::start(&machine).await;
    // Nothing to write needs no approval.
    let nothing = session.ok("evolve_propose", json!({})).await;
    assert_eq!(nothing["reason"], "no_drift");
    let token = session.ok("deploy", json!({})).await["confirm_token"].clone();
    session.ok("deploy_apply", json!({"yes": true, "confirm_token": token})).await;
    assert_eq!(session.ok("evolve_restore", json!({})).await["reason"], "no_missing");

    machine.write("AGENTS.md", "# Typed by a person\n");
    let dry = session.ok("evolve_propose", json!({"dry_run": true})).await;
    assert_eq!((&dry["reason"], &dry["created"]), (&json!("dry_run"), &json!(false)));
    assert_eq!(dry["candidates"][0]["module_id"], "instructions:base");
    let error = session.error("evolve_propose", json!({})).await;
    assert_eq!(error["code"], "E_CONFIRM_REQUIRED");
    let error = session.error("evolve_propose", json!({"module_id": "skill:x"})).await;
    assert_eq!(error["code"], "E_MODULE_UNKNOWN");
    let made = session
        .ok("evolve_propose", json!({"yes": true, "scope": "machine", "branch": "mine"}))
        .await;
    assert_eq!((&made["branch"], &made["committed"]), (&json!("mine"), &json!(true)));
    assert!(made["files_posix"][0].as_str().unwrap().contains("/overlays/machines/test/"));
    machine.git_repo(&["merge", "--quiet", "--ff-only", "mine"]);
    assert_eq!(session.ok("plan", json!({})).await["summary"]["update"], 0);

    std::fs::remove_file(machine.project().join("CLAUDE.md")).unwrap();
    assert_eq!(session.error("evolve_restore", json!({})).await["code"], "E_CONFIRM_REQUIRED");
    assert_eq!(session.ok("evolve_restore", json!({"dry_run": true})).await["reason"], "dry_run");
    assert!(!machine.has("CLAUDE.md"));
    let restored = session.ok("evolve_restore", json!({"yes": true})).await;
    assert_eq!(restored["summary"]["restored"], 1);
    assert!(machine.has("CLAUDE.md"));
    assert_eq!(machine.read("AGENTS.md"), "# Typed by a person\n");
    session.end().await;
}
