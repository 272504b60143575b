//! The MCP servers over streamable HTTP.

use serde_json::{Value, json};
use straightedge::{Reach, Settings};

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
        plans: Some(home.path().to_owned()),
        ..Settings::default()
    });
    for (path, name) in
        [("/mcp", "puml-mcp"), ("/mcp/agentpack", "agentpack"), ("/mcp/planexe", "planexe")]
    {
        let reply = routes.send("POST", path, &USUAL, greeting()).await;
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
