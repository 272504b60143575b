//! MCP Apps: hosts that show views are told of one; all others see what they saw before.

use serde_json::{Value, json};

use crate::talk::{Talk, hello, meta, plain};

const UI: &str = "io.modelcontextprotocol/ui";

/// The views that the tools name.
fn named(listed: &Value) -> Vec<(String, Value)> {
    let tools = listed["result"]["tools"].as_array().unwrap().iter();
    let with_meta = tools.filter(|it| !it["_meta"].is_null());
    with_meta.map(|it| (it["name"].as_str().unwrap().to_owned(), it["_meta"].clone())).collect()
}

#[tokio::test]
async fn a_host_with_views_is_told_which_tools_have_one() {
    let mut talk = Talk::silent(plain());
    let mut greeting = hello("2025-11-25");
    greeting["capabilities"]["extensions"][UI] =
        json!({"mimeTypes": ["text/html;profile=mcp-app"]});
    talk.ask("initialize", greeting).await;
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    let listed = talk.ask("tools/list", json!({})).await;
    let view = json!({"ui": {"resourceUri": "ui://puml/viewer"}});
    let expected = ["puml_render_svg", "puml_view"].map(|it| (it.to_owned(), view.clone()));
    assert_eq!(named(&listed), expected);
    let read = talk.ask("resources/read", json!({"uri": "ui://puml/viewer"})).await;
    let contents = &read["result"]["contents"][0];
    assert_eq!(contents["mimeType"], "text/html;profile=mcp-app");
    let page = contents["text"].as_str().unwrap();
    assert!(page.starts_with("<!doctype html>"));
    // It loads nothing: hosts forbid it, and nothing could go out.
    for foreign in ["http://", "https://", "fetch(", "import ", "src=\"", "localStorage"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
}

#[tokio::test]
async fn other_clients_see_what_they_saw() {
    let mut talk = Talk::with(plain()).await;
    let listed = talk.ask("tools/list", json!({})).await;
    assert_eq!(named(&listed), []);
    let resources = talk.ask("resources/list", json!({})).await.to_string();
    assert!(!resources.contains("ui://"), "{resources}");
}

#[tokio::test]
async fn a_client_without_a_handshake_says_so_with_each_request() {
    let mut talk = Talk::silent(plain());
    let mut told = meta();
    told["io.modelcontextprotocol/clientCapabilities"]["extensions"][UI] = json!({});
    let listed = talk.ask("tools/list", json!({"_meta": told})).await;
    assert_eq!(named(&listed).len(), 2, "{listed}");
    let listed = talk.ask("tools/list", json!({"_meta": meta()})).await;
    assert_eq!(named(&listed).len(), 0);
}
