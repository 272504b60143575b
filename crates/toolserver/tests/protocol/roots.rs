//! Paths in calls: which folders count, and that nothing leads out of them.

use std::path::Path;

use serde_json::{Value, json};
use toolserver::{RootPolicy, Roots, Server};

use crate::fixture::server;
use crate::talk::{Talk, meta};

fn folder() -> tempfile::TempDir {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    for name in ["inside", "outside"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        let mut file = std::fs::File::create(folder.path().join(name).join("file.txt")).unwrap();
        file.write_all(name.as_bytes()).unwrap();
    }
    folder
}

fn with_roots(roots: RootPolicy) -> Server {
    Server { roots, ..server() }
}

fn fixed(path: &Path) -> RootPolicy {
    RootPolicy::Fixed(Roots::at([path]).unwrap())
}

async fn read(talk: &mut Talk, path: &str) -> Result<String, String> {
    let result = talk.call("read", json!({"path": path})).await;
    let text = result["content"][0]["text"].as_str().unwrap().to_owned();
    if result["isError"] == true {
        let error: Value = serde_json::from_str(&text).unwrap();
        return Err(error["error"]["code"].as_str().unwrap().to_owned());
    }
    Ok(text)
}

#[tokio::test]
async fn a_path_is_read_under_the_root_and_nowhere_else() {
    let folder = folder();
    let outside = folder.path().join("outside/file.txt");
    let mut talk =
        Talk::opened(with_roots(fixed(&folder.path().join("inside"))), "2025-06-18").await;
    assert_eq!(read(&mut talk, "file.txt").await.as_deref(), Ok("inside"));
    assert_eq!(read(&mut talk, "../outside/file.txt").await.unwrap_err(), "path/outside-roots");
    assert_eq!(read(&mut talk, outside.to_str().unwrap()).await.unwrap_err(), "path/outside-roots");
    assert_eq!(read(&mut talk, "nothing").await.unwrap_err(), "path/not-found");
}

#[tokio::test]
async fn without_roots_paths_are_refused() {
    let mut talk = Talk::opened(server(), "2025-06-18").await;
    assert_eq!(read(&mut talk, "file.txt").await.unwrap_err(), "path/no-root");
}

#[tokio::test]
async fn a_client_that_has_roots_is_asked_once_until_they_change() {
    let folder = folder();
    let policy = RootPolicy::Client(Roots::none("say where"));
    let mut talk = Talk::opened_with(
        with_roots(policy),
        "2025-06-18",
        json!({"roots": {"listChanged": true}}),
    )
    .await;
    for name in ["inside", "outside"] {
        let id = talk
            .request("tools/call", json!({"name": "read", "arguments": {"path": "file.txt"}}))
            .await;
        let question = talk.hear_of("roots/list").await;
        let uri = format!("file://{}", folder.path().join(name).display());
        talk.say(
            &json!({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": [{"uri": uri}]}}),
        )
        .await;
        let answer = talk.answer_to(id).await;
        assert_eq!(answer["result"]["content"][0]["text"], name, "{answer}");
        assert_eq!(read(&mut talk, "file.txt").await.as_deref(), Ok(name));
        talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})).await;
        assert_eq!(talk.ask("ping", json!({})).await["result"], json!({}));
    }
}

#[tokio::test]
async fn a_client_without_roots_leaves_the_fallback() {
    let folder = folder();
    let policy = RootPolicy::Client(Roots::at([folder.path().join("inside")]).unwrap());
    let mut talk = Talk::opened(with_roots(policy.clone()), "2025-06-18").await;
    assert_eq!(read(&mut talk, "file.txt").await.as_deref(), Ok("inside"));
    let mut talk = Talk::with(with_roots(policy.clone()));
    let params = json!({"name": "read", "arguments": {"path": "file.txt"}, "_meta": meta()});
    assert_eq!(talk.ask("tools/call", params).await["result"]["content"][0]["text"], "inside");
    let mut talk = Talk::opened_with(with_roots(policy), "2025-06-18", json!({"roots": {}})).await;
    let id = talk
        .request("tools/call", json!({"name": "read", "arguments": {"path": "file.txt"}}))
        .await;
    let question = talk.hear_of("roots/list").await;
    let error = json!({"code": -32601, "message": "changed my mind"});
    talk.say(&json!({"jsonrpc": "2.0", "id": question["id"], "error": error})).await;
    assert_eq!(talk.answer_to(id).await["result"]["content"][0]["text"], "inside");
}

/// A call as a host sends it that names its folder in every call.
fn sandboxed(folder: &str) -> Value {
    let meta = json!({"codex/sandbox-state-meta": {"sandboxCwd": folder}});
    json!({"name": "read", "arguments": {"path": "file.txt"}, "_meta": meta})
}

#[tokio::test]
async fn a_host_may_name_the_folder_in_the_call() {
    let folder = folder();
    let policy = RootPolicy::Client(Roots::none("say where"));
    let mut talk = Talk::with(with_roots(policy));
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}});
    let said = talk.ask("initialize", hello).await;
    let experimental = &said["result"]["capabilities"]["experimental"];
    assert_eq!(experimental["codex/sandbox-state-meta"], json!({}));
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    for (name, uri) in [
        ("inside", format!("file://{}", folder.path().join("inside").display())),
        ("outside", folder.path().join("outside").display().to_string()),
    ] {
        let answer = talk.ask("tools/call", sandboxed(&uri)).await;
        assert_eq!(answer["result"]["content"][0]["text"], name, "{answer}");
        // A request that does not repeat it is about the same folder.
        assert_eq!(read(&mut talk, "file.txt").await.as_deref(), Ok(name));
    }
}

#[tokio::test]
async fn fixed_roots_are_not_changed_by_a_call() {
    let folder = folder();
    let mut talk =
        Talk::opened(with_roots(fixed(&folder.path().join("inside"))), "2025-06-18").await;
    let uri = folder.path().join("outside").display().to_string();
    let answer = talk.ask("tools/call", sandboxed(&uri)).await;
    assert_eq!(answer["result"]["content"][0]["text"], "inside", "{answer}");
}
