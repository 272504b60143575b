//! A client of the real server: `puml-mcp` over stdio, one JSON-RPC message on a line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value, json};

use crate::run::Outcome;

/// A running server. It ends when dropped.
#[derive(Debug)]
pub struct Server {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Server {
    /// Starts the program that the command names, allows it the folder, and shakes hands.
    pub fn start(command: &[String], root: &Path) -> Result<Self> {
        let (program, arguments) = command.split_first().context("no server was named")?;
        let mut process = Command::new(program)
            .args(arguments)
            .arg("--root")
            .arg(root)
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{program} does not start"))?;
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().expect("stdout is piped"));
        let mut server = Self { process, input, output, next: 0 };
        let client = json!({"name": "puml-agent-evals", "version": env!("CARGO_PKG_VERSION")});
        server.request(
            "initialize",
            &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}),
        )?;
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(server)
    }

    /// The tools as the server lists them.
    pub fn tools(&mut self) -> Result<Vec<Value>> {
        let listed = self.request("tools/list", &json!({}))?;
        Ok(listed["tools"].as_array().cloned().unwrap_or_default())
    }

    /// Calls a tool. A refusal of any kind is an outcome, not an error.
    pub fn call(&mut self, tool: &str, arguments: &Map<String, Value>) -> Result<Outcome> {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = match self.request("tools/call", &params) {
            Ok(answer) => answer,
            Err(error) => match error.downcast::<Refusal>() {
                Ok(Refusal(reason)) => return Ok(Outcome::Refused(reason)),
                Err(error) => return Err(error),
            },
        };
        if answer["isError"] == true {
            return Ok(Outcome::Refused(texts(&answer["content"])));
        }
        Ok(Outcome::Answer(match &answer["structuredContent"] {
            Value::Null => serde_json::from_str(&texts(&answer["content"])).unwrap_or_default(),
            structured => structured.clone(),
        }))
    }

    /// The messages of a prompt, as text.
    pub fn prompt(&mut self, name: &str, arguments: &Map<String, Value>) -> Result<String> {
        let got = self.request("prompts/get", &json!({"name": name, "arguments": arguments}))?;
        let messages = got["messages"].as_array().cloned().unwrap_or_default();
        let all: Vec<&str> =
            messages.iter().filter_map(|it| it["content"]["text"].as_str()).collect();
        Ok(all.join("\n"))
    }

    /// The prompts as the server lists them.
    pub fn prompts(&mut self) -> Result<Vec<Value>> {
        let listed = self.request("prompts/list", &json!({}))?;
        Ok(listed["prompts"].as_array().cloned().unwrap_or_default())
    }

    /// The values that the server proposes for an argument of a prompt.
    pub fn completions(&mut self, reference: &Value, argument: &str) -> Result<Vec<String>> {
        let params = json!({"ref": reference, "argument": {"name": argument, "value": ""}});
        let completed = self.request("completion/complete", &params)?;
        let values = completed["completion"]["values"].as_array().cloned().unwrap_or_default();
        Ok(values.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect())
    }

    /// The addresses of all resources.
    pub fn resources(&mut self) -> Result<Vec<String>> {
        let listed = self.request("resources/list", &json!({}))?;
        let all = listed["resources"].as_array().cloned().unwrap_or_default();
        Ok(all.iter().filter_map(|it| it["uri"].as_str().map(str::to_owned)).collect())
    }

    /// The text of a resource.
    pub fn read(&mut self, uri: &str) -> Result<String> {
        let read = self.request("resources/read", &json!({"uri": uri}))?;
        Ok(texts(&read["contents"]))
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the server ended during {method}");
            }
            let mut message: Value = serde_json::from_str(&line)?;
            if message["id"] != id {
                continue;
            }
            if message["error"].is_object() {
                return Err(Refusal(
                    message["error"]["message"].as_str().unwrap_or_default().into(),
                )
                .into());
            }
            return Ok(message["result"].take());
        }
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let input = self.input.as_mut().context("the server is closed")?;
        writeln!(input, "{message}")?;
        Ok(input.flush()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A stdio server leaves when its input ends.
        self.input.take();
        let _ = self.process.wait();
    }
}

/// The server answered with a protocol error.
#[derive(Debug)]
struct Refusal(String);

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

fn texts(blocks: &Value) -> String {
    let all = blocks.as_array().into_iter().flatten().filter_map(|it| it["text"].as_str());
    all.collect::<Vec<_>>().join("\n")
}
