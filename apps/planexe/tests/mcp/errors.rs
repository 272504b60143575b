//! Every error code of the specification, provoked by a real MCP client.

use crate::client::{Client, Home, find_file, uri};
use serde_json::{Value, json};

const ALL: &str = "build_plan_and_validate";
const UNKNOWN: &str = "pxe_2026_01_14__0123456789abcdef";

/// A session whose run hangs in its first model call.
fn running(home: &Home, client: &Client) -> String {
    home.script(&json!({ "tasks": { "IdentifyPurpose": { "hang": true } } }));
    let session = client.session();
    client.start(&session);
    client.wait_for_task(&session, "IdentifyPurpose");
    session
}

fn about(session: &str) -> Value {
    json!({ "session_id": session, "target": ALL })
}

#[test]
fn session_not_found() {
    let client = Home::new().client();
    for id in [UNKNOWN, "", "../../etc", "nonsense"] {
        for tool in ["status", "start", "stop", "resume", "events", "archive"] {
            let code = client.code(&format!("planexe.session.{tool}"), json!({ "session_id": id }));
            assert_eq!(code, "SESSION_NOT_FOUND", "{tool} {id:?}");
        }
    }
    let address = uri(UNKNOWN, "plan.md");
    let code = client.code("planexe.artifact.read", json!({ "artifact_uri": address }));
    assert_eq!(code, "SESSION_NOT_FOUND");
}

#[test]
fn run_not_found() {
    let home = Home::new();
    let client = home.client();
    let session = running(&home, &client);
    for run in ["run_0009", "nonsense"] {
        let code =
            client.code("planexe.session.stop", json!({ "session_id": session, "run_id": run }));
        assert_eq!(code, "RUN_NOT_FOUND", "{run}");
    }
    let fresh = client.session();
    assert_eq!(client.code("planexe.session.resume", about(&fresh)), "RUN_NOT_FOUND");
}

#[test]
fn run_already_active() {
    let home = Home::new();
    let client = home.client();
    let session = running(&home, &client);
    for tool in ["planexe.session.start", "planexe.session.resume", "planexe.session.archive"] {
        let (answer, is_error) = client.answer(tool, about(&session));
        assert!(is_error, "{tool}");
        assert_eq!(answer["error"]["code"], "RUN_ALREADY_ACTIVE", "{tool}");
        assert_eq!(answer["error"]["details"]["run_id"], "run_0001", "{tool}");
    }
}

#[test]
fn run_not_active() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    assert_eq!(client.code("planexe.session.stop", about(&session)), "RUN_NOT_ACTIVE");
    client.start(&session);
    client.end(&session, "run_0001");
    assert_eq!(client.code("planexe.session.stop", about(&session)), "RUN_NOT_ACTIVE");
    let named = json!({ "session_id": session, "run_id": "run_0001" });
    assert_eq!(client.code("planexe.session.stop", named), "RUN_NOT_ACTIVE");
}

#[test]
fn invalid_target() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    let to = |target: &str| json!({ "session_id": session, "target": target });
    assert_eq!(client.code("planexe.session.start", to("world_peace")), "INVALID_TARGET");
    let (answer, _) = client.answer("planexe.session.start", to("validate_plan"));
    assert_eq!(answer["error"]["code"], "INVALID_TARGET");
    assert_eq!(answer["error"]["details"]["missing"], "plan.md");
}

#[test]
fn invalid_artifact_uri() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    let bad = [
        "plan.md".to_owned(),
        "file:///etc/passwd".to_owned(),
        uri(&session, ""),
        uri(&session, "../../planexe.db"),
        uri(&session, "a/../b"),
        uri(&session, "/etc/passwd"),
        uri(&session, "%2e%2e/x"),
        uri(&session, "a\\b"),
        uri(&session, "absent.md"),
    ];
    for address in bad {
        let code = client.code("planexe.artifact.read", json!({ "artifact_uri": address }));
        assert_eq!(code, "INVALID_ARTIFACT_URI", "{address}");
    }
    for path in ["../x", "/etc", "a//b"] {
        let code =
            client.code("planexe.artifact.list", json!({ "session_id": session, "path": path }));
        assert_eq!(code, "INVALID_ARTIFACT_URI", "{path}");
    }
    let seeds =
        json!({ "session_id": session, "inputs": { "seed_artifacts": [uri(UNKNOWN, "a.md")] } });
    assert_eq!(client.code("planexe.session.start", seeds), "INVALID_ARTIFACT_URI");
}

