//! The MCP servers over streamable HTTP.

use serde_json::{Value, json};
use straightedge::{Limits, Reach, Settings};

use crate::client::{Reply, Routes};

const USUAL: [(&str, &str); 3] = [
    ("host", "127.0.0.1:7878"),
    ("content-type", "application/json"),
    ("accept", "application/json, text/event-stream"),
];

fn greeting() -> String {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        },
    })
    .to_string()
}

fn message(reply: &Reply) -> Value {
    let text = reply.text();
    let line = text.lines().rev().find(|line| line.contains("\"jsonrpc\"")).expect("a message");
    serde_json::from_str(line.trim_start_matches("data:").trim()).unwrap()
}

#[tokio::test]
async fn each_server_greets_at_its_own_path() {
    let home = tempfile::tempdir().unwrap();
    let routes = Routes::new(Settings {
        reach: Reach::Machine,
        token: Some("secret".into()),
        plans: Some(home.path().to_owned()),
        roots: vec![home.path().to_owned()],
        ..Settings::default()
    });
    let headers = [&USUAL[..], &[("authorization", "Bearer secret")]].concat();
    for (path, name) in
        [("/mcp", "puml-mcp"), ("/mcp/agentpack", "agentpack"), ("/mcp/planexe", "planexe")]
    {
        let reply = routes.send("POST", path, &headers, greeting()).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        assert_eq!(message(&reply)["result"]["serverInfo"]["name"], name);
    }
}

#[tokio::test]
async fn strangers_get_the_diagram_server_only() {
    let routes = Routes::default();
    assert_eq!(routes.send("POST", "/mcp", &USUAL, greeting()).await.status, 200);
    for path in ["/mcp/planexe", "/mcp/agentpack"] {
        assert_eq!(routes.send("POST", path, &USUAL, greeting()).await.status, 404);
    }
}

#[tokio::test]
async fn pages_and_names_from_elsewhere_are_refused() {
    let routes = Routes::default();
    for (name, value) in [("origin", "https://evil.example"), ("host", "evil.example")] {
        let mut headers = USUAL.to_vec();
        headers.retain(|it| it.0 != name);
        headers.push((name, value));
        let reply = routes.send("POST", "/mcp", &headers, greeting()).await;
        assert_eq!(reply.status, 403, "{name}");
    }
    let mut headers = USUAL.to_vec();
    headers.push(("origin", "http://localhost:7878"));
    assert_eq!(routes.send("POST", "/mcp", &headers, greeting()).await.status, 200);
}

#[tokio::test]
async fn refusals_are_json_in_our_own_words() {
    let routes = Routes::default();
    let without =
        |name: &str| -> Vec<(&str, &str)> { USUAL.into_iter().filter(|it| it.0 != name).collect() };
    for (headers, body, status, words) in [
        (USUAL.to_vec(), "{broken", 400, "not valid JSON"),
        (USUAL.to_vec(), r#"{"jsonrpc":"2.0"}"#, 415, "JSON-RPC"),
        (without("accept"), "{}", 406, "Accept"),
        (without("content-type"), "{}", 415, "Content-Type"),
    ] {
        let reply = routes.send("POST", "/mcp", &headers, body).await;
        assert_eq!(reply.status, status, "{}", reply.text());
        assert_eq!(reply.header("content-type"), "application/json");
        let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(words), "{message}");
    }
    let mut headers = USUAL.to_vec();
    headers.push(("mcp-session-id", "no-such-session"));
    let reply = routes.send("POST", "/mcp", &headers, greeting()).await;
    assert_eq!((reply.status, reply.json()["error"]["code"].clone()), (404, json!(-32001)));
}

#[tokio::test]
async fn sessions_are_capped_and_the_oldest_ends() {
    let limits = Limits { sessions: 2, ..Limits::default() };
    let routes = Routes::new(Settings { limits, ..Settings::default() });
    let mut sessions = Vec::new();
    for _ in 0..5 {
        let reply = routes.send("POST", "/mcp", &USUAL, greeting()).await;
        sessions.push(reply.header("mcp-session-id").to_owned());
    }
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}).to_string();
    for (idx, session) in sessions.iter().enumerate() {
        let mut headers = USUAL.to_vec();
        headers.push(("mcp-session-id", session));
        let reply = routes.send("POST", "/mcp", &headers, ping.clone()).await;
        assert_eq!(reply.status, if idx < 3 { 404 } else { 200 }, "session {idx}");
    }
}
