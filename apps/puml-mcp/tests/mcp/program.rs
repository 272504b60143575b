//! The program itself, as a host starts it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::talk::{folder, hello};

fn program(arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puml-mcp"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for variable in ["PUML_MCP_ROOT", "CLAUDE_PROJECT_DIR", "PUML_MCP_TOKEN"] {
        command.env_remove(variable);
    }
    command.envs(variables.iter().copied());
    command
}

/// The answers to these requests, after a handshake, from a program that then ends by itself.
fn answers(mut command: Command, requests: &[(&str, Value)]) -> Vec<Value> {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let initialize = [("initialize", hello("2025-06-18"))];
    for (id, (method, params)) in initialize.iter().chain(requests).enumerate() {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(stdin, "{message}").unwrap();
        if id == 0 {
            writeln!(stdin, "{}", json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
                .unwrap();
        }
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).expect("stdout carries protocol only"))
        .filter(|it: &Value| it["id"].is_number())
        .collect();
    answers.sort_by_key(|it| it["id"].as_u64());
    answers
}

fn check(path: &str) -> (&'static str, Value) {
    ("tools/call", json!({"name": "puml_check", "arguments": {"path": path}}))
}

fn is_ok(answer: &Value) -> bool {
    answer["result"]["structuredContent"]["ok"] == true
}

#[test]
fn it_speaks_on_stdout_and_ends_with_its_input() {
    let project = folder(&[("a.puml", "A -> B")]);
    let root = project.path().to_str().unwrap();
    let found =
        answers(program(&["--root", root], &[]), &[check("a.puml"), ("tools/list", json!({}))]);
    assert_eq!(found[0]["result"]["serverInfo"]["name"], "puml-mcp");
    assert!(is_ok(&found[1]), "{}", found[1]);
    assert_eq!(found[2]["result"]["tools"].as_array().unwrap().len(), 22);
}

#[test]
fn roots_come_from_the_argument_then_the_variable_then_the_host_then_the_folder() {
    let (given, named, host, here) = (
        folder(&[("given.puml", "A -> B")]),
        folder(&[("named.puml", "A -> B")]),
        folder(&[("host.puml", "A -> B")]),
        folder(&[("here.puml", "A -> B")]),
    );
    let text = |it: &tempfile::TempDir| it.path().to_str().unwrap().to_owned();
    let (given_path, named_path, host_path) = (text(&given), text(&named), text(&host));
    let all = ["given.puml", "named.puml", "host.puml", "here.puml"];
    let host_only = [("CLAUDE_PROJECT_DIR", host_path.as_str())];
    let both = [("CLAUDE_PROJECT_DIR", host_path.as_str()), ("PUML_MCP_ROOT", named_path.as_str())];
    for (arguments, variables, expected) in [
        (&["--root", &given_path][..], &both[..], "given.puml"),
        (&[][..], &both[..], "named.puml"),
        (&[][..], &host_only[..], "host.puml"),
        (&[][..], &[][..], "here.puml"),
    ] {
        let mut command = program(arguments, variables);
        command.current_dir(here.path());
        let found = answers(command, &all.map(check));
        let readable: Vec<&str> = all
            .iter()
            .zip(&found[1..])
            .filter(|(_, it)| is_ok(it))
            .map(|(name, _)| *name)
            .collect();
        assert_eq!(readable, [expected]);
    }
}

#[test]
fn toolsets_can_be_chosen() {
    let found =
        answers(program(&["--toolsets", "share,mermaid"], &[]), &[("tools/list", json!({}))]);
    let tools = found[1]["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["encodePlantUML", "decodePlantUML", "verify", "render", "svg"]);
}

#[test]
fn what_cannot_run_says_why_and_exits_with_2() {
    for arguments in [
        &["--root", "/nonexistent/folder"][..],
        &["--toolsets", "nothing"][..],
        &["--http", "not-an-address"][..],
        &["--token", "x"][..],
        &["--http", "192.0.2.1:1"][..],
    ] {
        let output = program(arguments, &[]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn an_address_that_others_can_reach_requires_a_token() {
    for address in ["0.0.0.0:0", "[::]:0"] {
        let output = program(&["--http", address], &[]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{address}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("other machines") && told.contains("token"), "{told}");
    }
}

/// A server on a port of its own, killed at the end.
struct Listening {
    child: Child,
    address: String,
}

impl Listening {
    fn start(variables: &[(&str, &str)]) -> Self {
        let mut child = program(&["--http", "127.0.0.1:0"], variables).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().last().unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches("/mcp").to_owned();
        Self { child, address }
    }

    /// The whole answer to a handshake.
    fn post(&self, headers: &str) -> String {
        self.post_to(&self.address, headers)
    }

    /// The same, called by another name.
    fn post_to(&self, host: &str, headers: &str) -> String {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello("2025-06-18")});
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            host,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        let mut reader = BufReader::new(stream);
        // The answer may be a stream that stays open, so only as much as there is to know is read.
        while !answer.contains("protocolVersion")
            && reader.read_line(&mut answer).is_ok_and(|it| it > 0)
        {}
        answer
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_over_http_to_whom_it_may() {
    let open = Listening::start(&[]);
    assert!(open.post("").starts_with("HTTP/1.1 200"));
    assert!(open.post("Origin: https://evil.example\r\n").starts_with("HTTP/1.1 403"));
    assert!(open.post_to("evil.example", "").starts_with("HTTP/1.1 403"));
    let guarded = Listening::start(&[("PUML_MCP_TOKEN", "open sesame")]);
    assert!(guarded.post("").starts_with("HTTP/1.1 401"));
    // A forged name opens nothing; who knows the token may use any name.
    assert!(guarded.post_to("localhost", "").starts_with("HTTP/1.1 401"));
    let bearer = "Authorization: Bearer open sesame\r\n";
    assert!(guarded.post_to("tools.example", bearer).starts_with("HTTP/1.1 200"));
    assert!(guarded.post("Authorization: Bearer open sesame\r\n").starts_with("HTTP/1.1 200"));
}

#[test]
fn help_names_every_choice() {
    let output = program(&["--help"], &[]).output().unwrap();
    let mut help = String::new();
    output.stdout.as_slice().read_to_string(&mut help).unwrap();
    for word in
        ["--root", "--toolsets", "--http", "--token", "PUML_MCP_ROOT", "puml", "mermaid", "share"]
    {
        assert!(help.contains(word), "{word}: {help}");
    }
}
