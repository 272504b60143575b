//! A client that speaks raw lines, so that tests see exactly what goes over the wire.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;
use toolserver::{ServeError, Server};

/// How long an answer may take before the test fails.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Talk {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    task: JoinHandle<Result<(), ServeError>>,
    next_id: u64,
    /// Notifications and requests of the server, in the order they came.
    pub(crate) overheard: Vec<Value>,
}

impl Talk {
    pub(crate) fn with(server: Server) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = tokio::io::split(theirs);
        let task = tokio::spawn(toolserver::serve(Arc::new(server), reader, writer));
        let (reader, writer) = tokio::io::split(ours);
        Self {
            lines: BufReader::new(reader).lines(),
            writer,
            task,
            next_id: 0,
            overheard: Vec::new(),
        }
    }

    /// A conversation past the handshake of the given revision.
    pub(crate) async fn opened(server: Server, version: &str) -> Self {
        Self::opened_with(server, version, json!({})).await
    }

    pub(crate) async fn opened_with(server: Server, version: &str, capabilities: Value) -> Self {
        let mut talk = Self::with(server);
        let answer = talk.initialize(version, capabilities).await;
        assert!(answer["result"].is_object(), "{answer}");
        talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        talk
    }

    pub(crate) async fn initialize(&mut self, version: &str, capabilities: Value) -> Value {
        let client = json!({"name": "test", "version": "1"});
        let params =
            json!({"protocolVersion": version, "capabilities": capabilities, "clientInfo": client});
        self.ask("initialize", params).await
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_raw(message.to_string().as_bytes()).await;
    }

    pub(crate) async fn say_raw(&mut self, line: &[u8]) {
        self.writer.write_all(line).await.unwrap();
        self.writer.write_all(b"\n").await.unwrap();
    }

    pub(crate) async fn hear(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await;
        let line = line.expect("the server answers in time").unwrap();
        let line = line.expect("the server says something");
        serde_json::from_str(&line).expect("the server speaks JSON")
    }

    /// Sends a request and gives its id, without waiting.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        let message =
            json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params});
        self.say(&message).await;
        self.next_id
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params).await;
        self.answer_to(id).await
    }

    pub(crate) async fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let message = self.hear().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.overheard.push(message);
        }
    }

    /// The result of a tool call.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }

    /// Waits for a message of the server's own making.
    pub(crate) async fn hear_of(&mut self, method: &str) -> Value {
        if let Some(index) = self.overheard.iter().position(|message| message["method"] == method) {
            return self.overheard.remove(index);
        }
        loop {
            let message = self.hear().await;
            if message["method"] == method {
                return message;
            }
            self.overheard.push(message);
        }
    }

    /// Closes the client's side and gives how the server ended.
    pub(crate) async fn close(mut self) -> Result<(), ServeError> {
        self.writer.shutdown().await.unwrap();
        drop(self.writer);
        drop(self.lines);
        self.task.await.unwrap()
    }
}

/// The `_meta` every request of the 2026 era carries.
pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    })
}
