//! What is not a message, or not a good one, is answered and harms nobody.

use serde_json::{Value, json};

use crate::fixture::server;
use crate::talk::Talk;

async fn refused(line: &[u8]) -> Value {
    let mut talk = Talk::opened(server(), "2025-06-18").await;
    talk.say_raw(line).await;
    let answer = talk.hear().await;
    let pong = talk.ask("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}), "the server goes on after {answer}");
    answer
}

#[tokio::test]
async fn lines_that_are_not_json_are_parse_errors() {
    for line in [&b"garbage"[..], b"{\"jsonrpc\": ", b"\xff\xfe", &[b'['; 1000]] {
        let answer = refused(line).await;
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&Value::Null, &json!(-32700)),
            "{answer}"
        );
        assert!(answer.as_object().unwrap().contains_key("id"));
    }
}

#[tokio::test]
async fn json_that_is_no_request_is_an_invalid_request() {
    let cases = [
        ("5", Value::Null),
        ("[]", Value::Null),
        (r#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#, Value::Null),
        (r#"{"id":7,"method":"ping"}"#, json!(7)),
        (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, json!("a")),
        (r#"{"jsonrpc":"2.0","id":7}"#, json!(7)),
        (r#"{"jsonrpc":"2.0","id":7,"method":5}"#, json!(7)),
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#, json!(7)),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, Value::Null),
    ];
    for (line, id) in cases {
        let answer = refused(line.as_bytes()).await;
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&id, &json!(-32600)),
            "{line} {answer}"
        );
    }
}

#[tokio::test]
async fn a_line_past_the_limit_is_refused_and_skipped() {
    for length in [70_000, 1_000_000] {
        let answer = refused(&vec![b' '; length]).await;
        assert_eq!(answer["error"]["code"], -32600);
        assert!(answer["error"]["message"].as_str().unwrap().contains("65536"), "{answer}");
    }
}

#[tokio::test]
async fn a_message_that_cannot_be_parsed_is_answered_with_its_own_id() {
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":"deep","method":"ping","params":{}1{}}}"#,
        r#"{"a":"#.repeat(200),
        "}".repeat(200)
    );
    let long = |id: &str, filling: usize| {
        format!(r#"{{"jsonrpc":"2.0",{id}"params":{{"text":"{}"}}"#, "x".repeat(filling))
    };
    for (line, id, code) in [
        (r#"{"jsonrpc":"2.0","id":7,"params":{"text":"\ud800"}}"#.to_owned(), json!(7), -32700),
        (r#"{"params":{"text":"\udc00\ud800"},"id":"s"}"#.to_owned(), json!("s"), -32700),
        (deep, json!("deep"), -32700),
        (long(r#""id":8,"#, 70_000) + "}", json!(8), -32600),
        (long("", 70_000) + r#","id":"end"}"#, json!("end"), -32600),
        (long("", 1_000_000) + "}", Value::Null, -32600),
    ] {
        let answer = refused(line.as_bytes()).await;
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{answer}");
    }
}

#[tokio::test]
async fn parameters_of_the_wrong_shape_are_invalid_parameters() {
    let mut talk = Talk::opened(server(), "2025-11-25").await;
    for (method, params) in [
        ("tools/call", json!({"name": "look", "arguments": "text"})),
        ("tools/call", json!({})),
        ("resources/read", json!({"uri": 5})),
        ("prompts/get", json!({})),
        ("logging/setLevel", json!({"level": "loud"})),
        ("completion/complete", json!({"ref": {"type": "ref/other"}})),
        ("tools/list", json!({"cursor": "elsewhere"})),
        ("tools/list", json!({"cursor": "from-999"})),
    ] {
        let answer = talk.ask(method, params).await;
        assert_eq!(answer["error"]["code"], -32602, "{method} {answer}");
    }
    assert_eq!(talk.ask("no/such", json!({})).await["error"]["code"], -32601);
}

#[tokio::test]
async fn blank_lines_byte_order_marks_and_carriage_returns_are_overlooked() {
    let mut talk = Talk::opened(server(), "2025-06-18").await;
    talk.say_raw(b"\n\r\n   ").await;
    talk.say_raw(b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}\r").await;
    assert_eq!(talk.hear().await, json!({"jsonrpc": "2.0", "id": "x", "result": {}}));
}

#[tokio::test]
async fn notifications_and_answers_nobody_waits_for_are_ignored() {
    let mut talk = Talk::with(server());
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let stray = json!({"jsonrpc": "2.0", "id": 99, "result": {}});
    talk.say(&cancelled).await;
    talk.say(&stray).await;
    assert_eq!(talk.ask("ping", json!({})).await["result"], json!({}));
    assert!(talk.initialize("2025-06-18", json!({})).await["result"].is_object());
    talk.say(&cancelled).await;
    talk.say(&stray).await;
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/unheard-of", "params": {"x": 1}}))
        .await;
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {}}})).await;
    assert_eq!(talk.ask("ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn the_end_of_input_ends_the_server_cleanly() {
    assert!(Talk::with(server()).close().await.is_ok());
    assert!(Talk::opened(server(), "2025-06-18").await.close().await.is_ok());
    let mut talk = Talk::opened(server(), "2025-06-18").await;
    talk.request("tools/call", json!({"name": "slow"})).await;
    assert!(talk.close().await.is_ok());
}

#[tokio::test]
async fn requests_before_the_handshake_are_refused() {
    let mut talk = Talk::with(server());
    let answer = talk.ask("tools/list", json!({})).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert!(talk.initialize("2025-06-18", json!({})).await["result"].is_object());
}
