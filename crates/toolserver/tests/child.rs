//! The fixture server as a process of its own, as a host would start it: this very program, with `SERVE` set.
//! Has its own `main`, because a test harness would write to the stdout that belongs to the protocol.

#[path = "fixture/server.rs"]
mod fixture;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStderr, ExitCode, ExitStatus, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};
use toolserver::{HttpOptions, Transport};

fn main() -> ExitCode {
    match std::env::var("SERVE").as_deref() {
        Ok("stdio") => served(Transport::Stdio),
        Ok(address) => served(Transport::Http {
            address: address.parse().expect("an address"),
            options: HttpOptions::default(),
            on_ready: say_where,
        }),
        Err(_) => libtest_mimic::run(&Arguments::from_args(), trials()).exit_code(),
    }
}

fn served(transport: Transport) -> ExitCode {
    match toolserver::run(fixture::server(), transport) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}

#[expect(clippy::print_stderr, reason = "the parent reads the address from stderr")]
fn say_where(address: std::net::SocketAddr) {
    eprintln!("{address}");
}

fn trials() -> Vec<Trial> {
    vec![
        Trial::test(
            "stdout_carries_protocol_only_even_when_a_tool_panics",
            stdout_carries_protocol_only,
        ),
        Trial::test(
            "malformed_oversize_and_batched_lines_are_answered_in_order",
            bad_lines_are_answered,
        ),
        Trial::test("a_last_line_without_newline_still_counts", last_line_counts),
        Trial::test(
            "a_handler_that_will_not_stop_does_not_keep_the_process",
            a_stuck_handler_does_not_keep_the_process,
        ),
        Trial::test("an_address_that_cannot_be_had_is_an_error", a_bad_address_is_an_error),
        #[cfg(unix)]
        Trial::test("an_interrupt_ends_an_http_server_cleanly", an_interrupt_ends_http),
    ]
}

struct Ended {
    status: ExitStatus,
    messages: Vec<Value>,
    stderr: String,
}

#[expect(clippy::disallowed_methods, reason = "the server under test is a process")]
fn spawn(serve: &str) -> Child {
    std::process::Command::new(std::env::current_exe().expect("this program has a path"))
        .env("SERVE", serve)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this program starts")
}

/// Everything the server says to this input, after the input has ended.
fn conversation(input: &[u8]) -> Ended {
    let mut child = spawn("stdio");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    stdin.write_all(input).expect("the server reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the server ends");
    let stdout = String::from_utf8(output.stdout).expect("stdout is text");
    Ended {
        status: output.status,
        messages: stdout
            .lines()
            .map(|line| serde_json::from_str(line).expect("every line is JSON"))
            .collect(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn opening() -> String {
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    format!("{initialize}\n{initialized}\n")
}

fn call(id: u32, tool: &str) -> String {
    let params = json!({"name": tool, "arguments": {}});
    format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}))
}

fn check(holds: bool, what: impl std::fmt::Debug) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(format!("{what:?}").into()) }
}

fn stdout_carries_protocol_only() -> Result<(), Failed> {
    let ended =
        conversation(format!("{}{}{}", opening(), call(1, "panic"), call(2, "look")).as_bytes());
    check(ended.status.success(), ended.status)?;
    check(ended.messages.len() == 3, &ended.messages)?;
    check(ended.messages.iter().all(|message| message["jsonrpc"] == "2.0"), &ended.messages)?;
    let panicked = ended.messages.iter().find(|message| message["id"] == 1);
    check(panicked.is_some_and(|message| message["result"]["isError"] == true), &ended.messages)?;
    check(ended.stderr.contains("the fixture panics"), &ended.stderr)
}

fn bad_lines_are_answered() -> Result<(), Failed> {
    let oversize = "x".repeat(100_000);
    let batch = json!([{"jsonrpc": "2.0", "id": 5, "method": "ping"}]);
    let ended = conversation(format!("garbage\n{oversize}\n{batch}\n{}", opening()).as_bytes());
    let codes: Vec<&Value> =
        ended.messages.iter().map(|message| &message["error"]["code"]).collect();
    check(
        codes == [&json!(-32700), &json!(-32600), &json!(-32600), &Value::Null],
        &ended.messages,
    )?;
    check(ended.status.success(), ended.status)
}

fn last_line_counts() -> Result<(), Failed> {
    let ended = conversation(format!("{}{}", opening(), call(1, "look")).trim_end().as_bytes());
    check(ended.messages.len() == 2 && ended.status.success(), &ended.messages)
}

fn a_stuck_handler_does_not_keep_the_process() -> Result<(), Failed> {
    // `hang` waits a minute unless stopped; nextest and people would notice.
    let ended = conversation(format!("{}{}", opening(), call(1, "hang")).as_bytes());
    check(ended.status.success(), ended.status)
}

fn a_bad_address_is_an_error() -> Result<(), Failed> {
    let status = spawn("192.0.2.1:1").wait()?;
    check(status.code() == Some(2), status)
}

#[cfg(unix)]
fn an_interrupt_ends_http() -> Result<(), Failed> {
    let mut child = spawn("127.0.0.1:0");
    let mut stderr: BufReader<ChildStderr> =
        BufReader::new(child.stderr.take().expect("stderr is a pipe"));
    let mut address = String::new();
    let heard = stderr.read_line(&mut address);
    interrupt(child.id());
    let status = child.wait()?;
    check(heard.is_ok() && address.starts_with("127.0.0.1:"), &address)?;
    let mut stdout = String::new();
    child.stdout.take().expect("stdout is a pipe").read_to_string(&mut stdout)?;
    check(status.success() && stdout.is_empty(), (status, stdout))
}

#[cfg(unix)]
#[expect(
    clippy::disallowed_methods,
    reason = "there is no safe way to send a signal without a program"
)]
fn interrupt(process: u32) {
    let sent = std::process::Command::new("kill").args(["-INT", &process.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
}
