//! The conversation itself: beginning, end, faults, cancellation.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

use puml_lsp::Ending;
use serde_json::{Value, json};

use crate::client::{Client, FILE};

/// Speaks to the real program; what it wrote and its exit code.
fn speak(input: &str) -> (Vec<Value>, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puml-lsp"))
        .arg("--stdio")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut answers = Vec::new();
    let mut line = String::new();
    while out.read_line(&mut line).unwrap() > 0 {
        let length = line.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        line.clear();
        out.read_line(&mut line).unwrap();
        line.clear();
        let mut body = vec![0; length];
        out.read_exact(&mut body).unwrap();
        answers.push(serde_json::from_slice(&body).unwrap());
    }
    (answers, child.wait().unwrap().code().unwrap())
}

fn framed(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

#[test]
fn a_malformed_message_is_answered_and_not_fatal() {
    let messages = [
        "{nonsense",
        "[1, 2, 3]",
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"nonsense":true}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"no/such/method"}"#,
        r#"{"jsonrpc":"2.0","id":"four","method":"shutdown"}"#,
    ];
    // Requests are answered as they get ready, so the last message waits for the answers.
    let text: String = messages.iter().map(|it| framed(it)).collect();
    let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    let (answers, code) = speak(&(text + &exit));
    assert_eq!(code, 0);
    let code_of = |id: &Value| {
        let answer = answers.iter().find(|it| it["id"] == *id && it["method"].is_null());
        answer.map(|it| it["error"]["code"].clone())
    };
    assert_eq!(answers.iter().filter(|it| it["id"].is_null()).count(), 2);
    assert!(answers.iter().any(|it| it["error"]["code"] == -32700));
    assert_eq!(code_of(&json!(1)), Some(Value::Null));
    assert_eq!(code_of(&json!("four")), Some(Value::Null));
}

#[test]
fn faults_have_the_protocols_codes() {
    let client = Client::new();
    assert_eq!(client.refusal("textDocument/hover", &json!([])).0, -32602);
    assert_eq!(client.refusal("no/such/method", &Value::Null).0, -32601);
    assert_eq!(client.refusal("initialize", &json!({ "capabilities": {} })).0, -32600);
    let closed = json!({ "textDocument": { "uri": "untitled:closed" } });
    let (code, message) = client.refusal("textDocument/foldingRange", &closed);
    assert_eq!((code, message.as_str()), (-32602, "untitled:closed is not open"));
    client.ask("shutdown", &Value::Null);
    assert_eq!(client.refusal("textDocument/foldingRange", &closed).0, -32600);
}

#[test]
fn nothing_may_be_asked_before_the_beginning() {
    let (answers, code) = speak(&framed(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#));
    assert_eq!(answers[0]["error"]["code"], -32002);
    assert_eq!(code, 1);
}

#[test]
fn a_cancelled_request_is_answered_as_such() {
    let client = Client::new();
    // Long enough a text that the workers are still busy when the cancellation comes.
    let text = "A -> B : message\n".repeat(4_000);
    client.open(FILE, &text);
    let params = json!({ "textDocument": { "uri": FILE } });
    let ids: Vec<i32> = (0..12).map(|_| client.send("puml/renderSvg", &params)).collect();
    for id in &ids[1..] {
        client.tell("$/cancelRequest", &json!({ "id": id }));
    }
    let answers: Vec<_> = ids.iter().map(|it| client.answer_to(*it).response_result).collect();
    assert!(answers[0].is_ok());
    let cancelled = |it: &Result<Value, lsp_server::ResponseError>| {
        it.as_ref().is_err_and(|it| it.code == -32800)
    };
    assert!(cancelled(answers.last().unwrap()), "the last one cannot have been worked on yet");
    client.tell("$/cancelRequest", &json!({ "id": "unknown" }));
    assert_eq!(client.leave(), Ending::Asked);
}

#[test]
fn a_client_that_leaves_ends_the_server() {
    let (_, code) = speak(&framed(r#"{"jsonrpc":"2.0","method":"exit"}"#));
    assert_eq!(code, 1);
}
