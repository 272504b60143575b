//! How long an MCP server takes, in a Markdown table: `round_trips TITLE CHECK RENDER COMMAND [ARG...]` starts the command
//! as a host does and calls these two of its tools with the login flow; `round_trips` alone measures ours without the pipe.

use std::io::{self, BufRead as _, BufReader, Write};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use puml_mcp::{Settings, server};
use serde_json::{Value, json};

const LOGIN: &str = include_str!("../../../examples/login.puml");
const STARTS: usize = 20;
const WARM_UP: usize = 10;
const ROUNDS: usize = 300;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let measured = match arguments.as_slice() {
        [] => inside(),
        [title, check, render, command @ ..] if !command.is_empty() => {
            outside(title, [check, render], command)
        }
        _ => return ExitCode::from(2),
    };
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "round_trips: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A server in a process of its own.
struct Client {
    child: Child,
    lines: BufReader<ChildStdout>,
    next: u64,
}

impl Client {
    fn start(command: &[String]) -> io::Result<Self> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let lines = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let mut client = Self { child, lines, next: 0 };
        let name = json!({"name": "round_trips", "version": "1"});
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": name});
        client.ask("initialize", &hello)?;
        client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(client)
    }

    fn say(&mut self, message: &Value) -> io::Result<()> {
        let stdin = self.child.stdin.as_mut().expect("stdin is a pipe");
        writeln!(stdin, "{message}")?;
        stdin.flush()
    }

    fn ask(&mut self, method: &str, params: &Value) -> io::Result<Value> {
        self.next += 1;
        let id = self.next;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the server has gone"));
            }
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }

    /// The argument that takes the source: the first that a tool requires, or its first at all.
    fn source_argument(&mut self, tool: &str) -> io::Result<String> {
        let listed = self.ask("tools/list", &json!({}))?;
        let tools = listed["result"]["tools"].as_array().into_iter().flatten();
        let schema = tools.filter(|it| it["name"] == tool).map(|it| &it["inputSchema"]).next();
        let schema = schema.ok_or_else(|| io::Error::other(format!("there is no tool {tool}")))?;
        let first = schema["properties"].as_object().and_then(|it| it.keys().next());
        let required = schema["required"][0].as_str().map(str::to_owned);
        required.or_else(|| first.cloned()).ok_or_else(|| io::Error::other("no arguments"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn outside(title: &str, tools: [&String; 2], command: &[String]) -> io::Result<()> {
    let mut out = heading(title)?;
    let starts = timed(0, STARTS, || Client::start(command).map(drop))?;
    row(&mut out, "start to first answer", starts)?;
    let mut client = Client::start(command)?;
    for tool in tools {
        let argument = client.source_argument(tool)?;
        let params = json!({"name": tool, "arguments": {argument: LOGIN}});
        let times = timed(WARM_UP, ROUNDS, || client.ask("tools/call", &params).map(drop))?;
        row(&mut out, &format!("`{tool}`, there and back"), times)?;
    }
    Ok(())
}

fn inside() -> io::Result<()> {
    let mut out = heading("in the server")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let server = Arc::new(server(&Settings::default()));
    for tool in ["puml_check", "puml_render_svg"] {
        let times = timed(WARM_UP, ROUNDS, || {
            let answer = runtime.block_on(server.invoke(tool, json!({"source": LOGIN}), None));
            answer.map(drop).map_err(|_| io::Error::other("the call fails"))
        })?;
        row(&mut out, &format!("`{tool}`"), times)?;
    }
    of_families(&mut out)
}

/// A row for each family: the example of it, checked, drawn and looked at.
fn of_families(out: &mut impl Write) -> io::Result<()> {
    const TOOLS: [&str; 4] = ["puml_check", "puml_explain", "puml_render_svg", "puml_view"];
    let heads = TOOLS.map(|it| format!(" `{it}` |")).concat();
    writeln!(
        out,
        "\n| example of a family, median ms in the server |{heads}\n|---|---|---|---|---|"
    )?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let server = Arc::new(server(&Settings::default()));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/families");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|it| it.map(|it| it.path())).collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        let source = std::fs::read_to_string(&path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        write!(out, "| {} |", name.split('-').next().unwrap_or_default())?;
        for tool in TOOLS {
            let mut times = timed(3, ROUNDS / 10, || {
                let answer = runtime.block_on(server.invoke(tool, json!({"source": source}), None));
                answer.map(drop).map_err(|_| io::Error::other("the call fails"))
            })?;
            times.sort();
            write!(out, " {:.3} |", times[times.len() / 2].as_secs_f64() * 1000.0)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn timed(
    warm_up: usize,
    rounds: usize,
    mut work: impl FnMut() -> io::Result<()>,
) -> io::Result<Vec<Duration>> {
    for _ in 0..warm_up {
        work()?;
    }
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let start = Instant::now();
        work()?;
        times.push(start.elapsed());
    }
    Ok(times)
}

fn heading(title: &str) -> io::Result<io::StdoutLock<'static>> {
    let mut out = io::stdout().lock();
    writeln!(out, "\n| {title} | best ms | median ms |\n|---|---|---|")?;
    Ok(out)
}

fn row(out: &mut impl Write, what: &str, mut times: Vec<Duration>) -> io::Result<()> {
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let (best, median) = (milliseconds(times[0]), milliseconds(times[times.len() / 2]));
    writeln!(out, "| {what} | {best:.3} | {median:.3} |")
}
