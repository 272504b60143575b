//! A client that speaks raw lines to the server in this process.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use puml_mcp::{Settings, server};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;
use toolserver::{RootPolicy, Roots, ServeError, Server};

/// How long an answer may take before the test fails.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Talk {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    task: JoinHandle<Result<(), ServeError>>,
    next_id: u64,
    /// Notifications of the server, in the order they came.
    pub(crate) overheard: Vec<Value>,
}

/// The server with every toolset and no folder.
pub(crate) fn plain() -> Server {
    server(&Settings::default())
}

/// The server with one folder.
pub(crate) fn rooted(folder: &Path) -> Server {
    server(&Settings { roots: fixed(folder), ..Settings::default() })
}

pub(crate) fn fixed(folder: &Path) -> RootPolicy {
    RootPolicy::Fixed(Roots::at([folder]).unwrap())
}

/// A folder with these files in it.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

impl Talk {
    /// A conversation past the handshake.
    pub(crate) async fn with(server: Server) -> Self {
        let mut talk = Self::silent(server);
        let hello = hello("2025-11-25");
        talk.ask("initialize", hello).await;
        talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        talk
    }

    /// A conversation in which nothing has been said.
    pub(crate) fn silent(server: Server) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = tokio::io::split(theirs);
        let task = tokio::spawn(toolserver::serve(Arc::new(server), reader, writer));
        let (reader, writer) = tokio::io::split(ours);
        let lines = BufReader::new(reader).lines();
        Self { lines, writer, task, next_id: 0, overheard: Vec::new() }
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
    }

    pub(crate) async fn hear(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await;
        let line = line.expect("the server answers in time").unwrap();
        let line = line.expect("the server says something");
        serde_json::from_str(&line).expect("the server speaks JSON")
    }

    /// Sends a request and waits for its answer, error or result.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        loop {
            let message = self.hear().await;
            if message["id"] == id {
                return message;
            }
            self.overheard.push(message);
        }
    }

    /// Waits for a notification.
    pub(crate) async fn hear_of(&mut self, method: &str) -> Value {
        loop {
            if let Some(index) = self.overheard.iter().position(|it| it["method"] == method) {
                return self.overheard.remove(index);
            }
            let message = self.hear().await;
            self.overheard.push(message);
        }
    }

    /// The whole result of a tool call.
    pub(crate) async fn result(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }

    /// The data of a tool call that succeeds.
    pub(crate) async fn data(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.result(tool, arguments).await;
        assert_eq!(result["isError"], false, "{result}");
        result["structuredContent"].clone()
    }

    /// The error of a tool call that fails.
    pub(crate) async fn error(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.result(tool, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        serde_json::from_str::<Value>(text).unwrap()["error"].clone()
    }

    /// The text at an address.
    pub(crate) async fn read(&mut self, uri: &str) -> String {
        let answer = self.ask("resources/read", json!({"uri": uri})).await;
        let text = &answer["result"]["contents"][0]["text"];
        text.as_str().unwrap_or_else(|| panic!("{uri}: {answer}")).to_owned()
    }

    /// Ends the client's side; gives how the server ended.
    pub(crate) async fn close(mut self) -> Result<(), ServeError> {
        self.writer.shutdown().await.unwrap();
        drop((self.writer, self.lines));
        self.task.await.unwrap()
    }
}

/// What a client says first.
pub(crate) fn hello(version: &str) -> Value {
    let client = json!({"name": "test", "version": "1"});
    json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client})
}

/// The `_meta` of a request without a handshake.
pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    })
}