#[test]
fn conflict() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    let prompt = uri(&session, "prompt.md");
    let read = client.call("planexe.artifact.read", json!({ "artifact_uri": prompt }));
    let write = |content: &str| {
        json!({ "artifact_uri": prompt, "content": content,
                "lock": { "expected_sha256": read["sha256"] } })
    };
    client.call("planexe.artifact.write", write("first\n"));
    let (answer, is_error) = client.answer("planexe.artifact.write", write("second\n"));
    assert!(is_error);
    assert_eq!(answer["error"]["code"], "CONFLICT");
    let now = client.call("planexe.artifact.read", json!({ "artifact_uri": prompt }));
    assert_eq!(
        (&now["content"], &answer["error"]["details"]["actual_sha256"]),
        (&json!("first\n"), &now["sha256"])
    );
}

#[test]
fn permission_denied() {
    let home = Home::new();
    let mine = home.client_as("contract-test", &["mcp", "--subject", "ada"]);
    let session = mine.session();
    mine.start(&session);
    mine.end(&session, "run_0001");
    let theirs = home.client_as("contract-test", &["mcp", "--subject", "eve"]);
    for tool in ["status", "start", "stop", "resume", "events", "archive"] {
        let code = theirs.code(&format!("planexe.session.{tool}"), about(&session));
        assert_eq!(code, "PERMISSION_DENIED", "{tool}");
    }
    let plan = uri(&session, "plan.md");
    assert_eq!(
        theirs.code("planexe.artifact.read", json!({ "artifact_uri": plan })),
        "PERMISSION_DENIED"
    );
    let write = json!({ "artifact_uri": plan, "content": "mine now" });
    assert_eq!(theirs.code("planexe.artifact.write", write), "PERMISSION_DENIED");
    assert!(theirs.resource(&plan).is_err());
    assert_eq!(theirs.call("planexe.session.list", json!({}))["total"], 0);
    // The engine's own files are nobody's to write.
    for path in ["run.log", "luigi_state.json", "manifest.json"] {
        let write = json!({ "artifact_uri": uri(&session, path), "content": "{}" });
        assert_eq!(mine.code("planexe.artifact.write", write), "PERMISSION_DENIED", "{path}");
    }
}

#[test]
fn running_readonly() {
    let home = Home::new();
    let client = home.client();
    let session = running(&home, &client);
    let write = json!({ "artifact_uri": uri(&session, "prompt.md"), "content": "x" });
    assert_eq!(client.code("planexe.artifact.write", write), "RUNNING_READONLY");
}

#[test]
fn internal_error() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    let prompt = uri(&session, "prompt.md");
    // Large enough for a file of its own.
    let idea = "An idea. ".repeat(10_000);
    client.call("planexe.artifact.write", json!({ "artifact_uri": prompt, "content": idea }));
    let read = client.call("planexe.artifact.read", json!({ "artifact_uri": prompt }));
    let name = read["sha256"].as_str().unwrap()[2..].to_owned();
    let blob = find_file(&home.path().join("blobs"), &|path| path.ends_with(&name)).unwrap();
    std::fs::remove_file(blob).unwrap();
    let (answer, is_error) =
        client.answer("planexe.artifact.read", json!({ "artifact_uri": prompt }));
    assert!(is_error);
    assert_eq!(answer["error"]["code"], "INTERNAL_ERROR");
    let folder = home.path().display().to_string();
    assert!(!answer.to_string().contains(&folder), "no path of the server: {answer}");
}

#[test]
fn the_codes_beyond_the_list() {
    let home = Home::new();
    let client = home.client();
    let session = client.session();
    for arguments in
        [json!({}), json!({ "session_id": 7 }), json!({ "session_id": session, "limit": 0 })]
    {
        assert_eq!(client.code("planexe.session.events", arguments), "INVALID_ARGUMENT");
    }
    for config in [
        json!({ "planner_model": "nobody" }),
        json!({ "luigi": { "scheduler": "central" } }),
        json!({ "max_runtime_sec": 0 }),
    ] {
        let code = client.code("planexe.session.create", json!({ "idea": "x", "config": config }));
        assert_eq!(code, "INVALID_ARGUMENT", "{config}");
    }
    let broken = json!({ "artifact_uri": uri(&session, "facts.json"), "content": "{" });
    assert_eq!(client.code("planexe.artifact.write", broken), "INVALID_ARGUMENT");
    for since in ["cursor_9999", "yesterday"] {
        let arguments = json!({ "session_id": session, "since": since });
        assert_eq!(client.code("planexe.session.events", arguments), "INVALID_CURSOR", "{since}");
    }
    client.call("planexe.session.archive", about(&session));
    assert_eq!(client.code("planexe.session.start", about(&session)), "SESSION_ARCHIVED");
    let write = json!({ "artifact_uri": uri(&session, "prompt.md"), "content": "x" });
    assert_eq!(client.code("planexe.artifact.write", write), "SESSION_ARCHIVED");
}
