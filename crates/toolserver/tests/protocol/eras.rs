//! Which revision is spoken: three with a handshake, one without.

use serde_json::json;

use crate::fixture::server;
use crate::talk::{Talk, meta};

#[tokio::test]
async fn a_known_revision_is_echoed_and_an_unknown_one_answered_with_2025_06_18() {
    for (asked, given) in [
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2024-11-05", "2025-06-18"),
        ("2026-07-28", "2025-06-18"),
        ("1999-01-01", "2025-06-18"),
        ("draft", "2025-06-18"),
    ] {
        let answer = Talk::with(server()).initialize(asked, json!({})).await;
        assert_eq!(answer["result"]["protocolVersion"], given, "{asked}");
    }
}

#[tokio::test]
async fn the_handshake_says_who_is_there_and_what_it_can_do() {
    let answer = Talk::with(server()).initialize("2025-06-18", json!({})).await;
    let result = &answer["result"];
    assert_eq!(
        result["serverInfo"],
        json!({"name": "fixture", "title": "Fixture", "version": "1.2.3"})
    );
    assert_eq!(result["instructions"], "For tests.");
    assert_eq!(
        result["capabilities"],
        json!({
            "experimental": {"fixture": {"version": "1.0"}},
            "extensions": {"io.modelcontextprotocol/skills": {}},
            "logging": {}, "completions": {}, "prompts": {}, "tools": {},
            "resources": {"subscribe": true, "listChanged": true},
        })
    );
}

#[tokio::test]
async fn an_empty_server_claims_nothing() {
    let mut talk = Talk::with(toolserver::Server::new("empty", "0"));
    let answer = talk.initialize("2025-06-18", json!({})).await;
    assert_eq!(answer["result"]["capabilities"], json!({"logging": {}}));
    assert_eq!(talk.ask("skills/list", json!({})).await["error"]["code"], -32601);
    assert_eq!(talk.ask("resources/subscribe", json!({"uri": "a"})).await["error"]["code"], -32601);
}

#[tokio::test]
async fn the_era_without_handshakes_discovers_and_calls() {
    let mut talk = Talk::with(server());
    let found = talk.ask("server/discover", json!({"_meta": meta()})).await;
    assert_eq!(
        found["result"]["supportedVersions"],
        json!(["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
    );
    let listed = talk.ask("tools/list", json!({"_meta": meta()})).await;
    assert_eq!(
        (&listed["result"]["resultType"], &listed["result"]["cacheScope"]),
        (&json!("complete"), &json!("public"))
    );
    let params = json!({"name": "fixture.echo", "arguments": {"text": "a"}, "_meta": meta()});
    let called = talk.ask("tools/call", params).await;
    assert_eq!(called["result"]["structuredContent"], json!({"text": "a"}));
    assert_eq!(called["result"]["resultType"], "complete");
}

#[tokio::test]
async fn an_unknown_revision_without_handshake_is_told_what_is_known() {
    let mut talk = Talk::with(server());
    let mut stranger = meta();
    stranger["io.modelcontextprotocol/protocolVersion"] = json!("2031-01-01");
    let answer = talk.ask("tools/list", json!({"_meta": stranger})).await;
    assert_eq!(answer["error"]["code"], -32022);
    assert!(
        answer["error"]["data"]["supported"].as_array().is_some_and(|versions| versions.len() == 4)
    );
    // The failed attempt has settled nothing, and a notification in between does no harm.
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    assert!(talk.ask("tools/list", json!({"_meta": meta()})).await["result"].is_object());
}

#[tokio::test]
async fn what_the_new_era_removed_is_not_there() {
    let mut talk = Talk::with(server());
    for (method, params) in [
        ("ping", json!({})),
        ("logging/setLevel", json!({"level": "info"})),
        ("logging/setLevel", json!({})),
        ("resources/subscribe", json!({"uri": "fixture://text"})),
        ("resources/subscribe", json!({})),
        ("resources/unsubscribe", json!({})),
    ] {
        // The first request settles the era, so ping is asked after one.
        assert!(talk.ask("tools/list", json!({"_meta": meta()})).await["result"].is_object());
        let mut params = params;
        params["_meta"] = meta();
        let answer = talk.ask(method, params).await;
        assert_eq!(answer["error"]["code"], -32601, "{method} {answer}");
    }
}

#[tokio::test]
async fn each_era_has_its_own_code_for_what_is_not_there() {
    let mut talk = Talk::opened(server(), "2025-06-18").await;
    let answer = talk.ask("resources/read", json!({"uri": "fixture://nothing"})).await;
    assert_eq!(answer["error"]["code"], -32002);
    let mut talk = Talk::with(server());
    let answer =
        talk.ask("resources/read", json!({"uri": "fixture://nothing", "_meta": meta()})).await;
    assert_eq!(answer["error"]["code"], -32602);
    assert_eq!(answer["error"]["data"]["uri"], "fixture://nothing");
}

#[tokio::test]
async fn handshake_era_results_carry_no_fields_of_the_new_one() {
    let mut talk = Talk::opened(server(), "2025-11-25").await;
    for method in
        ["tools/list", "resources/list", "resources/templates/list", "prompts/list", "skills/list"]
    {
        let result = talk.ask(method, json!({})).await["result"].clone();
        for field in ["resultType", "ttlMs", "cacheScope"] {
            assert!(result.get(field).is_none(), "{method} {field}");
        }
    }
}

#[tokio::test]
async fn the_revision_that_has_batches_answers_them_in_one_array() {
    let mut talk = Talk::opened(server(), "2025-03-26").await;
    let ping = |id: u32| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
    let call =
        json!({"jsonrpc": "2.0", "id": 51, "method": "tools/call", "params": {"name": "slow"}});
    let note = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    talk.say(&json!([ping(50), call, note, {"jsonrpc": "2.0", "id": 52}])).await;
    let answers = talk.hear().await;
    let mut ids: Vec<u64> =
        answers.as_array().unwrap().iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [50, 51, 52]);
    talk.say(&json!([note, note])).await;
    talk.say(&json!([{"jsonrpc": "2.0", "id": 53}])).await;
    assert_eq!(talk.hear().await[0]["error"]["code"], -32600);
    talk.say(&json!([])).await;
    assert_eq!(talk.hear().await["error"]["code"], -32600);
    assert_eq!(talk.ask("ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn a_batch_does_not_wait_for_what_was_cancelled() {
    let mut talk = Talk::opened(server(), "2025-03-26").await;
    let params = json!({"name": "hang", "_meta": {"progressToken": 1}});
    let hang = json!({"jsonrpc": "2.0", "id": 50, "method": "tools/call", "params": params});
    talk.say(&json!([hang, {"jsonrpc": "2.0", "id": 51, "method": "ping"}])).await;
    assert_eq!(talk.hear().await["params"]["message"], "hanging");
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 50}});
    talk.say(&cancelled).await;
    assert_eq!(talk.hear().await, json!([{"jsonrpc": "2.0", "id": 51, "result": {}}]));
}
