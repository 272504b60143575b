//! Listing and calling tools, and every way a call can fail.

use serde_json::{Value, json};
use toolserver::{Answer, Fault, Server, Tool};

use crate::fixture::server;
use crate::talk::{Talk, meta};

async fn opened() -> Talk {
    Talk::opened(server(), "2025-06-18").await
}

fn error(result: &Value) -> Value {
    assert_eq!(result["isError"], true, "{result}");
    let text = result["content"][0]["text"].as_str().unwrap();
    serde_json::from_str::<Value>(text).unwrap()["error"].clone()
}

#[tokio::test]
async fn tools_are_listed_in_table_order_over_pages_without_aliases() {
    let mut talk = opened().await;
    let mut names = Vec::new();
    let mut params = json!({});
    loop {
        let result = talk.ask("tools/list", params).await["result"].clone();
        for tool in result["tools"].as_array().unwrap() {
            names.push(tool["name"].as_str().unwrap().to_owned());
        }
        let Some(cursor) = result.get("nextCursor") else { break };
        params = json!({"cursor": cursor});
    }
    let expected: Vec<String> = server().tools.into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, expected);
}

#[tokio::test]
async fn a_tool_is_published_as_written() {
    let mut talk = opened().await;
    let listed = talk.ask("tools/list", json!({})).await;
    let tool = &listed["result"]["tools"][0];
    assert_eq!(tool["title"], "Echo");
    assert_eq!(tool["inputSchema"], Value::Object((**server().tools[0].input.object()).clone()));
    let keys: Vec<&String> = tool["inputSchema"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["type", "additionalProperties", "required", "properties"]);
    assert_eq!(
        tool["annotations"],
        json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false})
    );
    assert_eq!(tool["outputSchema"]["required"], json!(["text"]));
}

#[tokio::test]
async fn data_has_a_text_twin() {
    let result = opened().await.call("fixture.echo", json!({"text": "ab", "times": 2})).await;
    assert_eq!(result["structuredContent"], json!({"text": "abab"}));
    assert_eq!(result["content"], json!([{"type": "text", "text": "{\"text\":\"abab\"}"}]));
    assert_eq!(result["isError"], false);
}

#[tokio::test]
async fn an_alias_is_called_like_the_name() {
    let result = opened().await.call("fixture_echo", json!({"text": "a"})).await;
    assert_eq!(result["structuredContent"], json!({"text": "a"}));
}

#[tokio::test]
async fn pictures_and_links_follow_the_text() {
    let result = opened().await.call("look", json!({})).await;
    assert_eq!(
        result["content"][1],
        json!({"type": "image", "data": "AQID", "mimeType": "image/png"})
    );
    assert_eq!(
        result["content"][2],
        json!({"type": "resource_link", "uri": "fixture://members/1", "name": "one", "size": 3})
    );
}

