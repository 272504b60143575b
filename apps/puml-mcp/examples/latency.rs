//! How long the real program takes: `latency PROGRAM [ROUNDS]` starts it over stdio, as a host does, and prints a
//! Markdown table of start, check and render, and of the work inside the process without the pipe.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use puml_mcp::{Settings, server};
use serde_json::{Value, json};

const LOGIN: &str = include_str!("../../../examples/login.puml");

/// The program and its lines.
struct Client {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
    next: u64,
}

impl Client {
    fn start(program: &str) -> std::io::Result<Self> {
        let mut child =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let lines = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        Ok(Self { child, lines, next: 0 })
    }

    fn ask(&mut self, method: &str, params: &Value) -> std::io::Result<Value> {
        self.next += 1;
        let message = json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params});
        let stdin = self.child.stdin.as_mut().expect("stdin is a pipe");
        writeln!(stdin, "{message}")?;
        stdin.flush()?;
        let mut line = String::new();
        self.lines.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }

    fn open(&mut self) -> std::io::Result<()> {
        let client = json!({"name": "latency", "version": "1"});
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        self.ask("initialize", &hello)?;
        let stdin = self.child.stdin.as_mut().expect("stdin is a pipe");
        writeln!(stdin, "{}", json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let Some(program) = arguments.get(1) else { return ExitCode::from(2) };
    let rounds = arguments.get(2).and_then(|it| it.parse().ok()).unwrap_or(300);
    match measure(program, rounds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn measure(program: &str, rounds: usize) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "| puml-mcp, login flow | best ms | median ms |\n|---|---|---|")?;
    let mut starts = Vec::new();
    for _ in 0..20 {
        let start = Instant::now();
        Client::start(program)?.open()?;
        starts.push(start.elapsed());
    }
    row(&mut out, "start to first answer", starts)?;
    let mut client = Client::start(program)?;
    client.open()?;
    for tool in ["puml_check", "puml_render_svg"] {
        let params = json!({"name": tool, "arguments": {"source": LOGIN}});
        let times = timed(rounds, || client.ask("tools/call", &params).map(drop))?;
        row(&mut out, &format!("{tool}, round trip over stdio"), times)?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let server = Arc::new(server(&Settings::default()));
    for tool in ["puml_check", "puml_render_svg"] {
        let times = timed(rounds, || {
            let call = server.invoke(tool, json!({"source": LOGIN}), None);
            runtime.block_on(call).map(drop).map_err(|_| std::io::Error::other("the call fails"))
        })?;
        row(&mut out, &format!("{tool}, in the server"), times)?;
    }
    Ok(())
}

/// Each round after a few that warm up.
fn timed(
    rounds: usize,
    mut work: impl FnMut() -> std::io::Result<()>,
) -> std::io::Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(rounds);
    for round in 0..rounds + 10 {
        let start = Instant::now();
        work()?;
        if round >= 10 {
            times.push(start.elapsed());
        }
    }
    Ok(times)
}

fn row(out: &mut impl std::io::Write, what: &str, mut times: Vec<Duration>) -> std::io::Result<()> {
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let (best, median) = (milliseconds(times[0]), milliseconds(times[times.len() / 2]));
    writeln!(out, "| {what} | {best:.3} | {median:.3} |")
}
