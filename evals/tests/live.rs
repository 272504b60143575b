//! The live runner with a scripted model behind an OpenAI-compatible endpoint on loopback.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use puml_agent_evals::live::{Arm, Attempt, Host, Options, attempt, report};
use puml_agent_evals::{Task, folder};
use serde_json::{Value, json};

const SOURCE: &str = "@startuml\nparticipant Client\nparticipant Server\nClient -> Server : ping\nServer --> Client : pong\n@enduml\n";

/// Answers one request after the other with these messages, then goes away. Gives the address.
fn endpoint(messages: Vec<Value>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for message in messages {
            let Ok((stream, _)) = listener.accept() else { return };
            answer(stream, &json!({"choices": [{"message": message}]}));
        }
    });
    format!("http://{address}/v1")
}

fn answer(stream: TcpStream, body: &Value) {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut request = vec![0; length];
    reader.read_exact(&mut request).unwrap();
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    reader.into_inner().write_all((head + &body).as_bytes()).unwrap();
}

fn call(tool: &str, arguments: &Value) -> Value {
    let function = json!({"name": tool, "arguments": arguments.to_string()});
    json!({"role": "assistant", "content": null, "tool_calls": [{"id": "1", "type": "function", "function": function}]})
}

fn try_with(arm: Arm, messages: Vec<Value>) -> Attempt {
    let task = Task::read(&folder().join("basic_authoring/smallest.md")).unwrap();
    let options = Options {
        host: Host::OpenaiCompatible,
        pack: folder().join("../../agent-pack"),
        program: None,
        base_url: endpoint(messages),
        model: Some("scripted".into()),
        key_variable: "PUML_EVALS_NO_KEY".into(),
        server: vec![env!("CARGO_BIN_EXE_puml-agent-evals").to_owned(), "serve".to_owned()],
        arm,
        time_limit: Duration::from_mins(2),
    };
    attempt(&task, &options, 1)
}

#[test]
fn a_model_that_checks_its_source_passes() {
    let done = json!({"role": "assistant", "content": format!("It passed puml_check.\n```puml\n{SOURCE}```\n")});
    let attempt =
        try_with(Arm::WithPack, vec![call("puml_check", &json!({"source": SOURCE})), done]);
    assert_eq!(attempt.error, None);
    assert_eq!(attempt.failures, []);
    assert_eq!(attempt.tools, ["puml_check"]);
}

#[test]
fn a_model_that_only_claims_it_fails_and_the_report_says_why() {
    let done =
        json!({"role": "assistant", "content": format!("It is valid.\n```puml\n{SOURCE}```\n")});
    let attempt = try_with(Arm::WithPack, vec![done]);
    let page = report("openai-compatible", "scripted", &[attempt]);
    assert!(
        page.contains("| with the pack | 100 % (21 to 100 %) | 0 % (0 to 79 %) | 1 |"),
        "{page}"
    );
    assert!(page.contains("- unchecked:") && page.contains("- claim:"), "{page}");
}

#[test]
fn without_the_pack_only_the_result_counts() {
    let done =
        json!({"role": "assistant", "content": format!("Here it is.\n```puml\n{SOURCE}```\n")});
    let right = try_with(Arm::WithoutPack, vec![done]);
    assert!(right.is_right() && !right.is_passed());
    let backwards = SOURCE.replace("Client -> Server : ping", "Server -> Client : ping");
    let done =
        json!({"role": "assistant", "content": format!("Here it is.\n```puml\n{backwards}```\n")});
    assert!(!try_with(Arm::WithoutPack, vec![done]).is_right());
}