#[tokio::test]
async fn an_unknown_tool_is_a_protocol_error() {
    let mut talk = opened().await;
    let answer = talk.ask("tools/call", json!({"name": "nothing"})).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn every_violation_comes_back_at_once() {
    let result =
        opened().await.call("fixture.echo", json!({"times": 9, "yes": false, "extra": 1})).await;
    let error = error(&result);
    assert_eq!(error["code"], "tool/invalid-arguments");
    let mut paths: Vec<&str> = error["details"]["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|violation| violation["path"].as_str().unwrap())
        .collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/extra", "/text", "/times", "/yes"]);
    // The envelope does not fit the output schema, so it is text only.
    assert!(result.get("structuredContent").is_none());
}

#[tokio::test]
async fn a_source_past_its_limit_is_an_argument_error() {
    let mut talk = opened().await;
    let result = talk.call("fixture.echo", json!({"text": "x".repeat(1025)})).await;
    let violation = error(&result)["details"]["violations"][0].clone();
    assert_eq!((&violation["path"], &violation["keyword"]), (&json!("/text"), &json!("maxLength")));
    assert!(result.to_string().len() < 2_000);
    let nested = json!({"a/b": [{"c": "x".repeat(1025)}]});
    let violations = error(&talk.call("panic", nested).await)["details"]["violations"].clone();
    assert!(violations.to_string().contains("/a~1b/0/c"), "{violations}");
}

#[tokio::test]
async fn a_failure_is_no_larger_than_an_answer() {
    let mut talk = opened().await;
    let error_of_rant = error(&talk.call("rant", json!({})).await);
    assert_eq!(error_of_rant["code"], "tool/output-limit");
    let mut roomy = server();
    roomy.limits.output_bytes = 1 << 20;
    let mut talk = Talk::opened(roomy, "2025-06-18").await;
    let flood: serde_json::Map<String, Value> =
        (0..1_000).map(|n| (n.to_string(), json!(n))).collect();
    let violations =
        error(&talk.call("look", Value::Object(flood)).await)["details"]["violations"].clone();
    assert_eq!(violations.as_array().unwrap().len(), 101);
    assert_eq!(violations[100]["message"], "and 900 more");
}

#[tokio::test]
async fn a_panic_is_answered_and_the_server_lives_on() {
    let mut talk = opened().await;
    for _ in 0..3 {
        let error = error(&talk.call("panic", json!({})).await);
        assert_eq!(error["code"], "tool/bug");
        assert!(error["message"].as_str().unwrap().contains("the fixture panics"));
    }
    assert_eq!(talk.call("fixture.echo", json!({"text": "a"})).await["isError"], false);
}

#[tokio::test]
async fn a_call_past_its_time_is_cut_off() {
    let error = error(&opened().await.call("slow", json!({})).await);
    assert_eq!(error["code"], "tool/time-limit");
    assert!(error["message"].as_str().unwrap().contains("50 ms"));
}

#[tokio::test]
async fn an_answer_past_its_size_is_kept_back() {
    let mut talk = opened().await;
    let result = talk.call("big", json!({"bytes": 5_000})).await;
    assert_eq!(error(&result)["details"]["limit"], 4096);
    assert_eq!(talk.call("big", json!({"bytes": 3_000})).await["isError"], false);
}

#[tokio::test]
async fn an_answer_that_breaks_its_schema_is_a_bug() {
    let error = error(&opened().await.call("wrong", json!({})).await);
    assert_eq!(error["code"], "tool/bug");
    assert_eq!(error["details"]["violations"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_refusal_keeps_its_code_and_details() {
    let result = opened().await.call("refuse", json!({})).await;
    let expected =
        json!({"code": "NOT_NOW", "message": "Come back later.", "details": {"after": 5}});
    assert_eq!(error(&result), expected);
    assert_eq!(result["structuredContent"]["error"], expected);
}

#[tokio::test]
async fn a_system_renders_faults_in_its_own_envelope() {
    fn envelope(tool: &Tool, arguments: &Value, fault: &Fault) -> Answer {
        let code = match fault {
            Fault::Arguments(violations)
                if violations.iter().any(|violation| violation.path == "/yes") =>
            {
                "E_CONFIRM"
            }
            Fault::Arguments(_) => "E_ARGUMENTS",
            Fault::Panic(_) => panic!("the envelope fails too"),
            _ => "E_OTHER",
        };
        Answer::json(json!({"ok": false, "command": tool.name, "code": code, "given": arguments}))
    }
    let server = Server { render_fault: Some(envelope), ..server() };
    let mut talk = Talk::opened(server, "2025-06-18").await;
    let result = talk.call("fixture.echo", json!({"text": "a", "yes": false})).await;
    assert!(result["content"][0]["text"].as_str().unwrap().contains("E_CONFIRM"), "{result}");
    let result = talk.call("refuse", json!({})).await;
    assert_eq!(
        result["structuredContent"],
        json!({"ok": false, "command": "refuse", "code": "E_OTHER", "given": {}})
    );
    assert_eq!(error(&talk.call("panic", json!({})).await)["code"], "tool/bug");
}

#[tokio::test]
async fn progress_comes_before_the_answer_to_those_who_asked() {
    let mut talk = opened().await;
    talk.call("steps", json!({})).await;
    assert!(talk.overheard.is_empty());
    let params = json!({"name": "steps", "_meta": {"progressToken": "p"}});
    talk.ask("tools/call", params).await;
    let steps: Vec<&Value> = talk.overheard.iter().map(|message| &message["params"]).collect();
    assert_eq!(steps.len(), 3);
    assert_eq!(
        steps[1],
        &json!({"progressToken": "p", "progress": 2.0, "total": 3.0, "message": "step 2"})
    );
}

#[tokio::test]
async fn a_long_call_that_reports_nothing_still_shows_progress_to_those_who_asked() {
    let mut talk = opened().await;
    talk.call("quiet", json!({})).await;
    assert!(talk.overheard.is_empty());
    let params = json!({"name": "quiet", "_meta": {"progressToken": "p"}});
    talk.ask("tools/call", params).await;
    let heard: Vec<&Value> = talk.overheard.iter().map(|it| &it["params"]).collect();
    let values: Vec<f64> = heard.iter().map(|it| it["progress"].as_f64().unwrap()).collect();
    assert!(values.len() >= 3 && values.is_sorted_by(|one, other| one < other), "{heard:?}");
    assert_eq!(heard.last().unwrap()["message"], "nearly done");
}

#[tokio::test]
async fn a_cancelled_call_is_stopped_and_not_answered() {
    let mut talk = opened().await;
    let params = json!({"name": "hang", "_meta": {"progressToken": 1}});
    let id = talk.request("tools/call", params).await;
    assert_eq!(talk.hear().await["params"]["message"], "hanging");
    let params = json!({"requestId": id, "reason": "enough"});
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    let result = talk.call("was_stopped", json!({})).await;
    assert_eq!(result["structuredContent"], json!({"stopped": true}));
    assert!(talk.overheard.iter().all(|message| message["id"] != id), "{:?}", talk.overheard);
}

#[tokio::test]
async fn calls_run_side_by_side() {
    let mut talk = opened().await;
    let params = json!({"name": "hang", "_meta": {"progressToken": 1}});
    let hanging = talk.request("tools/call", params).await;
    assert_eq!(talk.hear().await["params"]["message"], "hanging");
    assert_eq!(talk.call("look", json!({})).await["isError"], false);
    assert!(talk.overheard.iter().all(|message| message["id"] != hanging));
}

#[tokio::test]
async fn a_handler_knows_its_limits() {
    let result = opened().await.call("limits", json!({})).await;
    assert_eq!(result["structuredContent"], json!({"timed": true, "source": 1024}));
}

#[tokio::test]
async fn log_messages_follow_the_level_that_was_set() {
    let mut talk = opened().await;
    let heard = |talk: &mut Talk| {
        let messages = talk.overheard.drain(..);
        messages
            .map(|message| message["params"]["data"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    talk.call("levels", json!({})).await;
    assert_eq!(heard(&mut talk), ["Info", "Warning", "Error"]);
    talk.ask("logging/setLevel", json!({"level": "error"})).await;
    talk.call("levels", json!({})).await;
    assert_eq!(heard(&mut talk), ["Error"]);
    let mut talk = Talk::with(server());
    talk.ask("tools/call", json!({"name": "levels", "_meta": meta()})).await;
    assert!(heard(&mut talk).is_empty());
    let mut listening = meta();
    listening["io.modelcontextprotocol/logLevel"] = json!("warning");
    talk.ask("tools/call", json!({"name": "levels", "_meta": listening})).await;
    assert_eq!(heard(&mut talk), ["Warning", "Error"]);
}
